import type { Schemas } from "#api/client.ts";
import { anOrder } from "./orderSamples.ts";

/** A dish with a modifier. */
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

/** A dish that costs kopecks and has no modifier. */
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

const category = {
  parentId: null,
  imageUrl: null,
  customField: {},
  isActive: true,
  isCompanyGroup: false,
  countItems: 1,
};

/** The categories of both dishes. */
export const categories: Schemas["Category"][] = [
  { ...category, id: 2, name: "Пицца", fullName: "Пицца" },
  { ...category, id: 3, name: "Напитки", fullName: "Напитки" },
];

/** Ten percent off the whole order. */
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

/** An order of two Margheritas at an older price, 900 roubles, to be delivered. */
export const savedOrder = anOrder({
  id: 3517,
  internalId: 17,
  items: [
    {
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
    },
  ],
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

/** Another address, where the customer had something delivered to before. */
export const address: Schemas["CustomerAddress"] = {
  deliveryAddress: "ул. Лесная",
  deliveryAddressBuilding: "3",
  deliveryAddressApartmentNumber: "15",
  deliveryAddressLevel: "4",
  deliveryAddressEntrance: null,
};

/** The customer of the order's phone. */
export const maria: Schemas["Customer"] = {
  alias: "Мария Кузнецова",
  phone: "+79161234567",
  orderCount: 14,
  avaragePay: 1720,
  totalPay: 24080,
  addresses: [address],
  lastOrders: [{ id: 3517, internalId: 17, date: "2026-11-14T19:20:00+03:00", amount: 900 }],
};
