import { formatMoney } from "#domain/money.ts";
import type { DeliveryOrder, DeliveryStop, DeliveryTrip } from "#machines/boards/delivery.ts";

/** Names and colours of the states of a stop. */
export const stopStates = {
  assigned: { title: "в рейсе", colour: "grey" },
  onTheWay: { title: "в пути", colour: "blue" },
  delivered: { title: "доставлен", colour: "green" },
  failed: { title: "не доставлен", colour: "red" },
} as const satisfies Record<DeliveryStop["state"], { title: string; colour: string }>;

/** Names of the states of a trip. */
export const tripStates: Readonly<Record<DeliveryTrip["state"], string>> = {
  planned: "собирается",
  out: "в пути",
  returning: "возвращается",
  closed: "завершён",
};

/**
 * Returns the text about the money to collect and the pending invoices, for example "К оплате 980,00 р., сдача с 1
 * 000,00 р." or "Ждём по счёту 980,00 р.". A cancelled order has the text "Деньги не брать: заказ отменён", a paid
 * order "Оплачен".
 */
export const moneyText = ({
  requiredAmount,
  invoicedAmount = 0,
  change,
  isCancelled,
}: Pick<DeliveryOrder, "requiredAmount" | "invoicedAmount" | "change" | "isCancelled">): string => {
  if (isCancelled) return "Деньги не брать: заказ отменён";
  const required = requiredAmount > 0 && `К оплате ${formatMoney(requiredAmount)}`;
  const rest = required && change !== null && `сдача с ${formatMoney(change)}`;
  const invoiced = invoicedAmount > 0 && `${required ? "ждём" : "Ждём"} по счёту ${formatMoney(invoicedAmount)}`;
  return [required, rest, invoiced].filter(Boolean).join(", ") || "Оплачен";
};

/** Returns the text about dishes, for example "Пицца × 2 (+ Сыр × 2), Чай × 1". */
export const dishesText = (items: DeliveryOrder["items"]): string =>
  items
    .map(({ name, count, modificators = [] }) => {
      const added = modificators.map((one) => `+ ${one.name} × ${one.count}`).join(", ");
      return `${name} × ${count}${added && ` (${added})`}`;
    })
    .join(", ");

/** Returns the address with the entrance and the floor. */
export const fullAddress = ({
  address,
  entrance,
  floor,
}: Pick<DeliveryOrder, "address" | "entrance" | "floor">): string =>
  [address, entrance && `подъезд ${entrance}`, floor && `этаж ${floor}`].filter(Boolean).join(", ");

/** Returns the title of a trip. A trip that the server has not created yet has no number. */
export const tripTitle = ({ number, state }: Pick<DeliveryTrip, "number" | "state">): string =>
  number === 0 ? "Новый рейс" : `Рейс № ${number}, ${tripStates[state]}`;
