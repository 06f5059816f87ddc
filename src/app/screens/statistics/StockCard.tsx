import type { Schemas } from "#api/client.ts";
import { formatDay } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { stockFiguresQuery } from "#machines/queries/dashboard.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { classNames } from "../../ui/classNames.ts";
import { Link } from "../../ui/Link.tsx";
import { DashboardCard } from "./DashboardCard.tsx";
import type { DashboardCardProps } from "./Figure.tsx";

interface Row {
  readonly title: string;
  readonly href: string;
  readonly value: string;
  readonly isBad?: boolean;
}

const rowsOf = (figures: Schemas["DashboardStock"], path: string): readonly Row[] => {
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

/** Card with the value of the stock, the transfers under way and the results of counts (areas, section 14). */
export const StockCard = ({
  companyId,
  timeZone,
  group,
}: Pick<DashboardCardProps, "timeZone" | "group"> & { companyId: number }) => (
  <DashboardCard title="Склад" view={useQuery(stockFiguresQuery, { companyId })} timeZone={timeZone} group={group}>
    {(figures) => (
      <table className="w-full text-sm">
        <caption className="sr-only">Склад сейчас</caption>
        <tbody>
          {rowsOf(figures, `/Company/${companyId}`).map(({ title, href, value, isBad }) => (
            <tr key={title} className="align-baseline">
              <th scope="row" className="py-1 text-left font-normal">
                <Link href={href} className="text-accent hover:underline">
                  {title}
                </Link>
              </th>
              <td className={classNames("py-1 text-right font-semibold whitespace-nowrap", isBad && "text-negative")}>
                {value}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </DashboardCard>
);
