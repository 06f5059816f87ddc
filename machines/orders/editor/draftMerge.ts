import { isEqual } from "#machines/core/equality.ts";
import type { Draft, DraftLine } from "./draft.ts";

/** What became of two changes of one order. */
export interface Merge {
  draft: Draft;
  /** Names of facts and keys of lines that both changed, each in another way; ours stands. */
  overlaps: string[];
}

const chosen = <T>(base: T, mine: T, theirs: T): { value: T; isDisputed: boolean } => {
  if (isEqual(mine, base)) return { value: theirs, isDisputed: false };
  return { value: mine, isDisputed: !isEqual(theirs, base) && !isEqual(mine, theirs) };
};

const byKey = (lines: readonly DraftLine[]): Map<string, DraftLine> => new Map(lines.map((line) => [line.key, line]));

/** A line that only they removed goes; one that we changed meanwhile comes back as a new line. */
const revived = (line: DraftLine, theirs: DraftLine | undefined): DraftLine =>
  theirs || line.id === null ? line : { ...line, id: null };

const mergeLines = (base: Draft, mine: Draft, theirs: Draft): { lines: DraftLine[]; disputed: string[] } => {
  const [was, ours, other] = [byKey(base.lines), byKey(mine.lines), byKey(theirs.lines)];
  const disputed: string[] = [];
  const lines = [...new Set([...other.keys(), ...ours.keys()])].flatMap((key) => {
    const { value, isDisputed } = chosen(was.get(key), ours.get(key), other.get(key));
    if (isDisputed) disputed.push(key);
    return value ? [revived(value, other.get(key))] : [];
  });
  return { lines, disputed };
};

/** What is taken whole from one side: half an address of each would lead the courier to a house that nobody named. */
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

const part = (draft: Draft, fields: readonly (keyof Draft)[]): Partial<Draft> =>
  Object.fromEntries(fields.map((field) => [field, draft[field]]));

const mergeTags = (base: Draft, mine: Draft, theirs: Draft): number[] => [
  ...theirs.tags.filter((tag) => mine.tags.includes(tag) || !base.tags.includes(tag)),
  ...mine.tags.filter((tag) => !theirs.tags.includes(tag) && !base.tags.includes(tag)),
];

/** Both changes of an order together; where they touch the same thing, ours stands and is named. */
export const mergeDrafts = (base: Draft, mine: Draft, theirs: Draft): Merge => {
  const merged = Object.entries(facts).map(([fact, fields]) => ({
    fact,
    ...chosen(part(base, fields), part(mine, fields), part(theirs, fields)),
  }));
  const { lines, disputed } = mergeLines(base, mine, theirs);
  const draft = Object.assign(
    { ...mine, tags: mergeTags(base, mine, theirs), lines },
    ...merged.map(({ value }) => value),
  );
  return { draft, overlaps: [...merged.filter(({ isDisputed }) => isDisputed).map(({ fact }) => fact), ...disputed] };
};
