import type { Schemas } from "#api/client.ts";

/** Formats the delivery address of an order in one line, empty for a takeaway order. */
export const formatAddress = (order: Schemas["Order"]): string => {
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
