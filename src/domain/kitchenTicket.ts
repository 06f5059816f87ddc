import type { OrderWay } from "./pickup.ts";

/**
 * Order line as printed on a kitchen ticket. `orderNote` and `way` belong to the whole order and are the same on all
 * its lines. Tickets that an earlier version of the server stored have no `way`.
 */
export interface KitchenLine {
  readonly name: string;
  readonly categoryId: number;
  readonly count: number;
  readonly note: string | null;
  readonly orderNote: string | null;
  readonly way?: OrderWay;
  /** Modifiers of the line. Each count is the total for all portions. */
  readonly modificators: readonly { readonly name: string; readonly count: number }[];
}

/** Changed order line. `before` is null for a new line, `after` is null for a cancelled line. */
export interface KitchenChange {
  readonly lineId: number;
  readonly before: KitchenLine | null;
  readonly after: KitchenLine | null;
}

/** Order lines by line id, as on the tickets that the kitchen last received. */
export type KnownLines = ReadonlyMap<number, KitchenLine>;

const extrasKey = ({ modificators }: KitchenLine): string =>
  modificators
    .map(({ name, count }) => JSON.stringify([name, count]))
    .sort()
    .join();

/** Returns true if both lines have the same modifiers, in any sequence. */
export const hasSameExtras = (one: KitchenLine, other: KitchenLine): boolean => extrasKey(one) === extrasKey(other);

/** Returns true if the way in which the guest gets the order has changed. An unknown way does not count as a change. */
export const isOtherWay = (before: KitchenLine, after: KitchenLine): boolean =>
  before.way !== undefined && after.way !== undefined && before.way !== after.way;

const isSameLine = (one: KitchenLine, other: KitchenLine): boolean =>
  one.name === other.name &&
  one.count === other.count &&
  (one.note ?? "") === (other.note ?? "") &&
  (one.orderNote ?? "") === (other.orderNote ?? "") &&
  !isOtherWay(one, other) &&
  hasSameExtras(one, other);

const changesOf = (known: KnownLines, now: KnownLines): KitchenChange[] =>
  [...new Set([...known.keys(), ...now.keys()])].map((lineId) => ({
    lineId,
    before: known.get(lineId) ?? null,
    after: now.get(lineId) ?? null,
  }));

/** Returns the changes between the lines that the kitchen knows and the current lines. */
export const kitchenChanges = (known: KnownLines, now: KnownLines): KitchenChange[] =>
  changesOf(known, now).filter(({ before, after }) => !(before && after && isSameLine(before, after)));

/** Returns a change for every line, including unchanged lines. Used to print a full ticket. */
export const allChanges = (known: KnownLines, now: KnownLines): KitchenChange[] => changesOf(known, now);

/** Returns the lines that the kitchen knows after a ticket with the given changes was printed. */
export const applyTicket = (known: KnownLines, changes: readonly KitchenChange[]): KnownLines => {
  const next = new Map(known);
  for (const { lineId, after } of changes) {
    if (after) next.set(lineId, after);
    else next.delete(lineId);
  }
  return next;
};

/** Kitchen printer and the ids of the categories that it prints. */
export interface KitchenPrinter {
  readonly id: number;
  /**
   * Ids of the categories that this printer prints, including their subcategories. An empty list means all categories
   * that no other printer has in its list.
   */
  readonly categoryIds: readonly number[];
}

/** Function that returns the ids of a category and its ancestors, starting with the category itself. */
type ChainOf = (categoryId: number) => readonly number[];

const printerFor = (
  printers: readonly KitchenPrinter[],
  chainOf: ChainOf,
  categoryId: number,
): KitchenPrinter | undefined => {
  for (const id of chainOf(categoryId)) {
    const named = printers.find(({ categoryIds }) => categoryIds.includes(id));
    if (named) return named;
  }
  return printers.find(({ categoryIds }) => categoryIds.length === 0) ?? printers[0];
};

/**
 * Groups changes by the id of their printer: the printer of the dish's category or of its nearest ancestor with a
 * printer, otherwise the printer with an empty category list, otherwise the first printer. The key is null if there are
 * no printers.
 */
export const distributeChanges = (
  changes: readonly KitchenChange[],
  printers: readonly KitchenPrinter[],
  chainOf: ChainOf,
): ReadonlyMap<number | null, readonly KitchenChange[]> => {
  const shares = new Map<number | null, KitchenChange[]>();
  for (const change of changes) {
    const categoryId = (change.after ?? change.before)?.categoryId ?? 0;
    const id = printerFor(printers, chainOf, categoryId)?.id ?? null;
    shares.set(id, [...(shares.get(id) ?? []), change]);
  }
  return shares;
};
