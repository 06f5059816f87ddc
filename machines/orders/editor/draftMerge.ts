import { isEqual } from "#machines/core/equality.ts";
import type { Draft, OrderLineDraft } from "./draft.ts";

/** Result of a three-way merge of two users' changes to one order. */
export interface DraftMerge {
  draft: Draft;
  /**
   * Field groups and line keys that the two users changed in different ways. The merge keeps the change of the current
   * user.
   */
  overlaps: string[];
}

/** Drafts of a three-way merge. `base` is the draft from which both users began. */
export interface MergedDrafts {
  readonly base: Draft;
  readonly mine: Draft;
  readonly theirs: Draft;
}

const chooseSide = <T>(base: T, mine: T, theirs: T): { value: T; isDisputed: boolean } => {
  if (isEqual(mine, base)) return { value: theirs, isDisputed: false };
  return { value: mine, isDisputed: !isEqual(theirs, base) && !isEqual(mine, theirs) };
};

const byKey = (lines: readonly OrderLineDraft[]): Map<string, OrderLineDraft> =>
  new Map(lines.map((line) => [line.key, line]));

/**
 * Returns a line of the merged order. Clears the id of a line that the other user removed, so that a save adds the line
 * again.
 */
const restoreLine = (line: OrderLineDraft, theirs: OrderLineDraft | undefined): OrderLineDraft =>
  theirs ? line : { ...line, id: null };

const mergeLines = (base: Draft, mine: Draft, theirs: Draft): { lines: OrderLineDraft[]; disputed: string[] } => {
  const [was, ours, other] = [byKey(base.lines), byKey(mine.lines), byKey(theirs.lines)];
  const disputed: string[] = [];
  const lines = [...new Set([...other.keys(), ...ours.keys()])].flatMap((key) => {
    const { value, isDisputed } = chooseSide(was.get(key), ours.get(key), other.get(key));
    if (isDisputed) disputed.push(key);
    return value ? [restoreLine(value, other.get(key))] : [];
  });
  return { lines, disputed };
};

// Groups of fields that are merged as one: after the merge, all fields of a group come from the same user. A merge of
// single fields of the address could give an address that neither user typed.
const facts = {
  phone: ["phone"],
  date: ["date", "dateText"],
  address: ["street", "house", "apartment", "entrance", "floor", "zone", "isInHall", "isMinimumWaived"],
  deliveryPhone: ["deliveryPhone"],
  change: ["change"],
  persons: ["persons"],
  note: ["note"],
  discount: ["discountId", "promoCode"],
} as const satisfies Record<string, readonly (keyof Draft)[]>;

const pickFields = (draft: Draft, fields: readonly (keyof Draft)[]): Partial<Draft> =>
  Object.fromEntries(fields.map((field) => [field, draft[field]]));

const mergeTags = (base: Draft, mine: Draft, theirs: Draft): number[] => [
  ...theirs.tags.filter((tag) => mine.tags.includes(tag) || !base.tags.includes(tag)),
  ...mine.tags.filter((tag) => !theirs.tags.includes(tag) && !base.tags.includes(tag)),
];

/**
 * Merges the changes of two users to an order. If both changed a field group or a line in different ways, the change in
 * `mine` wins, and `overlaps` contains the name of the group or the key of the line.
 */
export const mergeDrafts = ({ base, mine, theirs }: MergedDrafts): DraftMerge => {
  const merged = Object.entries(facts).map(([fact, fields]) => ({
    fact,
    ...chooseSide(pickFields(base, fields), pickFields(mine, fields), pickFields(theirs, fields)),
  }));
  const { lines, disputed } = mergeLines(base, mine, theirs);
  const draft = Object.assign(
    { ...mine, tags: mergeTags(base, mine, theirs), lines },
    ...merged.map(({ value }) => value),
  );
  return { draft, overlaps: [...merged.filter(({ isDisputed }) => isDisputed).map(({ fact }) => fact), ...disputed] };
};
