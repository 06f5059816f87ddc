const MAX_STREETS = 5;
const byNumber = new Intl.Collator("ru", { numeric: true });

/** A place that the geo search answers with. */
export interface GeoPlace {
  street: string;
  house: string;
}

/** What the address fields offer: streets to choose from, or the houses of the only street found. */
export interface AddressSuggestions {
  streets: string[];
  houses: string[];
}

const sameText = (a: string, b: string): boolean =>
  a.trim().toLocaleLowerCase("ru") === b.trim().toLocaleLowerCase("ru");

/** What to offer for the places found: up to 5 distinct streets, and once only one is meant, its houses in order (business, section 5). */
export const suggestAddresses = (places: readonly GeoPlace[], typed: string): AddressSuggestions => {
  const found = [...new Set(places.map((place) => place.street))];
  const exact = found.filter((street) => sameText(street, typed));
  const streets = exact.length === 1 ? exact : found;
  if (streets.length !== 1) return { streets: streets.slice(0, MAX_STREETS), houses: [] };
  const houses = new Set(places.filter(({ street }) => street === streets[0]).map(({ house }) => house));
  return { streets, houses: [...houses].filter((house) => house !== "").sort(byNumber.compare) };
};
