const MAX_STREETS = 5;
const byNumber = new Intl.Collator("ru", { numeric: true });

/** Street and house found by the address search. */
export interface GeoPlace {
  street: string;
  house: string;
}

/** Suggestions for the address fields: one street and its houses, or several streets without houses, or nothing. */
export interface AddressSuggestions {
  streets: string[];
  houses: string[];
}

const isSameText = (a: string, b: string): boolean =>
  a.trim().toLocaleLowerCase("ru") === b.trim().toLocaleLowerCase("ru");

/**
 * Returns up to 5 of the streets in `places`, which the search has found for the text `typed`. If there is only one
 * street, or `typed` is the name of one street in any case, returns this street and its sorted house numbers (business,
 * section 5).
 */
export const suggestAddresses = (places: readonly GeoPlace[], typed: string): AddressSuggestions => {
  const found = [...new Set(places.map((place) => place.street))];
  const exact = found.filter((street) => isSameText(street, typed));
  const streets = exact.length === 1 ? exact : found;
  if (streets.length !== 1) return { streets: streets.slice(0, MAX_STREETS), houses: [] };
  const houses = new Set(places.filter(({ street }) => street === streets[0]).map(({ house }) => house));
  return { streets, houses: [...houses].filter((house) => house !== "").sort(byNumber.compare) };
};
