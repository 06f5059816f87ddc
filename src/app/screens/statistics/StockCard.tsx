import type { Schemas } from "#api/client.ts";
import { formatDay } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { stockFiguresQuery } from "#machines/queries/dashboard.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { DashboardCard } from "./DashboardCard.tsx";
import type { DashboardCardProps } from "./Figure.tsx";
import { type FigureRow, FigureTable } from "./FigureTable.tsx";

const rowsOf = (figures: Schemas["DashboardStock"], path: string): readonly FigureRow[] => {
  const { amount, belowZeroCount, lowCount, sentCount, sentAmount, awaitedCount, dueCount } = figures;
  const { monthStart, lossAmount, surplusAmount, writtenOffAmount } = figures;
  return [
    { title: "Товаров на сумму", href: `${path}/Stock`, value: formatMoney(amount) },
    { title: "Остаток ниже нуля", href: `${path}/Stock`, value: String(belowZeroCount), isBad: belowZeroCount > 0 },
    { title: "Заканчивается", href: `${path}/Stock/ToOrder`, value: String(lowCount), isBad: lowCount > 0 },
    {
      title: "Отправлено, не принято",
      href: `${path}/TransferList`,
      value: sentCount === 0 ? "0" : `${sentCount} на ${formatMoney(sentAmount)}`,
    },
    { title: "Ждут приёмки", href: `${path}/TransferList`, value: String(awaitedCount) },
    {
      title: "Пора посчитать групп",
      href: `${path}/Inventory/DashBoard`,
      value: String(dueCount),
      isBad: dueCount > 0,
    },
    {
      title: `Недостача с ${formatDay(monthStart).slice(0, 5)}`,
      href: `${path}/Inventory/DashBoard`,
      value: formatMoney(lossAmount),
    },
    {
      title: `Излишек с ${formatDay(monthStart).slice(0, 5)}`,
      href: `${path}/Inventory/DashBoard`,
      value: formatMoney(surplusAmount),
    },
    {
      title: `Списано с ${formatDay(monthStart).slice(0, 5)}`,
      href: `${path}/StockAct?kind=writeOff&startDate=${monthStart}`,
      value: formatMoney(writtenOffAmount),
    },
  ];
};

/**
 * Card with the value and the shortages of the stock, the transfers in transit, the inventories that are due, and the
 * losses, surpluses and write-offs of the month (areas, section 14).
 */
export const StockCard = ({
  companyId,
  timeZone,
  group,
}: Pick<DashboardCardProps, "timeZone" | "group"> & { companyId: number }) => (
  <DashboardCard title="Склад" view={useQuery(stockFiguresQuery, { companyId })} timeZone={timeZone} group={group}>
    {(figures) => <FigureTable caption="Склад сейчас" rows={rowsOf(figures, `/Company/${companyId}`)} />}
  </DashboardCard>
);
