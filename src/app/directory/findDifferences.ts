/** Label of a property, and its value as the user sees it. */
export type Fact = readonly [label: string, value: string];

/** Returns the labels with different values, and both values. The value of a missing label is an empty string. */
export const findDifferences = (
  before: readonly Fact[],
  after: readonly Fact[],
): readonly { readonly label: string; readonly before: string; readonly after: string }[] => {
  const former = new Map(before);
  const current = new Map(after);
  return [...new Set([...former.keys(), ...current.keys()])]
    .map((label) => ({ label, before: former.get(label) ?? "", after: current.get(label) ?? "" }))
    .filter((difference) => difference.before !== difference.after);
};
