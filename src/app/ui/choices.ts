/** One option of a chooser. */
export interface Choice {
  readonly id: number | string;
  readonly name: string;
  /** Reason why the option cannot be chosen now. */
  readonly why?: string | undefined;
}

/** Most options shown at once; typing finds the others. */
export const MAX_CHOICES = 60;

/** Returns the choices whose name holds every word of the text, case aside. Names that begin with the first word come first. */
export const filterChoices = <Option extends Choice>(choices: readonly Option[], text: string): readonly Option[] => {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const [first = ""] = words;
  const matching = choices.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  const isPrefixed = ({ name }: Choice) => name.toLowerCase().startsWith(first);
  return [...matching.filter(isPrefixed), ...matching.filter((choice) => !isPrefixed(choice))].slice(0, MAX_CHOICES);
};
