import { formatDateTime, formatTime } from "#domain/format.ts";
import { formatPhone } from "#domain/phone.ts";
import type { DeliveryTrip } from "#machines/boards/delivery.ts";
import { useTimeZone } from "../../services/context.ts";
import { dishesText, fullAddress, moneyText } from "./deliveryTexts.ts";

/** Route sheet of a trip for printing: the stops with addresses, phones, dishes and money. */
export const RouteSheet = ({ trip, companyId, now }: { trip: DeliveryTrip; companyId: number; now: number }) => {
  const timeZone = useTimeZone(companyId);
  return (
    <article>
      <h1 className="text-base font-bold">
        Маршрутный лист № {trip.number}, {trip.courierAlias}
      </h1>
      <p className="mb-3">{formatDateTime(new Date(now).toISOString(), timeZone)}</p>
      <table className="w-full border-collapse text-left [&_:is(td,th)]:border [&_:is(td,th)]:p-1.5 [&_:is(td,th)]:align-top">
        <thead>
          <tr>
            <th scope="col">Заказ</th>
            <th scope="col">Ко времени</th>
            <th scope="col">Адрес и телефон</th>
            <th scope="col">Блюда</th>
            <th scope="col">Деньги</th>
          </tr>
        </thead>
        <tbody>
          {trip.stops.map(({ order }) => (
            <tr key={order.orderId}>
              <td>№ {order.internalId}</td>
              <td>{formatTime(order.due, timeZone)}</td>
              <td>
                {fullAddress(order)}
                <br />
                {order.phone && formatPhone(order.phone)} {order.alias}
                {order.note && (
                  <>
                    <br />
                    {order.note}
                  </>
                )}
              </td>
              <td>{dishesText(order.items)}</td>
              <td>{moneyText(order)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
};
