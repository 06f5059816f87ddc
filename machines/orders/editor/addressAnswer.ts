import * as v from "valibot";
import type { GeoPlace } from "#domain/address.ts";

const ownSchema = v.array(v.looseObject({ street: v.string(), house: v.nullable(v.string()) }));

const text = v.optional(v.string());

const photonSchema = v.looseObject({
  features: v.array(
    v.looseObject({
      properties: v.looseObject({ street: text, name: text, housenumber: text, osm_key: text }),
    }),
  ),
});

type Properties = v.InferOutput<typeof photonSchema>["features"][number]["properties"];

/**
 * Converts a search result of Photon (an address search service) into a list with one place. The list is empty if the
 * result has no street.
 */
const placeOf = ({ street, name, housenumber, osm_key }: Properties): GeoPlace[] => {
  const found = street ?? (osm_key === "highway" ? name : undefined);
  return found ? [{ street: found, house: housenumber ?? "" }] : [];
};

/**
 * Reads the places from the answer of an address search by this server or by Photon. Throws if the answer has neither
 * of the two formats.
 */
export const readPlaces = (answer: unknown): GeoPlace[] => {
  if (v.is(photonSchema, answer)) return answer.features.flatMap(({ properties }) => placeOf(properties));
  return v.parse(ownSchema, answer).map(({ street, house }) => ({ street, house: house ?? "" }));
};
