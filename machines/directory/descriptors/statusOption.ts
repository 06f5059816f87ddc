import type { Schemas } from "#api/client.ts";

/** Order status that can be chosen in a settings form. */
export type StatusOption = Pick<Schemas["OrderStatus"], "id" | "name" | "color">;

/** Returns the fields of an order status that a settings form shows. */
export const toStatusOption = ({ id, name, color }: StatusOption): StatusOption => ({ id, name, color });
