import { formatMoney } from "#domain/money.ts";
import { type CompanyFigures, openCountOf, sumCompanies } from "#machines/shell/homeFigures.ts";
import { usePermissions, useTimeZone } from "../../services/context.ts";
import { failureText } from "../../services/failureText.ts";
import { freshness } from "../../shared/freshness.ts";
import { Button } from "../../ui/Button.tsx";

const Figure = ({ value, label, isBad }: { value: string; label: string; isBad?: boolean }) => (
  <div>
    <dt className="text-xs text-muted">{label}</dt>
    <dd className={isBad ? "text-xl font-semibold text-negative" : "text-xl font-semibold"}>{value}</dd>
  </div>
);

/** Figures of one company, with the time of their last read. After a failed read, the user can read them again. */
export const CardFigures = ({
  companyId,
  figures,
  onRefresh,
}: {
  companyId: number;
  figures: CompanyFigures | undefined;
  onRefresh: () => void;
}) => {
  const timeZone = useTimeZone(companyId);
  const { state, at, failure } = figures ?? {};
  const mayConfirm = usePermissions(companyId)("payment.confirm");
  const accepted = state?.acceptedToday;
  // The server sends the sum accepted today only to users who may confirm payments. Until the figures are loaded, these
  // users see a dash in its place, so that the size of the card does not change later.
  const hasAccepted = state ? typeof accepted === "number" : mayConfirm;
  return (
    <div className="grid gap-2">
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        <Figure value={state ? String(openCountOf(state)) : "—"} label="Открыто заказов" />
        {(state === undefined || state.lateCount !== undefined) && (
          <Figure
            value={state ? String(state.lateCount) : "—"}
            label="Опаздывают"
            isBad={(state?.lateCount ?? 0) > 0}
          />
        )}
        {hasAccepted && (
          <Figure value={typeof accepted === "number" ? formatMoney(accepted) : "—"} label="Принято сегодня" />
        )}
      </dl>
      <p className="flex min-h-5 flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        {at !== undefined && freshness({ at }, timeZone)}
        {failure && (
          <>
            <span className="text-negative">Показатели не обновились. {failureText(failure)}</span>
            <Button onClick={onRefresh}>Повторить</Button>
          </>
        )}
      </p>
    </div>
  );
};

/** Sums of the figures of several companies. */
export const CompanyTotals = ({ companies }: { companies: readonly (CompanyFigures | undefined)[] }) => {
  const { openCount, lateCount, acceptedToday, missing } = sumCompanies(companies);
  const isKnown = missing < companies.length;
  return (
    <section aria-labelledby="home-totals" className="card mb-3 flex flex-wrap items-baseline gap-x-6 gap-y-2">
      <h2 id="home-totals" className="text-sm font-semibold">
        Все компании
      </h2>
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        <Figure value={isKnown ? String(openCount) : "—"} label="Открыто заказов" />
        {lateCount !== undefined && (
          <Figure value={isKnown ? String(lateCount) : "—"} label="Опаздывают" isBad={lateCount > 0} />
        )}
        {acceptedToday !== undefined && <Figure value={formatMoney(acceptedToday)} label="Принято сегодня" />}
      </dl>
      {isKnown && missing > 0 && <p className="text-xs text-muted">Без показателей компаний: {missing}</p>}
    </section>
  );
};
