import { expect, test } from "vitest";
import {
  areItems,
  areNamed,
  findStaleOrder,
  isCustomer,
  isEditableOrder,
} from "#machines/orders/editor/answerShapes.ts";
import { maria, savedOrder } from "../support/machines/orderEditorSamples.ts";

const item = {
  id: 1,
  name: "Маргарита",
  price: 500,
  categoriesId: [1],
  modificators: [{ id: 2, name: "Сыр", price: 50 }],
};
const customer = { ...maria, addresses: [{ deliveryAddress: "Лесная" }], lastOrders: [{ id: 1, internalId: 5 }] };

test.each([
  ["without an id", { id: undefined }],
  ["with a fractional id", { id: 1.5 }],
  ["with a text as the version", { version: "7" }],
  ["without tags", { tags: undefined }],
  ["with a text among its tags", { tags: [1, "2"] }],
  ["without a phone number", { phone: undefined }],
  ["without lines", { items: undefined }],
  ["of which one line has no id", { items: [savedOrder.items[0], { ...savedOrder.items[0], id: undefined }] }],
  ["of which one line has a text as the id of its dish", { items: [{ ...savedOrder.items[0], itemId: "5" }] }],
  ["of which one line has no name", { items: [{ ...savedOrder.items[0], name: undefined }] }],
] as const)("isEditableOrder and findStaleOrder — reject an order %s", (_, difference) => {
  expect(isEditableOrder({ ...savedOrder, version: undefined })).toBe(true);
  expect(isEditableOrder({ ...savedOrder, items: [{ ...savedOrder.items[0], itemId: undefined }] })).toBe(true);
  expect(isEditableOrder({ ...savedOrder, ...difference })).toBe(false);
  expect(findStaleOrder({ order: { ...savedOrder, ...difference } })).toBeUndefined();
});

test("findStaleOrder — returns the order of a response, or undefined if the response contains no order", () => {
  expect(findStaleOrder({ order: savedOrder })).toBe(savedOrder);
  expect([null, undefined, "text", {}].map(findStaleOrder)).toEqual([undefined, undefined, undefined, undefined]);
});

test.each([
  ["without a number of orders", { orderCount: undefined }],
  ["with a number as the name", { alias: 5 }],
  ["with a text in place of the addresses", { addresses: "Лесная" }],
  ["with an address without a street", { addresses: [{}] }],
  ["with a former order without a number", { lastOrders: [{ id: 1 }] }],
  ["with a text in place of the dishes of a former order", { lastOrders: [{ id: 1, internalId: 5, dishes: "Чай" }] }],
  ["with a number among the dishes of a former order", { lastOrders: [{ id: 1, internalId: 5, dishes: ["Чай", 5] }] }],
])("isCustomer — rejects a customer %s", (_, difference) => {
  expect(isCustomer({ ...customer, alias: null })).toBe(true);
  expect(isCustomer({ ...customer, alias: "Мария" })).toBe(true);
  expect(isCustomer({ ...customer, lastOrders: [{ id: 1, internalId: 5, dishes: ["Чай"] }] })).toBe(true);
  expect(isCustomer({ ...customer, addresses: undefined, lastOrders: undefined })).toBe(true);
  expect(isCustomer({ ...customer, ...difference })).toBe(false);
});

test.each([
  ["without a price", { price: undefined }],
  ["without an id", { id: undefined }],
  ["without categories", { categoriesId: undefined }],
  ["with a text among its categories", { categoriesId: [1, "2"] }],
  ["with a modifier without a price", { modificators: [{ id: 2, name: "Сыр" }] }],
])("areItems — rejects a list with a dish %s", (_, difference) => {
  expect(areItems([item, { ...item, modificators: undefined }])).toBe(true);
  expect(areItems([item, { ...item, ...difference }])).toBe(false);
});

test("areNamed — accepts only a list of objects with a numeric id and a name", () => {
  expect(areNamed([])).toBe(true);
  expect(areNamed([{ id: 1, name: "Пицца" }])).toBe(true);
  expect(areNamed([{ id: 1, name: "Пицца" }, { id: 2 }])).toBe(false);
  expect(areNamed([{ id: "1", name: "Пицца" }])).toBe(false);
  expect(areNamed({})).toBe(false);
});
