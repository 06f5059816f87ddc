import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyMovement, type LedgerRow, replayLedger } from "#domain/movingAverage.ts";
import { documentSums, lineSums, priceChange, priceWithVat } from "#domain/packingList.ts";

describe("line of a packing list", () => {
  test("if VAT is added to the price, the VAT is a percentage of the line's cost, rounded to 5 decimals", () => {
    expect(lineSums({ count: 3, price: 33.33333, vat: 10 }, false)).toEqual({ amount: 109.99999, vatAmount: 10 });
    expect(lineSums({ count: 1, price: 0.33333, vat: 20 }, false)).toEqual({ amount: 0.4, vatAmount: 0.06667 });
  });
  test("for a price that includes VAT, the amount contains the VAT, and priceWithVat adds no VAT", () => {
    expect(lineSums({ count: 5, price: 690, vat: 10 }, true)).toEqual({ amount: 3450, vatAmount: 313.63636 });
    expect(priceWithVat({ price: 100, vat: 10 }, true)).toBe(100);
    expect(priceWithVat({ price: 100, vat: 10 }, false)).toBeCloseTo(110, 8);
  });
  test("the sums of a packing list are rounded to kopecks once, after adding its lines", () => {
    const lines = Array.from({ length: 3 }, () => ({ count: 1, price: 0.334, vat: 0 }));
    expect(documentSums(lines, true)).toEqual({ amount: 1, vatAmount: 0 });
  });
  test("the price change is a percentage, or undefined if the earlier price is missing or 0", () => {
    expect(priceChange(110, 100)).toBeCloseTo(10);
    expect(priceChange(110, null)).toBeUndefined();
    expect(priceChange(110, 0)).toBeUndefined();
  });
});

describe("moving average cost", () => {
  test("a delivery to a positive stock sets the average cost to the weighted average", () => {
    expect(applyMovement({ onHand: 10, averageCost: 100 }, { count: 30, price: 120 })).toEqual({
      onHand: 40,
      averageCost: 115,
      revaluation: 0,
    });
  });
  test("a delivery to a negative stock sets the average cost to the delivery's price and revalues the goods already used", () => {
    const before = { onHand: -4, averageCost: 100 };
    expect(applyMovement(before, { count: 10, price: 120 })).toEqual({ onHand: 6, averageCost: 120, revaluation: 80 });
    expect(applyMovement(before, { count: 3, price: 120 })).toEqual({ onHand: -1, averageCost: 120, revaluation: 60 });
    expect(applyMovement({ onHand: 0, averageCost: 100 }, { count: 3, price: 90 })).toMatchObject({
      averageCost: 90,
      revaluation: 0,
    });
  });
  test("a movement with a negative count does not change the average cost", () => {
    expect(applyMovement({ onHand: 2, averageCost: 7 }, { count: -5 })).toEqual({
      onHand: -3,
      averageCost: 7,
      revaluation: 0,
    });
  });

  const row = fc.record({
    at: fc.integer({ min: 0, max: 6 }),
    count: fc.integer({ min: -40, max: 40 }).filter((count) => count !== 0),
    price: fc.integer({ min: 1, max: 500 }),
    document: fc.integer({ min: 1, max: 1000 }),
  });
  const ledgers = fc.uniqueArray(row, { maxLength: 25, selector: ({ document }) => document }).map((rows) =>
    rows.map(
      ({ price, document, ...rest }, index): LedgerRow => ({
        id: index + 1,
        ...rest,
        ...(rest.count > 0 && { price, document, line: 1 }),
      }),
    ),
  );
  const start = { onHand: 0, averageCost: 50 };
  const figuresOf = (ledger: readonly LedgerRow[]) =>
    replayLedger(start, ledger).map(({ row: { document }, averageCost, revaluation, before }) => [
      document,
      averageCost,
      revaluation,
      before.onHand,
    ]);

  test("the average cost does not depend on the sequence in which documents are approved", () => {
    fc.assert(
      fc.property(ledgers, fc.infiniteStream(fc.nat()), (ledger, order) => {
        const shuffled = ledger
          .map((one) => ({ one, key: order.next().value }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ one }, index) => ({ ...one, id: index + 1 }));
        expect(figuresOf(shuffled)).toEqual(figuresOf(ledger));
      }),
    );
  });
  test("a reversed movement has no effect on the average cost", () => {
    fc.assert(
      fc.property(ledgers, fc.nat(), (ledger, choice) => {
        const reversed = ledger[choice % Math.max(1, ledger.length)];
        fc.pre(reversed !== undefined);
        const storno = { ...reversed, id: 999, count: -reversed.count, reversalOf: reversed.id };
        expect(figuresOf([...ledger, storno])).toEqual(figuresOf(ledger.filter(({ id }) => id !== reversed.id)));
      }),
    );
  });
  test("the average cost stays between the lowest and the highest of the initial average cost and the delivery prices", () => {
    fc.assert(
      fc.property(ledgers, (ledger) => {
        const prices = [start.averageCost, ...ledger.flatMap(({ price }) => price ?? [])];
        for (const { averageCost } of replayLedger(start, ledger)) {
          expect(averageCost).toBeGreaterThanOrEqual(Math.min(...prices) - 1e-6);
          expect(averageCost).toBeLessThanOrEqual(Math.max(...prices) + 1e-6);
        }
      }),
    );
  });
  test("the value of the stock equals the deliveries minus the issues and the revaluations", () => {
    fc.assert(
      fc.property(ledgers, (ledger) => {
        let state = { ...start, value: 0 };
        for (const one of ledger.toSorted(
          (a, b) => a.at - b.at || Number(b.count > 0) - Number(a.count > 0) || (a.document ?? 0) - (b.document ?? 0),
        )) {
          const { revaluation, ...after } = applyMovement(state, one);
          const cost = one.price === undefined ? one.count * state.averageCost : one.count * one.price - revaluation;
          const value = state.value + cost;
          // While the stock is negative, a delivery revalues at most as many used units as it contains. If the stock
          // stays negative, the rest of the used units keep the old average cost.
          const left =
            state.onHand <= 0 && one.price !== undefined && after.onHand < 0
              ? after.onHand * state.averageCost
              : after.onHand * after.averageCost;
          expect(value).toBeCloseTo(left, 1);
          state = { ...after, value: after.onHand * after.averageCost };
        }
      }),
    );
  });
});
