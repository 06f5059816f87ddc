import type { Schemas } from "#api/client.ts";
import type { Failure } from "#machines/core/failure.ts";
import type { Assortment } from "#machines/orders/editor/editorContext.ts";
import type { OrderItem } from "#machines/queries/order.ts";
import { anOrder } from "./orderSamples.ts";

/** Dish with one modifier. */
export const margherita: Schemas["MenuItem"] = {
  id: 5,
  name: "Маргарита",
  price: 490,
  categoriesId: [2],
  defaultCategoryId: 2,
  imageUrl: null,
  vendorCode: "П-001",
  modificators: [{ id: 70, name: "Сырный борт", price: 60 }],
};

/** Dish without modifiers. Its price is not a whole number of roubles. */
export const juice: Schemas["MenuItem"] = {
  ...margherita,
  id: 9,
  name: "Морс",
  price: 136.33,
  categoriesId: [3],
  defaultCategoryId: 3,
  vendorCode: null,
  modificators: [],
};

/** Dish for which a modifier of the group "Размер" must be chosen. The modifier "Сырный борт" is optional. */
export const calzone: Schemas["MenuItem"] = {
  ...margherita,
  id: 12,
  name: "Кальцоне",
  price: 500,
  modificators: [
    { id: 71, name: "30 см", price: 0, requiredGroup: { id: 9, name: "Размер" } },
    { id: 72, name: "40 см", price: 150, requiredGroup: { id: 9, name: "Размер" } },
    { id: 70, name: "Сырный борт", price: 60 },
  ],
};

const category = {
  parentId: null,
  imageUrl: null,
  customField: {},
  isActive: true,
  isCompanyGroup: false,
  countItems: 1,
};

/** Categories of the sample dishes. */
export const sampleCategories: Schemas["Category"][] = [
  { ...category, id: 2, name: "Пицца", fullName: "Пицца" },
  { ...category, id: 3, name: "Напитки", fullName: "Напитки" },
];

/** Discount of ten percent on the whole order. */
export const tenPercent: Schemas["Discount"] = {
  id: 1,
  name: "Постоянный гость",
  type: "%",
  value: 10,
  order: 1,
  isRemoved: false,
  detail: null,
  version: 1,
};

/** Menu and discounts of the company. */
export const assortment: Assortment = {
  menu: { categories: sampleCategories, items: [margherita, juice] },
  discounts: [tenPercent],
};

/** Order line of `savedOrder`. */
export const savedLine: OrderItem = {
  id: 11,
  itemId: 5,
  categoryId: 2,
  categoryName: "Пицца",
  name: "Маргарита",
  price: 450,
  count: 2,
  amount: 900,
  discountValue: 0,
  discountDescription: null,
  note: "порезать на 8",
  isRemoved: false,
  modificators: [],
};

/** Saved order with delivery: two Margheritas at a former price, 900 roubles in total. */
export const savedOrder = anOrder({
  id: 3517,
  internalId: 17,
  items: [savedLine],
  amount: 900,
  statusId: 3,
  deliveryAddress: "ул. Садовая",
  deliveryAddressBuilding: "12",
  deliveryAddressApartmentNumber: "40",
  deliveryAddressLevel: "7",
  deliveryAddressEntrance: "2",
  deliveryChange: 5000,
  persons: 3,
  tags: [1],
  customerAlias: "Мария Кузнецова",
});

/** Earlier delivery address of the customer, different from the address of `savedOrder`. */
export const address: Schemas["CustomerAddress"] = {
  deliveryAddress: "ул. Лесная",
  deliveryAddressBuilding: "3",
  deliveryAddressApartmentNumber: "15",
  deliveryAddressLevel: "4",
  deliveryAddressEntrance: null,
};

/** Customer who has the phone number of `savedOrder`. */
export const maria: Schemas["Customer"] = {
  alias: "Мария Кузнецова",
  phone: "+79161234567",
  orderCount: 14,
  avaragePay: 1720,
  totalPay: 24080,
  addresses: [address],
  lastOrders: [{ id: 3517, internalId: 17, date: "2026-11-14T19:20:00+03:00", amount: 900, dishes: ["Маргарита"] }],
};

export const aFailure = (kind: Failure["kind"], message = "", errors: Failure["errors"] = {}): Failure => ({
  kind,
  message,
  errors,
  traceId: undefined,
});
