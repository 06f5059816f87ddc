import { sumMoney } from "#domain/money.ts";

/** Number of counted orders, calls or lines, and their total amount in roubles. */
export interface Figures {
  readonly count: number;
  readonly amount: number;
}

/** Groups rows by a key. The groups are sorted by the first appearance of their keys. */
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

export const sumFigures = (rows: readonly Figures[]): Figures => ({
  count: sumMoney(rows.map(({ count }) => count)),
  amount: sumMoney(rows.map(({ amount }) => amount)),
});

/** Groups rows by a key and sums the figures of each group. The group with the highest count comes first. */
export const mergeRows = <Row extends Figures, Shared>(
  rows: readonly Row[],
  keyOf: (row: Row) => unknown,
  sharedOf: (row: Row) => Shared,
): (Shared & Figures)[] =>
  [...groupRows(rows, keyOf).values()]
    .flatMap((group) => group.slice(0, 1).map((first) => ({ ...sharedOf(first), ...sumFigures(group) })))
    .sort((a, b) => b.count - a.count || b.amount - a.amount);
