import type { Order } from "#machines/queries/order.ts";

/** Returns the delivery address in one line, or an empty string for an order without delivery. */
export const formatAddress = (order: Order): string => {
  const flat = order.deliveryAddressApartmentNumber;
  const { deliveryAddressEntrance: entrance, deliveryAddressLevel: level } = order;
  return [
    order.deliveryAddress,
    order.deliveryAddressBuilding,
    flat && `кв. ${flat}`,
    entrance && `под. ${entrance}`,
    level && `эт. ${level}`,
  ]
    .filter(Boolean)
    .join(", ");
};
