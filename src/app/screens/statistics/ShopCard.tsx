import type { Schemas } from "#api/client.ts";
import { formatMoney } from "#domain/money.ts";
import { type DayQuery, shopOfDayQuery } from "#machines/queries/dashboard.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { DashboardCard } from "./DashboardCard.tsx";
import type { DashboardCardProps } from "./Figure.tsx";
import { type FigureRow, FigureTable } from "./FigureTable.tsx";
import { ordersPath } from "./ordersPath.ts";

const rowsOf = (
  { orderCount, amount, cancelledCount, reviewCount }: Schemas["DashboardShop"],
  query: DayQuery,
): readonly FigureRow[] => {
  const href = ordersPath(query, "/DashBoard/Summury");
  return [
    { title: "Заказов с сайта", href, value: String(orderCount) },
    { title: "На сумму", href, value: formatMoney(amount) },
    { title: "Отменено", href, value: String(cancelledCount) },
    ...(reviewCount === null
      ? []
      : [
          {
            title: "Ждут проверки",
            href: `/Company/${query.companyId}`,
            value: String(reviewCount),
            isBad: reviewCount > 0,
          },
        ]),
  ];
};

/** Card with the orders of the public shop (areas, sections 9 and 14). */
export const ShopCard = ({
  query,
  timeZone,
  group,
}: Pick<DashboardCardProps, "timeZone" | "group"> & { query: DayQuery }) => (
  <DashboardCard title="Сайт" view={useQuery(shopOfDayQuery, query)} timeZone={timeZone} group={group}>
    {(figures) => <FigureTable caption="Заказы с сайта" rows={rowsOf(figures, query)} />}
  </DashboardCard>
);
