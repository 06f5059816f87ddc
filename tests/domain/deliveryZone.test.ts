import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findZone } from "#domain/deliveryZone.ts";
import { areaOf, containsPoint, type GeoPoint, isSelfCrossing } from "#domain/geometry.ts";
import { deliveryPriceOf, goodsAmount, priceOrder } from "#domain/pricing.ts";

const at = (lat: number, lon: number): GeoPoint => ({ lat, lon });
const square = (size: number, middle = 0): GeoPoint[] => [
  at(middle - size, middle - size),
  at(middle - size, middle + size),
  at(middle + size, middle + size),
  at(middle + size, middle - size),
];
/** Shape of the letter U, open to the north. */
const horseshoe = [at(0, 0), at(0, 3), at(3, 3), at(3, 2), at(1, 2), at(1, 1), at(3, 1), at(3, 0)];

describe("polygon of a delivery zone", () => {
  test.each([
    [true, "in the middle", at(0, 0)],
    [true, "on an edge", at(0, 1)],
    [true, "on a corner", at(1, 1)],
    [false, "outside, on the extension of an edge", at(1, 2)],
    [false, "outside", at(2, 0)],
  ])("containsPoint — returns %s for a square and a point %s", (isInside, _, point) => {
    expect(containsPoint(square(1), point)).toBe(isInside);
  });

  test("a point in the gap of a U-shaped polygon is outside, and a point in its arms is inside", () => {
    expect(containsPoint(horseshoe, at(2, 1.5))).toBe(false);
    expect([at(2, 0.5), at(2, 2.5), at(0.5, 1.5)].every((point) => containsPoint(horseshoe, point))).toBe(true);
  });

  test("containsPoint and areaOf — return the same result for any first corner, and containsPoint also for the opposite winding order", () => {
    const corner = fc.nat(7);
    const point = fc.record({ lat: fc.double({ min: -1, max: 4 }), lon: fc.double({ min: -1, max: 4 }) });
    fc.assert(
      fc.property(corner, point, (first, one) => {
        const turned = [...horseshoe.slice(first), ...horseshoe.slice(0, first)];
        expect(containsPoint(turned, one)).toBe(containsPoint(horseshoe, one));
        expect(containsPoint(turned.toReversed(), one)).toBe(containsPoint(horseshoe, one));
        expect(areaOf(turned)).toBeCloseTo(7);
      }),
    );
  });

  test.each([
    [false, "square", square(1)],
    [false, "polygon in the shape of a U", horseshoe],
    [true, "bow tie", [at(0, 0), at(1, 1), at(1, 0), at(0, 1)]],
    [true, "line without area", [at(0, 0), at(1, 1), at(2, 2)]],
    [true, "spike that runs back on its own edge", [at(0, 0), at(0, 2), at(2, 2), at(0, 2)]],
    [true, "polygon with a corner on another edge", [at(0, 0), at(0, 2), at(2, 2), at(0, 1), at(2, 0)]],
    [true, "polygon with the same corner twice", [at(0, 0), at(0, 2), at(2, 2), at(0, 0), at(2, 0)]],
  ])("isSelfCrossing — returns %s for a %s", (isCrossing, _, polygon) => {
    expect(isSelfCrossing(polygon)).toBe(isCrossing);
  });
});

describe("delivery zone", () => {
  const zone = (name: string, priority: number, size: number, streets: string[] = []) => ({
    name,
    priority,
    polygon: size === 0 ? [] : square(size),
    streets,
  });
  const nameAt = (zones: ReturnType<typeof zone>[], point: GeoPoint | null, street = "ул. Мира") =>
    findZone(zones, { street, point })?.name;

  test("of two zones that contain an address, the zone with the lower priority number is chosen, even if this zone is larger", () => {
    expect(nameAt([zone("small", 2, 1), zone("large", 1, 5)], at(0, 0))).toBe("large");
  });

  test("of two zones with equal priority that contain an address, the smaller zone is chosen", () => {
    const zones = [zone("large", 1, 5), zone("small", 1, 1)];
    expect([nameAt(zones, at(0, 0)), nameAt(zones.toReversed(), at(0, 0))]).toEqual(["small", "small"]);
    expect(nameAt(zones, at(3, 3))).toBe("large");
  });

  test("the zone of an address without coordinates is found by its street, regardless of case, dots and ё", () => {
    const zones = [zone("polygon", 1, 5), zone("streets", 2, 0, ["Ул. Берёзовая"])];
    expect(nameAt(zones, null, "ул Березовая")).toBe("streets");
    expect(nameAt(zones, null)).toBeUndefined();
  });

  test("no zone is found for an address outside of all zones", () => {
    expect(nameAt([zone("small", 1, 1)], at(9, 9))).toBeUndefined();
  });
});

describe("price of the delivery", () => {
  const pizza = { itemId: 1, categoryId: 1, price: 500, count: 2, modificators: [] };
  const half = { type: "%" as const, value: 50, detail: null };

  test("the delivery price is part of the amount and is not discounted", () => {
    const price = priceOrder({ lines: [pizza], discount: half, delivery: { price: 150, freeFrom: null } });
    expect(price).toMatchObject({ amount: 650, discountAmount: 500, deliveryPrice: 150 });
    expect(goodsAmount(price)).toBe(500);
  });

  test.each([
    [999.99, 150],
    [1000, 0],
    [1000.01, 0],
  ])(
    "if delivery is free from 1000 roubles, dishes for %d roubles after discounts are delivered for %d roubles",
    (goods, expected) => {
      expect(deliveryPriceOf({ price: 150, freeFrom: 1000 }, goods)).toBe(expected);
    },
  );

  test("an order without a zone has a delivery price of 0", () => {
    expect(priceOrder({ lines: [pizza], discount: null })).toMatchObject({ amount: 1000, deliveryPrice: 0 });
  });
});
