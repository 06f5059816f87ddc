import type { Schemas } from "#api/client.ts";
import { roundDecimal, roundMoney } from "#domain/money.ts";
import type { Unit } from "#domain/units.ts";
import { type CountEntry, isSamePlace } from "./countSheet.ts";

type Inventory = Schemas["Inventory"];
type Line = Schemas["InventoryLine"];

/** Quantity of an item in one place. */
export interface PlaceCount {
  readonly place: string;
  readonly count: number;
  /** Time of the count, ISO 8601. */
  readonly at: string;
  readonly userAlias: string | null;
  /** True if the server has not recorded the entry yet. */
  readonly isWaiting: boolean;
}

/** Line of the inventory sheet: a stock item with its quantities by place. */
export interface SheetLine extends Pick<Line, "stockItemId" | "title" | "unit" | "groupName" | "expected"> {
  /** Units in which the quantity can be entered in addition to the base unit of the item. */
  readonly packs?: readonly Unit[] | undefined;
  readonly places: readonly PlaceCount[];
}

/**
 * Converts a waiting entry (not yet recorded by the server) into a list with its quantity. The list is empty if the
 * entry deletes the quantity of the item in this place.
 */
const toPlaces = ({ place, count, at }: CountEntry): readonly PlaceCount[] =>
  count === null ? [] : [{ place, count, at: new Date(at).toISOString(), userAlias: null, isWaiting: true }];

/** Returns the waiting entries. Leaves out an entry if a later entry is for the same item and place. */
const latestOf = (waiting: readonly CountEntry[]): readonly CountEntry[] =>
  waiting.filter((entry, at) => !waiting.slice(at + 1).some((later) => isSamePlace(entry, later)));

/**
 * Returns the lines of an inventory with the waiting entries applied. An entry for a stock item that the inventory does
 * not contain adds a line.
 */
export const sheetLines = (
  { items }: Pick<Inventory, "items">,
  waiting: readonly CountEntry[],
): readonly SheetLine[] => {
  const latest = latestOf(waiting);
  const lines = items.map(({ stockItemId, title, unit, packs, groupName, expected, entries }) => ({
    stockItemId,
    title,
    unit,
    packs,
    groupName,
    expected,
    places: [
      ...entries
        .filter(({ place }) => !latest.some((entry) => isSamePlace(entry, { stockItemId, place })))
        .map((entry) => ({ ...entry, isWaiting: false })),
      ...latest.filter((entry) => entry.stockItemId === stockItemId).flatMap(toPlaces),
    ],
  }));
  const isKnown = (id: number): boolean => items.some(({ stockItemId }) => stockItemId === id);
  const added = new Map<number, SheetLine>();
  for (const entry of latest.filter(({ stockItemId, count }) => count !== null && !isKnown(stockItemId))) {
    const { stockItemId, title, unit, packs } = entry;
    const places = [...(added.get(stockItemId)?.places ?? []), ...toPlaces(entry)];
    added.set(stockItemId, { stockItemId, title, unit, packs, groupName: null, expected: null, places });
  }
  return [...lines, ...added.values()];
};

/** Returns the quantity of a line in a place, or undefined if the item is not counted in this place. */
export const countAt = ({ stockItemId, places }: SheetLine, place: string): number | undefined =>
  places.find((one) => isSamePlace({ stockItemId, place: one.place }, { stockItemId, place }))?.count;

/** Returns the total quantity of a line over all places, or undefined if the item is not counted. */
export const totalCount = ({ places }: SheetLine): number | undefined =>
  places.length === 0 ? undefined : roundDecimal(places.reduce((sum, { count }) => sum + count, 0));

/** Returns the names of all places with a counted quantity. Names that differ only in letter case are returned once. */
export const placesOf = (lines: readonly SheetLine[]): readonly string[] => {
  const names = new Map<string, string>();
  for (const { place } of lines.flatMap(({ places }) => places))
    if (!names.has(place.toLowerCase())) names.set(place.toLowerCase(), place);
  return [...names.values()];
};

/** Lines of a review, grouped by the result of the inventory. */
export interface ReviewedLines {
  /**
   * Counted lines with a difference, or with an expected quantity that changed after the review. The largest loss is
   * first, the surpluses are last.
   */
  readonly different: readonly Line[];
  /**
   * Counted lines without a difference and with an unchanged expected quantity. Counted semi-finished items are
   * included: the inventory compares their ingredients, so they have no difference of their own.
   */
  readonly equal: readonly Line[];
  readonly uncounted: readonly Line[];
}

/** Groups the lines of a review by the result of the inventory. The lines in `different` are sorted by amount. */
export const reviewedLines = ({ items }: Pick<Inventory, "items">): ReviewedLines => {
  const isDifferent = (line: Line): boolean => (line.difference ?? 0) !== 0 || line.expectedBefore !== null;
  const isCounted = (line: Line): boolean => line.counted !== null || line.entries.length > 0;
  return {
    different: items
      .filter((line) => isCounted(line) && isDifferent(line))
      .sort((one, other) => (one.amount ?? 0) - (other.amount ?? 0)),
    equal: items.filter((line) => isCounted(line) && !isDifferent(line)),
    uncounted: items.filter((line) => !isCounted(line)),
  };
};

/** Returns the total loss and the total surplus of the lines, roubles. Neither is negative. */
export const totalsOf = ({ items }: Pick<Inventory, "items">): { readonly loss: number; readonly surplus: number } => {
  const sum = (sign: 1 | -1): number =>
    roundMoney(items.reduce((total, { amount }) => total + Math.max(0, sign * (amount ?? 0)), 0));
  return { loss: sum(-1), surplus: sum(1) };
};
