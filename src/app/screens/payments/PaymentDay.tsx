import { formatDateTime, formatTime } from "#domain/format.ts";
import { formatMoney, roundMoney } from "#domain/money.ts";
import { type DayPayment, type DayTotal, paymentDayQuery, totalOf, totalsBy } from "#machines/queries/paymentDay.ts";
import { RowsExport } from "../../directory/RowsExport.tsx";
import { usePermissions, useTimeZone } from "../../services/context.ts";
import { DayStepButtons } from "../../shared/DayStepButtons.tsx";
import { dayInWords } from "../../shared/dayNames.ts";
import { QueryResult } from "../../shared/QueryResult.tsx";
import { useDaySteps } from "../../shared/useDaySteps.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Link } from "../../ui/Link.tsx";
import { movements } from "./movements.ts";
import { paymentExportColumns } from "./paymentExport.ts";

const TotalsTable = ({ title, head, totals }: { title: string; head: string; totals: readonly DayTotal[] }) => (
  <section aria-label={title} className="sheet min-w-0">
    <table className="table">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col" className="num max-[700px]:hidden">
            Принято
          </th>
          <th scope="col" className="num max-[700px]:hidden">
            Возвращено
          </th>
          <th scope="col" className="num">
            Итого
          </th>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ name, accepted, refunded }) => (
          <tr key={name}>
            <td className="wrap-anywhere">{name}</td>
            <td className="num whitespace-nowrap max-[700px]:hidden">{formatMoney(accepted)}</td>
            <td className="num whitespace-nowrap max-[700px]:hidden">{refunded > 0 ? formatMoney(refunded) : "—"}</td>
            <td className="num font-semibold whitespace-nowrap">{formatMoney(roundMoney(accepted - refunded))}</td>
          </tr>
        ))}
        {totals.length === 0 && (
          <tr>
            <td colSpan={4} className="py-4 text-center text-muted">
              Денег за день не было.
            </td>
          </tr>
        )}
      </tbody>
    </table>
  </section>
);

const PaymentRow = ({ payment, companyId, timeZone }: { payment: DayPayment; companyId: number; timeZone: string }) => {
  const { movement, at, orderId, internalId, paymentMethodName, employeeAlias, amount, reason } = payment;
  const { title, colour } = movements[movement];
  const moment = movement === "pending" ? formatDateTime(at, timeZone) : formatTime(at, timeZone);
  return (
    <tr>
      <td className="whitespace-nowrap max-[700px]:hidden">{moment}</td>
      <td>
        <Link href={`/Company/${companyId}/Order/${orderId}`} className="text-accent whitespace-nowrap underline">
          № {internalId}
        </Link>
        <span className="block text-xs text-muted wrap-anywhere min-[701px]:hidden">
          {moment}, {paymentMethodName}
          {employeeAlias && `, ${employeeAlias}`}
        </span>
      </td>
      <td className="wrap-anywhere max-[700px]:hidden">{paymentMethodName}</td>
      <td className="max-[700px]:hidden">{employeeAlias ?? "—"}</td>
      <td>
        <Badge colour={colour}>{title}</Badge>
        {reason && <span className="block text-xs text-muted wrap-anywhere">{reason}</span>}
      </td>
      <td className="num font-semibold whitespace-nowrap">
        {movement === "refunded" && "−"}
        {formatMoney(amount)}
      </td>
    </tr>
  );
};

const PaymentTable = ({
  payments,
  companyId,
  timeZone,
}: {
  payments: readonly DayPayment[];
  companyId: number;
  timeZone: string;
}) => {
  const { accepted, refunded } = totalOf(payments);
  return (
    <section aria-label="Оплаты и возвраты" className="sheet min-w-0">
      <table className="table">
        <caption className="sr-only">Оплаты и возвраты</caption>
        <thead>
          <tr>
            <th scope="col" className="max-[700px]:hidden">
              Время
            </th>
            <th scope="col">Заказ</th>
            <th scope="col" className="max-[700px]:hidden">
              Способ
            </th>
            <th scope="col" className="max-[700px]:hidden">
              Сотрудник
            </th>
            <th scope="col">Состояние</th>
            <th scope="col" className="num">
              Сумма
            </th>
          </tr>
        </thead>
        <tbody>
          {payments.map((payment) => (
            <PaymentRow
              key={`${payment.id} ${payment.movement} ${payment.refundId ?? ""}`}
              payment={payment}
              companyId={companyId}
              timeZone={timeZone}
            />
          ))}
          {payments.length === 0 && (
            <tr>
              <td colSpan={6} className="py-8 text-center text-muted">
                За этот день оплат и возвратов нет.
              </td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <td className="font-semibold">Итого</td>
            <td colSpan={3} className="max-[700px]:hidden" />
            <td />
            <td className="num text-base font-semibold whitespace-nowrap">
              {formatMoney(roundMoney(accepted - refunded))}
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
};

const Totals = ({ payments }: { payments: readonly DayPayment[] }) => {
  const { pending } = totalOf(payments);
  const settled = payments.filter(({ movement }) => movement !== "pending");
  return (
    <>
      {pending > 0 && (
        <p className="mb-3 rounded-md bg-warning-weak px-3 py-2 text-warning">
          Ждут подтверждения: {formatMoney(pending)} Откройте заказ, чтобы подтвердить или отклонить оплату.
        </p>
      )}
      <div className="mb-3 grid gap-3 lg:grid-cols-2">
        <TotalsTable
          title="По способам оплаты"
          head="Способ"
          totals={totalsBy(settled, ({ paymentMethodName }) => paymentMethodName)}
        />
        <TotalsTable
          title="По сотрудникам"
          head="Сотрудник"
          totals={totalsBy(settled, ({ employeeAlias }) => employeeAlias ?? "Без сотрудника")}
        />
      </div>
    </>
  );
};

/**
 * List of the payments and refunds of a day, pending ones first, with totals by payment method and by employee (areas,
 * section 5). Users without the permission for finances see only their own payments.
 */
export const PaymentDay = ({ companyId }: { companyId: number }) => {
  const timeZone = useTimeZone(companyId);
  const isOwnOnly = !usePermissions(companyId)("finance.view");
  const steps = useDaySteps(companyId, () => view.refresh());
  const { day, date } = steps;
  const view = useQuery(paymentDayQuery, { companyId, date });
  const title = date === undefined ? "Принято оплат сегодня" : `Принято оплат ${dayInWords(day)}`;
  useTitle(title);
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1>{title}</h1>
        {isOwnOnly && <span className="text-sm text-muted">только ваши</span>}
        <span className="flex-1" />
        <DayStepButtons companyId={companyId} steps={steps} refresh={view.refresh} />
        {view.shown && (
          <RowsExport
            name="Оплаты за день"
            columns={() => paymentExportColumns(timeZone)}
            rows={() => view.shown?.answer ?? []}
          />
        )}
      </header>
      <QueryResult view={view}>
        {(payments) => (
          <>
            <Totals payments={payments} />
            <PaymentTable payments={payments} companyId={companyId} timeZone={timeZone} />
          </>
        )}
      </QueryResult>
    </>
  );
};
