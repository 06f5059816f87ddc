import { formatDay } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import type { CalendarDay } from "#machines/queries/calendar.ts";
import { weekdayName } from "../../shared/dayNames.ts";
import { Link } from "../../ui/Link.tsx";
import { ordersPath } from "./ordersPath.ts";

/** Table of the calendar with one row for each day. A row links to the order summary of the day. */
export const CalendarTable = ({ companyId, days }: { companyId: number; days: readonly CalendarDay[] }) => (
  <table className="table">
    <caption className="sr-only">Заказы и деньги по дням</caption>
    <thead>
      <tr>
        <th scope="col">День</th>
        <th scope="col" className="num">
          Заказов
        </th>
        <th scope="col" className="num">
          Отменено
        </th>
        <th scope="col" className="num">
          Сумма
        </th>
      </tr>
    </thead>
    <tbody>
      {days.map(({ date, count, amount = 0, canceledCount = 0 }) => (
        <tr key={date}>
          <td>
            <Link href={ordersPath({ companyId, date }, "/DashBoard/Summury")} className="text-accent hover:underline">
              {formatDay(date)}
            </Link>{" "}
            <span className="text-muted">{weekdayName(date)}</span>
          </td>
          <td className="num">{count}</td>
          <td className="num">{canceledCount}</td>
          <td className="num">{formatMoney(amount)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
