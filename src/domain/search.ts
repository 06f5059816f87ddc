/** Letters that the text of a search may have, as the description of its calls says. */
export const MOST_LETTERS = 100;
