import { formatMoney } from "#domain/money.ts";
import type { DayQuery, Orders } from "#machines/queries/dashboard.ts";
import type { GoodDirection } from "../../shared/compareFigures.ts";
import { NoOrders } from "../../shared/NoOrders.tsx";
import type { QueryView } from "../../shared/useQuery.ts";
import { Badge } from "../../ui/Badge.tsx";
import { BarTable } from "../../ui/charts/BarTable.tsx";
import { Link } from "../../ui/Link.tsx";
import { DashboardCard } from "./DashboardCard.tsx";
import { type DashboardCardProps, Figure, type OtherDays } from "./Figure.tsx";
import { ordersPath } from "./ordersPath.ts";

const formatCount = String;

const figuresOf = (
  query: DayQuery,
  { statuses }: Orders,
): readonly {
  field: "totalCount" | "openCount" | "closeCount" | "canceledCount" | "average";
  label: string;
  format?: (value: number) => string;
  good: GoodDirection;
  href?: string;
}[] => [
  { field: "totalCount", label: "Заказов", good: "more", href: ordersPath(query, "/DashBoard/Summury") },
  { field: "average", label: "Средний чек", good: "more", format: formatMoney },
  { field: "openCount", label: "Открыто", good: "neither", href: ordersPath(query, "") },
  { field: "closeCount", label: "Закрыто", good: "more" },
  {
    field: "canceledCount",
    label: "Отменено",
    good: "less",
    href: ordersPath(
      query,
      "/DashBoard/Summury",
      (statuses ?? []).filter(({ isCanceled }) => isCanceled).map(({ statusId }) => statusId),
    ),
  },
];

const Statuses = ({ statuses, query }: { statuses: NonNullable<Orders["statuses"]>; query: DayQuery }) => (
  <BarTable
    caption="Заказы по статусам"
    head="Статус"
    rows={statuses}
    keyOf={({ statusId }) => statusId}
    name={({ statusId, name, color }) => (
      <Link href={ordersPath(query, "/DashBoard/Summury", [statusId])} className="hover:underline">
        <Badge colour={color}>{name}</Badge>
      </Link>
    )}
    size={(status) => status.count}
    columns={[
      { head: "Заказов", cell: (status) => status.count },
      { head: "Сумма", cell: ({ amount }) => formatMoney(amount) },
    ]}
    empty="Заказов за день нет."
  />
);

const Figures = ({ orders, query, names }: { orders: Orders; query: DayQuery; names: OtherDays }) => (
  <>
    <dl className="grid grid-cols-6 gap-x-4 gap-y-4">
      {figuresOf(query, orders).map(({ field, format = formatCount, ...texts }) => {
        const now = orders[field];
        return (
          now !== undefined && (
            <Figure
              key={field}
              {...texts}
              className={field === "totalCount" || field === "average" ? "col-span-3" : "col-span-2"}
              names={names}
              format={format}
              days={{ now, dayBefore: orders.dayBefore?.[field], weekBefore: orders.weekBefore?.[field] }}
            />
          )
        );
      })}
    </dl>
    <div className="mt-3">
      {orders.totalCount + orders.canceledCount > 0 ? (
        orders.statuses && <Statuses statuses={orders.statuses} query={query} />
      ) : (
        <NoOrders
          companyId={query.companyId}
          text={query.date === undefined ? "Сегодня заказов ещё нет." : "В этот день заказов не было."}
        />
      )}
    </div>
  </>
);

/** Card with the counts and the average amount of a day's orders, and with the orders by status. */
export const OrdersCard = ({
  view,
  query,
  names,
  timeZone,
  group,
}: DashboardCardProps & { view: QueryView<DayQuery, Orders> }) => (
  <DashboardCard title="Заказы за день" view={view} timeZone={timeZone} group={group}>
    {(orders) => <Figures orders={orders} query={query} names={names} />}
  </DashboardCard>
);
