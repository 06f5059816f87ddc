/** One thing that can be chosen; with `why` it cannot be now. */
export interface Choice {
  readonly id: number;
  readonly name: string;
  readonly why?: string | undefined;
}

/** Most choices that are shown at once; typing finds the others. */
export const MOST_SHOWN = 60;

/** The choices whose name has every word of the text, case aside; those that begin with it come first. */
export const found = (choices: readonly Choice[], text: string): readonly Choice[] => {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const [first = ""] = words;
  const fitting = choices.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  const isAhead = ({ name }: Choice) => name.toLowerCase().startsWith(first);
  return [...fitting.filter(isAhead), ...fitting.filter((choice) => !isAhead(choice))].slice(0, MOST_SHOWN);
};

/** The next choice that is free, from a place on in a direction, round the ends; the place itself where none is. */
export const stepTo = (choices: readonly Choice[], from: number, direction: number): number => {
  for (let step = 1; step <= choices.length; step++) {
    const at = (from + direction * step + choices.length * step) % choices.length;
    if (choices[at] && !choices[at].why) return at;
  }
  return Math.max(from, 0);
};
