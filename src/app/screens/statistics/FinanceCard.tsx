import type { Schemas } from "#api/client.ts";
import { formatMoney } from "#domain/money.ts";
import { type DayQuery, type Finance, financeOfDayQuery } from "#machines/queries/dashboard.ts";
import type { GoodDirection } from "../../shared/compareFigures.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { ShareBar } from "../../ui/charts/ShareBar.tsx";
import { DashboardCard } from "./DashboardCard.tsx";
import { type DashboardCardProps, Figure, type OtherDays } from "./Figure.tsx";
import { ordersPath } from "./ordersPath.ts";

type Field = keyof Schemas["FinanceFigures"];

const fields: readonly { field: Field; label: string; hint: string; good: GoodDirection }[] = [
  { field: "amount", label: "Сумма заказов", hint: "Заказы дня без отменённых", good: "more" },
  { field: "realIncome", label: "Получено", hint: "Оплаты, проведённые за день, без возвратов дня", good: "more" },
  { field: "totalExpense", label: "Себестоимость", hint: "Себестоимость заказов дня", good: "neither" },
  { field: "realExpense", label: "Израсходовано", hint: "Себестоимость закрытых заказов дня", good: "neither" },
];

const Figures = ({ finance, query, names }: { finance: Finance; query: DayQuery; names: OtherDays }) => {
  const highest = Math.max(1, ...fields.map(({ field }) => finance[field]));
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-4">
      {fields.map(({ field, ...texts }) => (
        <Figure
          key={field}
          {...texts}
          names={names}
          format={formatMoney}
          days={{ now: finance[field], dayBefore: finance.dayBefore?.[field], weekBefore: finance.weekBefore?.[field] }}
          {...(field === "amount" && { href: ordersPath(query, "/DashBoard/Summury") })}
        >
          <ShareBar share={finance[field] / highest} />
        </Figure>
      ))}
    </dl>
  );
};

/** Card with the money of a day: ordered, received and spent. */
export const FinanceCard = ({ query, names, timeZone, group }: DashboardCardProps) => (
  <DashboardCard title="Деньги за день" view={useQuery(financeOfDayQuery, query)} timeZone={timeZone} group={group}>
    {(finance) => <Figures finance={finance} query={query} names={names} />}
  </DashboardCard>
);
