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

/** Returns the text about the money to collect, for example "К оплате 980,00 р., сдача с 1 000,00 р.". */
export const moneyText = ({ requiredAmount, change }: Pick<DeliveryOrder, "requiredAmount" | "change">): string => {
  if (requiredAmount === 0) return "Оплачен";
  return `К оплате ${formatMoney(requiredAmount)}${change === null ? "" : `, сдача с ${formatMoney(change)}`}`;
};

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
