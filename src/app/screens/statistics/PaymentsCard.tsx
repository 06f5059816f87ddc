import { formatMoney, roundMoney } from "#domain/money.ts";
import {
  compareMethods,
  type DayPayments,
  type DayQuery,
  type MethodRow,
  paymentsOfDayQuery,
} from "#machines/queries/dashboard.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { BarTable } from "../../ui/charts/BarTable.tsx";
import { DashboardCard } from "./DashboardCard.tsx";
import { type DashboardCardProps, Figure, type OtherDays } from "./Figure.tsx";
import { ordersPath } from "./ordersPath.ts";

const sumOf = ({ list }: Pick<DayPayments, "list">): number =>
  roundMoney(list.reduce((sum, { amount }) => sum + amount, 0));

const Figures = ({ payments, query, names }: { payments: DayPayments; query: DayQuery; names: OtherDays }) => {
  const { dayBefore, weekBefore } = payments;
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Figure
          label="Принято оплат"
          hint="Проведено за день за вычетом возвратов"
          names={names}
          format={formatMoney}
          days={{
            now: sumOf(payments),
            dayBefore: dayBefore && sumOf(dayBefore),
            weekBefore: weekBefore && sumOf(weekBefore),
          }}
        />
        <Figure
          label="Ещё к оплате"
          hint="Остаток по открытым заказам дня"
          good="less"
          names={names}
          format={formatMoney}
          days={{ now: payments.requred, dayBefore: dayBefore?.requred, weekBefore: weekBefore?.requred }}
          href={ordersPath(query, "/DashBoard/Summury")}
        />
      </dl>
      <div className="mt-3">
        <BarTable
          caption="Оплаты по способам"
          head="Способ оплаты"
          rows={compareMethods(payments)}
          keyOf={({ name }) => name}
          name={({ name }) => name}
          size={({ now }) => now}
          columns={[
            { head: "За день", cell: ({ now }) => formatMoney(now) },
            ...(dayBefore ? [{ head: names.dayBefore, cell: (row: MethodRow) => formatMoney(row.dayBefore) }] : []),
          ]}
          empty="Оплат за день пока нет."
        />
      </div>
    </>
  );
};

/** Card with the payments of a day by payment method, and the unpaid amount. */
export const PaymentsCard = ({ query, names, timeZone, group }: DashboardCardProps) => (
  <DashboardCard title="Оплаты" view={useQuery(paymentsOfDayQuery, query)} timeZone={timeZone} group={group}>
    {(payments) => <Figures payments={payments} query={query} names={names} />}
  </DashboardCard>
);
