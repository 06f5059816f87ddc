import type { Schemas } from "#api/client.ts";

/** The address of an order in one line; empty when it is taken away. */
export const addressOf = (order: Schemas["Order"]): string => {
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
