import * as v from "valibot";

const id = v.pipe(v.number(), v.integer());

const orderSchema = v.looseObject({
  id,
  internalId: v.number(),
  amount: v.number(),
  version: v.number(),
  phone: v.string(),
  date: v.pipe(v.string(), v.minLength(10)),
  tags: v.array(id),
  items: v.array(
    v.looseObject({
      id,
      itemId: id,
      name: v.string(),
      price: v.number(),
      count: v.number(),
      modificators: v.array(v.unknown()),
    }),
  ),
});

const itemSchema = v.looseObject({
  id,
  name: v.string(),
  price: v.number(),
  categoriesId: v.array(id),
  modificators: v.array(v.looseObject({ id, name: v.string(), price: v.number() })),
});

const namedSchema = v.looseObject({ id, name: v.string() });

const customerSchema = v.looseObject({
  alias: v.nullable(v.string()),
  orderCount: v.number(),
  avaragePay: v.number(),
  totalPay: v.number(),
  addresses: v.optional(v.array(v.looseObject({ deliveryAddress: v.string() }))),
  lastOrders: v.optional(v.array(v.looseObject({ id, internalId: v.number() }))),
});

/** Whether an answer can be shown as a customer; former addresses and orders may be missing. */
export const isCustomer = (data: unknown): boolean => v.is(customerSchema, data);

/** Whether an answer can be shown as an order. */
export const isOrder = (data: unknown): boolean => v.is(orderSchema, data);

/** Whether an answer can be shown as the dishes of a menu. */
export const areItems = (data: unknown): boolean => v.is(v.array(itemSchema), data);

/** Whether an answer is a list of things with a name: categories, discounts. */
export const areNamed = (data: unknown): boolean => v.is(v.array(namedSchema), data);

/** The order that a refusal for a stale version carries; undefined when it carries none. */
export const staleOrder = (body: unknown): unknown =>
  v.is(v.looseObject({ order: orderSchema }), body) ? body.order : undefined;
