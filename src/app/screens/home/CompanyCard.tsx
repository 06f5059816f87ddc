import type { Schemas } from "#api/client.ts";
import { formatMoney } from "#domain/money.ts";
import { companyStateQuery } from "#machines/queries/companyState.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { Link } from "../../ui/Link.tsx";
import { Thumbnail } from "../../ui/Thumbnail.tsx";

const Figure = ({ value, label, isBad }: { value: string; label: string; isBad?: boolean }) => (
  <div>
    <dt className="text-xs text-muted">{label}</dt>
    <dd className={isBad ? "text-lg font-semibold text-negative" : "text-lg font-semibold"}>{value}</dd>
  </div>
);

const renderFigures = (state: Schemas["CompanyState"] | undefined) => (
  <>
    <Figure value={state ? String(state.openCount ?? state.orders.openCount) : "—"} label="Открыто заказов" />
    {(state === undefined || state.lateCount !== undefined) && (
      <Figure value={state ? String(state.lateCount) : "—"} label="Опаздывают" isBad={(state?.lateCount ?? 0) > 0} />
    )}
    {typeof state?.acceptedToday === "number" && (
      <Figure value={formatMoney(state.acceptedToday)} label="Принято сегодня" />
    )}
  </>
);

/** Card of a company on the home page with its figures and links (platform, section 2). */
export const CompanyCard = ({ company: { id, name, logoUrl } }: { company: Schemas["Company"] }) => {
  const { shown, error } = useQuery(companyStateQuery, { companyId: id });
  return (
    <li className="card flex flex-col gap-3">
      <h2 className="flex items-center gap-2.5 text-lg font-semibold">
        {logoUrl && <Thumbnail src={logoUrl} size={32} className="size-8 rounded object-contain" />}
        <Link href={`/Company/${id}`} className="min-w-0 wrap-anywhere hover:text-accent">
          {name}
        </Link>
      </h2>
      {error && !shown ? (
        <p className="text-sm text-muted">Показатели недоступны.</p>
      ) : (
        <dl className="flex flex-wrap gap-x-6 gap-y-2">{renderFigures(shown?.answer)}</dl>
      )}
      <div className="mt-auto flex flex-wrap gap-2">
        <Link href={`/Company/${id}`} className="btn btn-primary">
          Открытые заказы
        </Link>
        <Link href={`/Company/${id}/Dashboard`} className="btn btn-plain">
          Состояние
        </Link>
        <Link href={`/Company/${id}/Payment`} className="btn btn-plain">
          Принято оплат сегодня
        </Link>
        <Link href={`/Company/${id}/Operations`} className="btn btn-plain">
          Управление
        </Link>
      </div>
    </li>
  );
};
