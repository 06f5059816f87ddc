import { isEqual } from "#machines/core/equality.ts";

/** Line of a form for a stock document. A `stockItemId` of 0 means that no item is chosen. */
export interface DocumentLine {
  /** React key of the line, unique while the form is open. */
  readonly key: number;
  readonly stockItemId: number;
}

/** Returns a key for a new line. No line in `lines` has this key. */
export const nextLineKey = (lines: readonly DocumentLine[]): number => Math.max(0, ...lines.map(({ key }) => key)) + 1;

/** Returns the lines keyed by stock item. Leaves out the lines without an item. */
const byItem = <Line extends DocumentLine>(lines: readonly Line[]): ReadonlyMap<number, Line> =>
  new Map(lines.filter(({ stockItemId }) => stockItemId !== 0).map((line) => [line.stockItemId, line]));

/** Returns true if the user has not changed a line. React keys are not compared. */
const isUnchanged = (line: DocumentLine | undefined, base: DocumentLine | undefined): boolean =>
  isEqual(line && { ...line, key: 0 }, base && { ...base, key: 0 });

/**
 * Three-way merge of two users' changes to a stock document, field by field and line by line (areas, section 2). If
 * both changed the same field or line, the change in `mine` wins. Lines without an item are left out.
 */
export const mergeDocuments = <Draft extends { readonly items: readonly DocumentLine[] }>(
  base: Draft,
  mine: Draft,
  theirs: Draft,
): Draft => {
  const taken = Object.entries(theirs).filter(([name]) => isEqual(Reflect.get(mine, name), Reflect.get(base, name)));
  const [was, ours, other] = [byItem(base.items), byItem(mine.items), byItem(theirs.items)];
  const items = [...new Set([...other.keys(), ...ours.keys()])]
    .map((id) => (isUnchanged(ours.get(id), was.get(id)) ? other.get(id) : ours.get(id)))
    .filter((line) => line !== undefined)
    .map((line, at) => ({ ...line, key: at + 1 }));
  return Object.assign({ ...mine }, Object.fromEntries(taken), { items });
};
