/** A position of an order as the kitchen is told of it; `orderNote` is the note of the whole order, told with each position. */
export interface KitchenLine {
  readonly name: string;
  readonly categoryId: number;
  readonly count: number;
  readonly note: string | null;
  readonly orderNote: string | null;
  /** Counts are for the whole position. */
  readonly modificators: readonly { readonly name: string; readonly count: number }[];
}

/** A position before and after; without a before it is new, without an after it is cancelled. */
export interface KitchenChange {
  readonly lineId: number;
  readonly before: KitchenLine | null;
  readonly after: KitchenLine | null;
}

/** What the kitchen knows of an order: its positions by id. */
export type KitchenKnowledge = ReadonlyMap<number, KitchenLine>;

const extrasKey = ({ modificators }: KitchenLine): string =>
  modificators
    .map(({ name, count }) => JSON.stringify([name, count]))
    .sort()
    .join();

/** Whether two modifier lists of a position are the same, in whatever order. */
export const hasSameExtras = (one: KitchenLine, other: KitchenLine): boolean => extrasKey(one) === extrasKey(other);

const isSameLine = (one: KitchenLine, other: KitchenLine): boolean =>
  one.name === other.name &&
  one.count === other.count &&
  (one.note ?? "") === (other.note ?? "") &&
  (one.orderNote ?? "") === (other.orderNote ?? "") &&
  hasSameExtras(one, other);

const changesOf = (known: KitchenKnowledge, now: KitchenKnowledge): KitchenChange[] =>
  [...new Set([...known.keys(), ...now.keys()])].map((lineId) => ({
    lineId,
    before: known.get(lineId) ?? null,
    after: now.get(lineId) ?? null,
  }));

/** What the kitchen has to be told so that it knows the order as it is now; empty when it does. */
export const kitchenChanges = (known: KitchenKnowledge, now: KitchenKnowledge): KitchenChange[] =>
  changesOf(known, now).filter(({ before, after }) => !(before && after && isSameLine(before, after)));

/** All that there is to tell, changed or not. */
export const wholeOrder = (known: KitchenKnowledge, now: KitchenKnowledge): KitchenChange[] => changesOf(known, now);

/** What the kitchen knows once a ticket is on paper. */
export const afterTicket = (known: KitchenKnowledge, changes: readonly KitchenChange[]): KitchenKnowledge => {
  const next = new Map(known);
  for (const { lineId, after } of changes) {
    if (after) next.set(lineId, after);
    else next.delete(lineId);
  }
  return next;
};

/** A printer as far as the kitchen's positions are shared out among the printers. */
export interface KitchenPrinter {
  readonly id: number;
  /** Categories with all below them; none means what no other printer has. */
  readonly categoryIds: readonly number[];
}

/** The category and its parents, the nearest first. */
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

/** Shares changes out among printers in their order: each goes to the one that has its category or the nearest above it; null is nobody's. */
export const shareOut = (
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
