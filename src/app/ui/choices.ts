/** Option of a select field. */
export interface Choice {
  readonly id: number | string;
  readonly name: string;
  /** Reason why the option is disabled. */
  readonly why?: string | undefined;
  /** True if the option stays visible at the bottom while the list scrolls. */
  readonly isPinned?: boolean;
}

/** Maximum number of options that are shown. The user finds further options by typing. */
export const MAX_CHOICES = 60;

/**
 * Returns the options with a name that contains all words of the text, in any case, at most `MAX_CHOICES`. Names that
 * start with the first word come first.
 */
export const filterChoices = <Option extends Choice>(choices: readonly Option[], text: string): readonly Option[] => {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const [first = ""] = words;
  const matching = choices.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  const isPrefixed = ({ name }: Choice) => name.toLowerCase().startsWith(first);
  return [...matching.filter(isPrefixed), ...matching.filter((choice) => !isPrefixed(choice))].slice(0, MAX_CHOICES);
};
