const MAX_STREETS = 5;
const byNumber = new Intl.Collator("ru", { numeric: true });

/** Street and house found by the address search. */
export interface GeoPlace {
  street: string;
  house: string;
}

/** Suggestions for the address fields: several streets, or one street and its houses. */
export interface AddressSuggestions {
  streets: string[];
  houses: string[];
}

const isSameText = (a: string, b: string): boolean =>
  a.trim().toLocaleLowerCase("ru") === b.trim().toLocaleLowerCase("ru");

/**
 * Returns up to 5 streets that match the typed text. If only one street matches, or the typed text equals the name of
 * one street, returns this street and its sorted house numbers (business, section 5).
 */
export const suggestAddresses = (places: readonly GeoPlace[], typed: string): AddressSuggestions => {
  const found = [...new Set(places.map((place) => place.street))];
  const exact = found.filter((street) => isSameText(street, typed));
  const streets = exact.length === 1 ? exact : found;
  if (streets.length !== 1) return { streets: streets.slice(0, MAX_STREETS), houses: [] };
  const houses = new Set(places.filter(({ street }) => street === streets[0]).map(({ house }) => house));
  return { streets, houses: [...houses].filter((house) => house !== "").sort(byNumber.compare) };
};
