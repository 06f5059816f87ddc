import * as v from "valibot";
import type { Schemas } from "#api/client.ts";

const id = v.pipe(v.number(), v.integer());
const dateText = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text))),
);

const orderSchema = v.looseObject({
  id,
  internalId: v.number(),
  amount: v.number(),
  version: v.optional(v.number()),
  phone: v.string(),
  date: dateText,
  tags: v.array(id),
  items: v.array(
    v.looseObject({
      id,
      itemId: v.optional(id),
      name: v.string(),
      price: v.number(),
      count: v.number(),
      modificators: v.array(v.unknown()),
    }),
  ),
});

const customerSchema = v.looseObject({
  alias: v.nullable(v.string()),
  orderCount: v.number(),
  avaragePay: v.number(),
  totalPay: v.number(),
  addresses: v.optional(v.array(v.looseObject({ deliveryAddress: v.string() }))),
  lastOrders: v.optional(
    v.array(v.looseObject({ id, internalId: v.number(), dishes: v.optional(v.array(v.string())) })),
  ),
});

const itemsSchema = v.array(
  v.looseObject({
    id,
    name: v.string(),
    price: v.number(),
    categoriesId: v.array(id),
    modificators: v.optional(v.array(v.looseObject({ id, name: v.string(), price: v.number() }))),
  }),
);

const namedSchema = v.array(v.looseObject({ id, name: v.string() }));

/** Returns true if a server answer has all order fields that the editor shows. */
export const isEditableOrder = (data: unknown): data is Schemas["Order"] => v.is(orderSchema, data);

/** Returns true if a server answer has all customer fields that the editor shows. */
export const isCustomer = (data: unknown): boolean => v.is(customerSchema, data);

/** Returns true if a server answer is a list of dishes. */
export const areItems = (data: unknown): boolean => v.is(itemsSchema, data);

/** Returns true if a server answer is a list of named objects, such as categories or discounts. */
export const areNamed = (data: unknown): boolean => v.is(namedSchema, data);

/** Returns the current order from the body of a 412 answer (stale version), or undefined if the body contains none. */
export const findStaleOrder = (body: unknown): Schemas["Order"] | undefined => {
  const order: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "order") : undefined;
  return isEditableOrder(order) ? order : undefined;
};
