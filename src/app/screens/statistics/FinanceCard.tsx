import type { Schemas } from "#api/client.ts";
import { formatMoney } from "#domain/money.ts";
import { type DayQuery, type Finance, financeOfDay } from "#machines/dashboards/dashboard.ts";
import { useView } from "../../resource/useView.ts";
import { Bar } from "../../ui/charts/Bar.tsx";
import type { Good } from "./change.ts";
import { DashboardCard } from "./DashboardCard.tsx";
import { ordersPath } from "./dayPlace.ts";
import { type CardProps, Figure, type OtherDays } from "./Figure.tsx";

type Field = keyof Schemas["FinanceFigures"];

const fields: readonly { field: Field; label: string; hint: string; good: Good }[] = [
  { field: "amount", label: "Сумма заказов", hint: "Заказы дня без отменённых", good: "more" },
  { field: "realIncome", label: "Получено", hint: "Оплаты, проведённые за день, без возвратов дня", good: "more" },
  { field: "totalExpense", label: "Себестоимость", hint: "Себестоимость заказов дня", good: "neither" },
  { field: "realExpense", label: "Израсходовано", hint: "Себестоимость закрытых заказов дня", good: "neither" },
];

const Figures = ({ finance, query, names }: { finance: Finance; query: DayQuery; names: OtherDays }) => {
  const most = Math.max(1, ...fields.map(({ field }) => finance[field]));
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-4">
      {fields.map(({ field, ...words }) => (
        <Figure
          key={field}
          {...words}
          names={names}
          format={formatMoney}
          days={{ now: finance[field], dayBefore: finance.dayBefore?.[field], weekBefore: finance.weekBefore?.[field] }}
          {...(field === "amount" && { href: ordersPath(query, "/DashBoard/Summury") })}
        >
          <Bar share={finance[field] / most} />
        </Figure>
      ))}
    </dl>
  );
};

/** The money of a day: ordered, received, spent. */
export const FinanceCard = ({ query, names, timeZone, asked }: CardProps) => (
  <DashboardCard title="Деньги" view={useView(financeOfDay, query)} timeZone={timeZone} asked={asked}>
    {(finance) => <Figures finance={finance} query={query} names={names} />}
  </DashboardCard>
);
