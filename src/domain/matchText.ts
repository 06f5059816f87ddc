const ENDING = /(?:ами|ями|ого|его|ыми|ими|ов|ев|ей|ам|ям|ах|ях|ом|ем|ой|ый|ий|ая|яя|ое|ее|ые|ие|ую|юю|[аеиоуыьэюяй])$/;

/** Minimum length of a word from which the ending is removed, and minimum length of the remaining stem. */
const MIN_WORD = 4;
const MIN_STEM = 3;

const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll("ё", "е")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const stemOf = (word: string): string => {
  const stem = word.length < MIN_WORD ? word : word.replace(ENDING, "");
  return stem.length < MIN_STEM ? word : stem;
};

/**
 * Returns true if each word of the query is the beginning of a word of the text; an empty query matches every text.
 * Case, word order and Russian endings are ignored, and "ё" equals "е".
 */
export const matchText = (text: string, query: string): boolean => {
  const words = splitWords(text);
  return splitWords(query).every((typed) => words.some((word) => word.startsWith(stemOf(typed))));
};
