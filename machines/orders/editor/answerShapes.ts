import { hasFields, isListOf } from "#api/answerShape.ts";
import type { Schemas } from "#api/client.ts";

const isId = (value: unknown): boolean => Number.isInteger(value);

const areIds = (value: unknown): boolean => Array.isArray(value) && value.every(isId);

/** Returns true if a field is absent, or if `check` accepts its value. */
const isAbsentOr = (check: (value: unknown) => boolean, owner: object, name: string): boolean => {
  const value: unknown = Reflect.get(owner, name);
  return value === undefined || check(value);
};

/** Returns a function that checks if a value is a list of objects with an id and the given fields. */
const isListWithIds =
  (fields: Parameters<typeof isListOf>[0], check: (entry: object) => boolean = () => true) =>
  (value: unknown): boolean =>
    Array.isArray(value) &&
    value.every((entry: unknown) => hasFields(entry, fields) && isId(Reflect.get(entry, "id")) && check(entry));

const areLines = isListWithIds({ name: "string", price: "number", count: "number", modificators: "list" }, (line) =>
  isAbsentOr(isId, line, "itemId"),
);

/** Returns true if a server answer has the order fields that the editor needs to show the order. */
export const isEditableOrder = (data: unknown): data is Schemas["Order"] =>
  hasFields(data, { internalId: "number", amount: "number", phone: "string", date: "moment" }) &&
  isId(Reflect.get(data, "id")) &&
  isAbsentOr((version) => typeof version === "number", data, "version") &&
  areIds(Reflect.get(data, "tags")) &&
  areLines(Reflect.get(data, "items"));

const areFormerOrders = isListWithIds({ internalId: "number" }, (order) =>
  isAbsentOr((dishes) => Array.isArray(dishes) && dishes.every((dish) => typeof dish === "string"), order, "dishes"),
);

/** Returns true if a server answer has the customer fields that the editor needs to show the customer. */
export const isCustomer = (data: unknown): boolean => {
  if (!hasFields(data, { orderCount: "number", avaragePay: "number", totalPay: "number" })) return false;
  const alias: unknown = Reflect.get(data, "alias");
  return (
    (alias === null || typeof alias === "string") &&
    isAbsentOr(isListOf({ deliveryAddress: "string" }), data, "addresses") &&
    isAbsentOr(areFormerOrders, data, "lastOrders")
  );
};

/** Returns true if a server answer is a list of dishes. */
export const areItems = isListWithIds(
  { name: "string", price: "number" },
  (item) =>
    areIds(Reflect.get(item, "categoriesId")) &&
    isAbsentOr(isListWithIds({ name: "string", price: "number" }), item, "modificators"),
);

/** Returns true if a server answer is a list of named objects, such as categories or discounts. */
export const areNamed = isListWithIds({ name: "string" });

/** Returns the current order from the body of a 412 answer (stale version), or undefined if the body contains none. */
export const findStaleOrder = (body: unknown): Schemas["Order"] | undefined => {
  const order: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "order") : undefined;
  return isEditableOrder(order) ? order : undefined;
};
