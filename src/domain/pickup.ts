/** Way in which the guest gets an order. */
export type OrderWay = "delivery" | "hall" | "pickup";

/** Returns the Russian name of the way in which the guest gets an order without an address. */
export const pickupText = (isInHall: boolean | undefined): string => (isInHall ? "в зале" : "самовывоз");

const wayTexts: Readonly<Record<OrderWay, string>> = { delivery: "Доставка", hall: "В зале", pickup: "Самовывоз" };

/** Returns the Russian name of a way with a capital letter. */
export const wayText = (way: OrderWay): string => wayTexts[way];

/** Returns true if the fields of a delivery apply to the order, for example the banknote to give change for. */
export const hasDeliveryFields = ({ isInHall }: { readonly isInHall: boolean }): boolean => !isInHall;
