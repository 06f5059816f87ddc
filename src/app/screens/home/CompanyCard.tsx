import type { Schemas } from "#api/client.ts";
import { formatMoney } from "#domain/money.ts";
import { companyStateQuery } from "#machines/queries/companyState.ts";
import { usePermissions } from "../../services/context.ts";
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

const Figures = ({ companyId }: { companyId: number }) => {
  const { shown, error } = useQuery(companyStateQuery, { companyId });
  if (error && !shown) return <p className="text-sm text-muted">Показатели недоступны.</p>;
  return <dl className="flex flex-wrap gap-x-6 gap-y-2">{renderFigures(shown?.answer)}</dl>;
};

interface CardLink {
  readonly title: string;
  readonly path: string;
  readonly needs: string;
  readonly module?: Schemas["ModuleName"];
}

const links: readonly CardLink[] = [
  { title: "Открытые заказы", path: "", needs: "order.view" },
  { title: "Состояние", path: "/Dashboard", needs: "order.view" },
  { title: "Принято оплат сегодня", path: "/Payment", needs: "payment.accept" },
];

const staffLinks: readonly CardLink[] = [
  { title: "Кухня", path: "/Kitchen", needs: "kitchen.cook", module: "kitchen" },
  { title: "Стоп-лист", path: "/Kitchen/Stop", needs: "kitchen.cook", module: "stopList" },
  { title: "Мои доставки", path: "/Delivery/My", needs: "delivery.deliver", module: "delivery" },
  { title: "Накладные", path: "/PackingList", needs: "stock.edit", module: "suppliers" },
  { title: "Списания и приготовления", path: "/StockAct", needs: "stock.edit", module: "stock" },
  { title: "Склад", path: "/Stock", needs: "stock.edit", module: "stock" },
  { title: "Что заказать", path: "/Stock/ToOrder", needs: "stock.edit", module: "stock" },
];

/**
 * Card of a company on the home page with its figures and links (platform, section 2). If the user may not see orders,
 * the links lead to the kitchen, the delivery and the stock.
 */
export const CompanyCard = ({ company: { id, name, logoUrl, modulesOff } }: { company: Schemas["Company"] }) => {
  const hasPermission = usePermissions(id);
  const mayView = hasPermission("order.view");
  const shown = (mayView ? links : staffLinks).filter(
    ({ needs, module }) => hasPermission(needs) && !(module && modulesOff?.includes(module)),
  );
  const path = `/Company/${id}`;
  return (
    <li className="card flex flex-col gap-3">
      <h2 className="flex items-center gap-2.5 text-lg font-semibold">
        {logoUrl && <Thumbnail src={logoUrl} size={32} className="size-8 rounded object-contain" />}
        <Link href={`${path}${shown[0]?.path ?? "/Operations"}`} className="min-w-0 wrap-anywhere hover:text-accent">
          {name}
        </Link>
      </h2>
      {mayView && <Figures companyId={id} />}
      <div className="mt-auto flex flex-wrap gap-2">
        {shown.map((link, index) => (
          <Link
            key={link.path}
            href={`${path}${link.path}`}
            className={index === 0 ? "btn btn-primary" : "btn btn-plain"}
          >
            {link.title}
          </Link>
        ))}
        <Link href={`${path}/Operations`} className="btn btn-plain">
          Управление
        </Link>
      </div>
    </li>
  );
};
