import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sumMoney } from "#domain/money.ts";
import { lineShares, portionsPrice, refundableLines, refundedCounts } from "#domain/refund.ts";

const item = (id: number, count: number, amount: number, modificators: number[] = []) => ({
  id,
  count,
  amount,
  modificators: modificators.map((one) => ({ amount: one })),
});

describe("discounted prices of the order lines", () => {
  test("without a general discount on the order, the discounted price of a line is the price of its dish and modifiers", () => {
    const items = [item(1, 2, 980, [60, 20]), item(2, 1, 150)];
    expect([...lineShares({ amount: 1210, items })]).toEqual([
      [1, 1060],
      [2, 150],
    ]);
  });

  test("the general discount on the order is divided among the lines in proportion to their prices, without the delivery price", () => {
    const items = [item(1, 1, 600), item(2, 1, 200)];
    expect([...lineShares({ amount: 700, deliveryPrice: 100, items })]).toEqual([
      [1, 450],
      [2, 150],
    ]);
  });

  test("the last kopeck is added to one line, so that the discounted prices of the lines add up to the price of the order", () => {
    const items = [item(1, 1, 100), item(2, 1, 100), item(3, 1, 100)];
    const shares = [...lineShares({ amount: 100, items }).values()];
    expect(shares).toEqual([33.33, 33.34, 33.33]);
  });

  test("the discounted prices of the lines of a free order are 0", () => {
    expect([...lineShares({ amount: 0, items: [item(1, 1, 0)] })]).toEqual([[1, 0]]);
    expect([...lineShares({ amount: 0, items: [item(1, 1, 50)] })]).toEqual([[1, 0]]);
  });
});

describe("refundable portions of a line", () => {
  test("portions of pending and completed refunds count as refunded, and portions of failed refunds do not", () => {
    const lines = [{ orderItemId: 1, count: 2 }];
    const counts = refundedCounts([
      { state: "completed", lines },
      { state: "pending", lines: [{ orderItemId: 1, count: 1 }] },
      { state: "failed", lines },
      { state: "completed", lines: [{ orderItemId: 2, count: 4 }] },
    ]);
    expect([...counts]).toEqual([
      [1, 3],
      [2, 4],
    ]);
  });

  test("if a line has fewer portions than were refunded, no portion of the line is refundable", () => {
    const refunds = [{ state: "completed" as const, lines: [{ orderItemId: 1, count: 3 }] }];
    expect(refundableLines({ amount: 100, items: [item(1, 2, 100)] }, refunds)).toMatchObject([
      { refunded: 3, left: 0 },
    ]);
  });

  test("the prices of a line's portions, refunded one by one, add up to the discounted price of the line", () => {
    const order = { amount: 100, items: [item(1, 3, 100)] };
    const prices = [0, 1, 2].map((count) => {
      const [line] = refundableLines(order, [{ state: "completed", lines: [{ orderItemId: 1, count }] }]);
      return line && portionsPrice(line, 1);
    });
    expect(prices).toEqual([33.33, 33.34, 33.33]);
  });
});

const kopecks = (max: number) => fc.integer({ min: 0, max }).map((amount) => amount / 100);
const anOrder = fc
  .record({
    lines: fc.array(
      fc.record({ count: fc.integer({ min: 1, max: 7 }), amount: kopecks(200_000), extra: kopecks(9999) }),
      { minLength: 1, maxLength: 6 },
    ),
    discount: fc.integer({ min: 0, max: 100 }),
    delivery: kopecks(30_000),
  })
  .map(({ lines, discount, delivery }) => {
    const items = lines.map(({ count, amount, extra }, index) => item(index + 1, count, amount, [extra]));
    const total = sumMoney(lines.flatMap(({ amount, extra }) => [amount, extra]));
    const goods = Math.floor(total * (100 - discount)) / 100;
    return { goods, order: { amount: sumMoney([goods, delivery]), deliveryPrice: delivery, items } };
  });

test("random orders — portion prices add up to the discounted price of their line, and lines add up to the price of the goods", () => {
  fc.assert(
    fc.property(anOrder, fc.integer({ min: 1, max: 3 }), ({ goods, order }, step) => {
      const lines = refundableLines(order, []);
      expect(sumMoney(lines.map(({ share }) => share))).toBe(goods);
      for (const line of lines) {
        expect(line.share).toBeGreaterThanOrEqual(0);
        const prices: number[] = [];
        for (let refunded = 0; refunded < line.item.count; refunded += step)
          prices.push(portionsPrice({ ...line, refunded }, Math.min(step, line.item.count - refunded)));
        expect(Math.min(...prices)).toBeGreaterThanOrEqual(0);
        expect(sumMoney(prices)).toBe(line.share);
      }
    }),
  );
});
