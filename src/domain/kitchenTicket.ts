/** Line of an order on kitchen tickets. `orderNote` is the note of the whole order, repeated in each line. */
export interface KitchenLine {
  readonly name: string;
  readonly categoryId: number;
  readonly count: number;
  readonly note: string | null;
  readonly orderNote: string | null;
  /** Counts are totals for the line. */
  readonly modificators: readonly { readonly name: string; readonly count: number }[];
}

/** Change of a line. A null `before` means a new line, a null `after` a cancelled one. */
export interface KitchenChange {
  readonly lineId: number;
  readonly before: KitchenLine | null;
  readonly after: KitchenLine | null;
}

/** Lines of an order that the kitchen knows, by id. */
export type KnownLines = ReadonlyMap<number, KitchenLine>;

const extrasKey = ({ modificators }: KitchenLine): string =>
  modificators
    .map(({ name, count }) => JSON.stringify([name, count]))
    .sort()
    .join();

/** Returns whether two lines have the same modifiers, in any order. */
export const hasSameExtras = (one: KitchenLine, other: KitchenLine): boolean => extrasKey(one) === extrasKey(other);

const isSameLine = (one: KitchenLine, other: KitchenLine): boolean =>
  one.name === other.name &&
  one.count === other.count &&
  (one.note ?? "") === (other.note ?? "") &&
  (one.orderNote ?? "") === (other.orderNote ?? "") &&
  hasSameExtras(one, other);

const changesOf = (known: KnownLines, now: KnownLines): KitchenChange[] =>
  [...new Set([...known.keys(), ...now.keys()])].map((lineId) => ({
    lineId,
    before: known.get(lineId) ?? null,
    after: now.get(lineId) ?? null,
  }));

/** Returns the changes that the kitchen does not know yet. */
export const kitchenChanges = (known: KnownLines, now: KnownLines): KitchenChange[] =>
  changesOf(known, now).filter(({ before, after }) => !(before && after && isSameLine(before, after)));

/** Returns all lines, unchanged ones included. */
export const allChanges = (known: KnownLines, now: KnownLines): KitchenChange[] => changesOf(known, now);

/** Returns the lines that the kitchen knows after a ticket was printed. */
export const applyTicket = (known: KnownLines, changes: readonly KitchenChange[]): KnownLines => {
  const next = new Map(known);
  for (const { lineId, after } of changes) {
    if (after) next.set(lineId, after);
    else next.delete(lineId);
  }
  return next;
};

/** Kitchen printer with its categories. */
export interface KitchenPrinter {
  readonly id: number;
  /** Categories with their descendants. An empty list means everything that no other printer has. */
  readonly categoryIds: readonly number[];
}

/** Returns a category and its ancestors, the nearest first. */
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

/** Distributes changes among printers: each goes to the printer that has its category or the nearest ancestor. The key null has the changes without a printer. */
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
