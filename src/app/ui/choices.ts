/** One option of a chooser. */
export interface Choice {
  readonly id: number | string;
  readonly name: string;
  /** Reason why the option cannot be chosen now. */
  readonly why?: string | undefined;
}

/** Maximum number of options shown at once. Typing finds the others. */
export const MAX_CHOICES = 60;

/** Returns the choices whose name contains every word of the text, ignoring case. Names that begin with the first word come first. */
export const filterChoices = <Option extends Choice>(choices: readonly Option[], text: string): readonly Option[] => {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const [first = ""] = words;
  const matching = choices.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  const isPrefixed = ({ name }: Choice) => name.toLowerCase().startsWith(first);
  return [...matching.filter(isPrefixed), ...matching.filter((choice) => !isPrefixed(choice))].slice(0, MAX_CHOICES);
};
