import { isEqual } from "#machines/core/equality.ts";
import type { Draft, OrderLineDraft } from "./draft.ts";

/** Result of a three-way merge of two users' changes to one order. */
export interface DraftMerge {
  draft: Draft;
  /**
   * Names of field groups and keys of lines that both users changed in different ways. The merge keeps the current
   * user's change.
   */
  overlaps: string[];
}

const chooseSide = <T>(base: T, mine: T, theirs: T): { value: T; isDisputed: boolean } => {
  if (isEqual(mine, base)) return { value: theirs, isDisputed: false };
  return { value: mine, isDisputed: !isEqual(theirs, base) && !isEqual(mine, theirs) };
};

const byKey = (lines: readonly OrderLineDraft[]): Map<string, OrderLineDraft> =>
  new Map(lines.map((line) => [line.key, line]));

/**
 * Returns the line without its id if the other user has removed it, so that the save adds it again. The current user
 * has changed the line.
 */
const restoreLine = (line: OrderLineDraft, theirs: OrderLineDraft | undefined): OrderLineDraft =>
  theirs || line.id === null ? line : { ...line, id: null };

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

// Fields of one group are always taken from the same user. Mixing two addresses would give an address that neither user
// typed.
const facts = {
  phone: ["phone"],
  date: ["date", "dateText"],
  address: ["street", "house", "apartment", "entrance", "floor"],
  deliveryPhone: ["deliveryPhone"],
  change: ["change"],
  persons: ["persons"],
  note: ["note"],
  discount: ["discountId"],
} as const satisfies Record<string, readonly (keyof Draft)[]>;

const pickFields = (draft: Draft, fields: readonly (keyof Draft)[]): Partial<Draft> =>
  Object.fromEntries(fields.map((field) => [field, draft[field]]));

const mergeTags = (base: Draft, mine: Draft, theirs: Draft): number[] => [
  ...theirs.tags.filter((tag) => mine.tags.includes(tag) || !base.tags.includes(tag)),
  ...mine.tags.filter((tag) => !theirs.tags.includes(tag) && !base.tags.includes(tag)),
];

/**
 * Merges two users' changes to an order. If both changed the same field group or line, the current user's change
 * (`mine`) is kept and listed in `overlaps`.
 */
export const mergeDrafts = (base: Draft, mine: Draft, theirs: Draft): DraftMerge => {
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
