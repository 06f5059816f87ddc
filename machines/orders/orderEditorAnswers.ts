import { fits, listOf, type Shape } from "#machines/support/fits.ts";

const id: Shape = Number.isInteger;

const order: Shape = {
  id,
  internalId: "number",
  amount: "number",
  version: "number",
  phone: "string",
  date: (value) => typeof value === "string" && !Number.isNaN(Date.parse(value)),
  tags: listOf(id),
  items: listOf({
    id,
    itemId: id,
    name: "string",
    price: "number",
    count: "number",
    modificators: Array.isArray,
  }),
};

const customer: Shape = {
  alias: (value) => value === null || typeof value === "string",
  orderCount: "number",
  avaragePay: "number",
  totalPay: "number",
  addresses: (value) => value === undefined || listOf({ deliveryAddress: "string" })(value),
  lastOrders: (value) => value === undefined || listOf({ id, internalId: "number" })(value),
};

/** Whether an answer can be shown as a customer; former addresses and orders may be missing. */
export const isCustomer = (data: unknown): boolean => fits(data, customer);

/** Whether an answer can be shown as an order. */
export const isOrder = (data: unknown): boolean => fits(data, order);

/** Whether an answer can be shown as the dishes of a menu. */
export const areItems = listOf({
  id,
  name: "string",
  price: "number",
  categoriesId: listOf(id),
  modificators: listOf({ id, name: "string", price: "number" }),
});

/** Whether an answer is a list of things with a name: categories, discounts. */
export const areNamed = listOf({ id, name: "string" });

/** The order that a refusal for a stale version carries; undefined when it carries none. */
export const staleOrder = (body: unknown): unknown =>
  fits(body, { order }) ? Reflect.get(Object(body), "order") : undefined;
