import type { ReactNode } from "react";
import { formatDateTime } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import type { ShiftReport } from "#machines/finance/cashShift.ts";
import { classNames } from "../../ui/classNames.ts";
import { differenceText } from "./financeTexts.ts";

const Row = ({ title, value, isStrong = false }: { title: string; value: string; isStrong?: boolean }) => (
  <tr
    className={classNames("min-[1700px]:border-b min-[1700px]:border-line print:border-0", isStrong && "font-semibold")}
  >
    <th scope="row" className={classNames("py-1 pr-4 text-left", isStrong ? "font-semibold" : "font-normal")}>
      {title}
    </th>
    <td className="py-1 text-right whitespace-nowrap tabular-nums">{value}</td>
  </tr>
);

const counted = (title: string, count: number) => (count > 0 ? `${title} (${count})` : title);

const Pending = ({ pending }: { pending: ShiftReport["pending"] }) =>
  pending.length > 0 && (
    <section className="mt-3">
      <h3 className="font-semibold">Ещё не сдали</h3>
      <ul>
        {pending.map(({ id, alias, amount, payments }) => (
          <li key={id} className="wrap-anywhere">
            {alias}: {formatMoney(amount)}
            <span className="text-sm">
              {" "}
              (заказы {payments.map(({ internalOrderId }) => `№ ${internalOrderId}`).join(", ")})
            </span>
          </li>
        ))}
      </ul>
    </section>
  );

interface ReportProps {
  report: ShiftReport;
  timeZone: string;
}

/** Movements of the cash in a shift, from the opening amount to the expected and the counted amount. */
const ShiftMovements = ({ report, timeZone }: ReportProps) => {
  const { shift } = report;
  const isClosed = shift.closedAt !== null;
  const movements = [
    ["Внесено", report.income],
    ["Потрачено", -report.expense],
    ["Перемещено сюда", report.transferIn],
    ["Перемещено отсюда", -report.transferOut],
  ] as const;
  return (
    <div>
      <p className="text-sm">
        Открыта {formatDateTime(shift.openedAt, timeZone)}
        {shift.openedByAlias && `, ${shift.openedByAlias}`}
        <br />
        {shift.closedAt === null
          ? `Отчёт на ${formatDateTime(report.at, timeZone)}`
          : `Закрыта ${formatDateTime(shift.closedAt, timeZone)}${shift.closedByAlias ? `, ${shift.closedByAlias}` : ""}`}
      </p>
      <table className="mt-2 w-full max-w-md min-[1700px]:max-w-none">
        <caption className="sr-only">{isClosed ? "Z-отчёт" : "X-отчёт"}</caption>
        <tbody>
          <Row title="В начале смены" value={formatMoney(shift.opening)} />
          <Row title={counted("Оплаты заказов", report.paymentCount)} value={formatMoney(report.payments)} />
          <Row title={counted("Возвраты", report.refundCount)} value={formatMoney(-report.refunds)} />
          {movements.map(
            ([title, amount]) => amount !== 0 && <Row key={title} title={title} value={formatMoney(amount)} />,
          )}
          <Row title="Должно быть" value={formatMoney(report.expected)} isStrong />
          {shift.counted !== null && <Row title="Насчитали" value={formatMoney(shift.counted)} isStrong />}
        </tbody>
      </table>
    </div>
  );
};

/** Cash difference of a counted shift, and the cash that employees have not handed in. */
const ShiftOutcome = ({ report: { shift, pending } }: Pick<ReportProps, "report">) => (
  <div>
    {shift.difference !== null && (
      <p className="font-semibold wrap-anywhere">
        {differenceText(shift.difference)}
        {shift.reason && <span className="font-normal"> ({shift.reason})</span>}
      </p>
    )}
    <Pending pending={pending} />
    <p className="mt-3 text-xs text-muted print:text-ink">Не фискальный отчёт.</p>
  </div>
);

/**
 * Report of a cash shift: an X report while the shift is open, and a Z report after it was closed. The outcome and
 * `children` are below the movements, and on a wide screen beside them.
 */
export const ShiftReportTable = ({ children, ...props }: ReportProps & { children?: ReactNode }) => (
  <div className="grid gap-2 min-[1700px]:grid-cols-2 min-[1700px]:gap-x-10 print:grid-cols-1">
    <ShiftMovements {...props} />
    <div className="grid content-start gap-4">
      <ShiftOutcome {...props} />
      {children}
    </div>
  </div>
);
