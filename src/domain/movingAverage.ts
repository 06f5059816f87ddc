import { roundDecimal, roundMoney, roundUnitCost } from "./money.ts";

/** Quantity on hand and average cost of one unit, roubles. */
export interface Costing {
  readonly onHand: number;
  readonly averageCost: number;
}

/**
 * Movement of one item, with a negative `count` if goods leave the stock. Only a movement with a price changes the
 * average cost.
 */
export interface Movement {
  readonly count: number;
  readonly price?: number | undefined;
}

/**
 * Costing after a movement. `revaluation` is the amount in roubles by which a delivery corrects the cost of goods that
 * were used before this delivery.
 */
export interface AppliedMovement extends Costing {
  readonly revaluation: number;
}

/**
 * Returns the costing after a movement. A delivery to a positive stock sets the weighted average cost (areas, section
 * 1). A delivery to a zero or negative stock sets its price as the average cost, and `revaluation` corrects the cost of
 * the goods that were used before the delivery.
 */
export const applyMovement = ({ onHand, averageCost }: Costing, { count, price }: Movement): AppliedMovement => {
  const after = roundDecimal(onHand + count);
  if (price === undefined || count <= 0) return { onHand: after, averageCost, revaluation: 0 };
  if (onHand > 0) {
    const average = averageCost + ((price - averageCost) * count) / (onHand + count);
    return { onHand: after, averageCost: roundUnitCost(average), revaluation: 0 };
  }
  const revaluation = roundMoney(Math.min(count, -onHand) * (price - averageCost));
  return { onHand: after, averageCost: roundUnitCost(price), revaluation };
};

/**
 * Row of the stock ledger at the time `at`, ms since 1970. `document` and `line` determine the sequence of simultaneous
 * deliveries. `reversalOf` is the id of the row that this row reverses.
 */
export interface LedgerRow extends Movement {
  readonly id: number;
  readonly at: number;
  readonly document?: number | undefined;
  readonly line?: number | undefined;
  readonly reversalOf?: number | undefined;
}

/**
 * Compares rows by time; deliveries come before other rows of the same time. Simultaneous deliveries are sorted by
 * document, so that their sequence does not depend on the time of approval.
 */
export const compareLedgerRows = (one: LedgerRow, other: LedgerRow): number =>
  one.at - other.at ||
  Number(other.price !== undefined) - Number(one.price !== undefined) ||
  (one.document ?? 0) - (other.document ?? 0) ||
  (one.line ?? 0) - (other.line ?? 0) ||
  one.id - other.id;

/** Row of the ledger with the costing before and after it. */
export interface LedgerStep extends AppliedMovement {
  readonly row: LedgerRow;
  readonly before: Costing;
}

/**
 * Replays the ledger of one item and returns its deliveries, each with the costing before and after it. A reversed row
 * and its reversal are skipped.
 */
export const replayLedger = (start: Costing, ledger: readonly LedgerRow[]): readonly LedgerStep[] => {
  const reversed = new Set(ledger.flatMap(({ id, reversalOf }) => (reversalOf === undefined ? [] : [id, reversalOf])));
  const rows = ledger.filter(({ id }) => !reversed.has(id)).toSorted(compareLedgerRows);
  const steps: LedgerStep[] = [];
  let before = start;
  for (const row of rows) {
    const { revaluation, ...after } = applyMovement(before, row);
    if (row.price !== undefined) steps.push({ row, before, ...after, revaluation });
    before = after;
  }
  return steps;
};
