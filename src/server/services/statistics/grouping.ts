import { sumMoney } from "#domain/money.ts";

/** How many, and the money of them, roubles. */
export interface Figures {
  readonly count: number;
  readonly amount: number;
}

/** Rows by what they have in common, each group in the order in which it first appears. */
export const groupRows = <Row, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): ReadonlyMap<Key, readonly Row[]> => {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
};

/** What rows come to. */
export const sumFigures = (rows: readonly Figures[]): Figures => ({
  count: sumMoney(rows.map(({ count }) => count)),
  amount: sumMoney(rows.map(({ amount }) => amount)),
});

/** Rows taken together by what they have in common, the most frequent first. */
export const mergeRows = <Row extends Figures, Shared>(
  rows: readonly Row[],
  keyOf: (row: Row) => unknown,
  sharedOf: (row: Row) => Shared,
): (Shared & Figures)[] =>
  [...groupRows(rows, keyOf).values()]
    .flatMap((group) => group.slice(0, 1).map((first) => ({ ...sharedOf(first), ...sumFigures(group) })))
    .sort((a, b) => b.count - a.count || b.amount - a.amount);
