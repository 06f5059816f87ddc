import { describe, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { discountLimitOf, offeredDiscounts } from "#machines/orders/editor/offeredDiscounts.ts";

const discount = (id: number, more: Partial<Schemas["Discount"]>): Schemas["Discount"] => ({
  id,
  name: `Скидка ${id}`,
  type: "%",
  value: 10,
  order: id,
  isRemoved: false,
  detail: null,
  ...more,
});
const discounts = [
  discount(1, { value: 10 }),
  discount(2, { value: 50 }),
  discount(3, { type: "fixed", value: 300 }),
  discount(4, { isRemoved: true }),
];
const line = (price: number) => ({
  key: "a",
  id: null,
  itemId: 5,
  categoryId: 1,
  name: "Маргарита",
  price,
  count: 1,
  note: "",
  isRemoved: false,
  modificators: [],
});
const idsFor = (
  { price, discountId = null, keptId = null }: { price?: number; discountId?: number | null; keptId?: number | null },
  limit: number | undefined,
) =>
  offeredDiscounts({ lines: price === undefined ? [] : [line(price)], discountId }, discounts, keptId, limit).map(
    ({ id }) => id,
  );

describe("offered discounts", () => {
  test("offered discounts — exclude removed discounts and discounts above the user's limit", () => {
    expect(idsFor({ price: 1000 }, 10)).toEqual([1]);
    expect(idsFor({ price: 3000 }, 10)).toEqual([1, 3]);
    expect(idsFor({ price: 1000 }, 50)).toEqual([1, 2, 3]);
    expect(idsFor({ price: 1000 }, undefined)).toEqual([1, 2, 3]);
  });

  test("offered discounts — exclude percentages above the limit, even for an order without lines", () => {
    expect(idsFor({}, 10)).toEqual([1, 3]);
  });

  test("offered discounts — include the chosen and the saved discount of the order, even if removed or above the limit", () => {
    expect(idsFor({ price: 1000, discountId: 4, keptId: 2 }, 10)).toEqual([1, 2, 4]);
  });
});

test("discountLimitOf — returns 0 without the permission, and undefined while the permissions are unknown", () => {
  expect(discountLimitOf({ "discount.maxPercent": 15 })).toBe(15);
  expect(discountLimitOf({})).toBe(0);
  expect(discountLimitOf(undefined)).toBeUndefined();
});
