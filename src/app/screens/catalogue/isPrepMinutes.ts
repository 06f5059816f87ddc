/** Returns true if a text is empty or a whole number of minutes from 1 to 600. */
export const isPrepMinutes = (text: string): boolean => /^\s*([1-9]\d?|[1-5]\d\d|600)?\s*$/.test(text);
