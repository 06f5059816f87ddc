import type { Schemas } from "#api/client.ts";
import { normalizeStreet } from "#domain/deliveryZone.ts";
import type { GeoPoint } from "#domain/geometry.ts";
import { pointOfHouse, streets } from "../../demo/streets.ts";

const MAX_PLACES = 50;

const normalizedStreets = streets.map((street) => ({ ...street, normalizedName: normalizeStreet(street.name) }));

const splitHouse = (text: string): { street: string; house: string } => {
  const [, street = text, house = ""] = /^(.*\S) (\d+[а-я]?)$/.exec(text) ?? [];
  return { street, house };
};

const findStreets = (text: string) => normalizedStreets.filter((street) => street.normalizedName.includes(text));

/**
 * Returns up to 50 streets that match a typed text. If only one street matches, returns up to 50 matching houses in
 * that street instead.
 */
export const searchPlaces = (typed: string): Schemas["Place"][] => {
  const text = normalizeStreet(typed);
  const whole = findStreets(text);
  const { street, house } = whole.length > 0 ? { street: text, house: "" } : splitHouse(text);
  const hits = whole.length > 0 ? whole : findStreets(street);
  const [only] = hits;
  if (hits.length !== 1 || !only) return hits.slice(0, MAX_PLACES).map(({ name }) => ({ street: name, house: null }));
  const houses = only.houses.filter((one) => one.startsWith(house));
  return houses.slice(0, MAX_PLACES).map((one) => ({ street: only.name, house: one }));
};

/** Returns the coordinates of an address, or null if the server does not know the house. */
export const findPoint = (street: string, house: string): GeoPoint | null => {
  const name = normalizeStreet(street);
  const known = normalizedStreets.find(({ normalizedName }) => normalizedName === name);
  return known ? pointOfHouse(known, house.trim().toLowerCase()) : null;
};
