import type { Schemas } from "#api/client.ts";
import { streets } from "../../demo/streets.ts";

const MAX_PLACES = 50;
const plain = (text: string): string =>
  text.toLowerCase().replaceAll("ё", "е").replace(/[.,]/g, " ").replace(/\s+/g, " ").trim();

const known = streets.map((street) => ({ ...street, plain: plain(street.name) }));

const splitHouse = (text: string): { street: string; house: string } => {
  const [, street = text, house = ""] = /^(.*\S) (\d+[а-я]?)$/.exec(text) ?? [];
  return { street, house };
};

const matching = (text: string) => known.filter((street) => street.plain.includes(text));

/** Streets and houses that match typed text; one street alone comes with its houses, several come with a house each at most. */
export const searchPlaces = (typed: string): Schemas["Place"][] => {
  const text = plain(typed);
  const whole = matching(text);
  const { street, house } = whole.length > 0 ? { street: text, house: "" } : splitHouse(text);
  const hits = whole.length > 0 ? whole : matching(street);
  const [only] = hits;
  if (hits.length !== 1 || !only) return hits.slice(0, MAX_PLACES).map(({ name }) => ({ street: name, house: null }));
  const houses = only.houses.filter((one) => one.startsWith(house));
  return houses.slice(0, MAX_PLACES).map((one) => ({ street: only.name, house: one }));
};
