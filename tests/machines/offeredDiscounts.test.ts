import { describe, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { noTerms } from "#domain/discountTerms.ts";
import { checkPromoCode, type DiscountedDraft, findRefused } from "#machines/orders/editor/discountRefusals.ts";
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
const termsOf = (more: Partial<NonNullable<Schemas["Discount"]["terms"]>>) => ({ ...noTerms, weekdays: null, ...more });
const discounts = [
  discount(1, { value: 10 }),
  discount(2, { value: 50 }),
  discount(3, { type: "fixed", value: 300 }),
  discount(4, { isRemoved: true }),
  discount(5, { value: 5, terms: { ...termsOf({ promoCode: "ЛЕТО" }) } }),
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

  test("offered discounts — include the draft's discount even if it is removed, and the saved discount even above the limit", () => {
    expect(idsFor({ price: 1000, discountId: 4, keptId: 2 }, 10)).toEqual([1, 2, 4]);
  });
});

test("offered discounts — the limit of a custom discount applies to the price of the order, not to the percentage", () => {
  const custom = discount(6, { value: 50, detail: [{ categoryId: 2, itemId: -1, type: "%", value: 50 }] });
  const offered = (categoryId: number) =>
    offeredDiscounts({ lines: [{ ...line(1000), categoryId }], discountId: null }, [custom], null, 10);
  expect([offered(1), offered(2)]).toEqual([[custom], []]);
});

test("offered discounts — include a discount with a promo code only if the order already has this discount", () => {
  expect(idsFor({ price: 1000, discountId: 5 }, 10)).toEqual([1, 5]);
  expect(idsFor({ price: 1000, keptId: 5 }, 10)).toEqual([1, 5]);
  expect(idsFor({ price: 1000 }, undefined)).toEqual([1, 2, 3]);
});

const saved = (more: Partial<NonNullable<DiscountedDraft["order"]>>) => ({
  creationDate: "2026-11-27T12:00:00+03:00",
  discountId: null,
  amount: 1000,
  discountAmount: 0,
  ...more,
});

const orderOf = (price: number, more: Partial<DiscountedDraft> = {}): DiscountedDraft => ({
  draft: { lines: [line(price)], promoCode: "" },
  order: null,
  zone: { timeZone: "Europe/Moscow", dayStart: "00:00" },
  now: Date.parse("2026-11-27T18:00:00+03:00"),
  ...more,
});

describe("refusal of a discount", () => {
  const lunch = discount(6, { terms: termsOf({ startTime: "12:00", endTime: "16:00" }) });
  const large = discount(7, { terms: termsOf({ minAmount: 900 }) });

  test("refusal of a discount — does not occur for a discount without terms", () => {
    expect(findRefused(discount(1, {}), orderOf(0))).toBeUndefined();
    expect(findRefused(discount(1, { terms: null }), orderOf(0))).toBeUndefined();
  });

  test("refusal of a discount — the time window is compared with the creation time of a saved order, and for a new order with the current time", () => {
    expect(findRefused(lunch, orderOf(500))).toEqual({ refusal: "wrongTime", name: "Скидка 6", terms: lunch.terms });
    expect(findRefused(lunch, orderOf(500, { order: saved({}) }))).toBeUndefined();
    const late = saved({ creationDate: "2026-11-27T16:00:00+03:00" });
    expect(findRefused(lunch, orderOf(500, { order: late }))?.refusal).toBe("wrongTime");
  });

  test("refusal of a discount — occurs if the order is below the minimum or the discount has no remaining uses", () => {
    expect(findRefused(large, orderOf(899))?.refusal).toBe("belowMinimum");
    expect(findRefused(large, orderOf(900))).toBeUndefined();
    const once = (uses: number | null) => discount(8, { terms: termsOf({ maxUses: 1 }), uses });
    expect(findRefused(once(1), orderOf(500))?.refusal).toBe("usedUp");
    expect(findRefused(once(0), orderOf(500))).toBeUndefined();
    expect(findRefused(once(null), orderOf(500))).toBeUndefined();
  });

  test("refusal of a discount — does not occur for a once-per-customer discount, because only the server knows the earlier orders", () => {
    const once = discount(8, { terms: termsOf({ isOncePerCustomer: true }) });
    expect(findRefused(once, orderOf(500))).toBeUndefined();
  });

  test("refusal of a discount — a saved order loses its discount only if its sum is below both the minimum and the saved sum", () => {
    const kept = {
      ...large,
      terms: termsOf({ minAmount: 900, endDate: "2020-01-01", promoCode: "А", maxUses: 1 }),
      uses: 1,
    };
    const order = saved({ discountId: 7, amount: 950, discountAmount: 50 });
    expect(findRefused(kept, orderOf(1000, { order }))).toBeUndefined();
    expect(findRefused(kept, orderOf(899, { order }))?.refusal).toBe("belowMinimum");
    const small = saved({ discountId: 7, amount: 750, discountAmount: 50, deliveryPrice: 100 });
    expect(findRefused(kept, orderOf(800, { order: small }))).toBeUndefined();
    expect(findRefused(kept, orderOf(700, { order: small }))).toBeUndefined();
    expect(findRefused(kept, orderOf(699, { order: small }))?.refusal).toBe("belowMinimum");
  });
});

describe("promo code", () => {
  const list = [
    ...discounts,
    discount(9, { terms: termsOf({ promoCode: "СТО", minAmount: 1000 }) }),
    discount(10, { isRemoved: true, terms: termsOf({ promoCode: "БЫЛО" }) }),
  ];

  test("promo code — is accepted in upper or lower case and with spaces", () => {
    const accepted = { kind: "accepted", discountId: 5, name: "Скидка 5", promoCode: "ЛЕТО" };
    expect(checkPromoCode(" ле то ", list, orderOf(500))).toEqual(accepted);
    expect(checkPromoCode("сто", list, orderOf(1000))).toMatchObject({ kind: "accepted", discountId: 9 });
  });

  test("promo code — an empty code, an unknown or removed code, and a refused code are reported differently", () => {
    expect(checkPromoCode("  ", list, orderOf(500))).toEqual({ kind: "empty" });
    expect(checkPromoCode("зима", list, orderOf(500))).toEqual({ kind: "unknown" });
    expect(checkPromoCode("было", list, orderOf(500))).toEqual({ kind: "unknown" });
    expect(checkPromoCode("сто", list, orderOf(999))).toMatchObject({ kind: "refused", refusal: "belowMinimum" });
  });
});

test("discountLimitOf — returns 0 without the permission, and undefined while the permissions are unknown", () => {
  expect(discountLimitOf({ "discount.maxPercent": 15 })).toBe(15);
  expect(discountLimitOf({})).toBe(0);
  expect(discountLimitOf(undefined)).toBeUndefined();
});
