import { expect, test } from "vitest";
import { readPlaces } from "#machines/orders/editor/addressAnswer.ts";

test("readPlaces — reads streets and houses from a response of the application's own server", () => {
  expect(
    readPlaces([
      { street: "ул. Садовая", house: "12" },
      { street: "ул. Лесная", house: null },
    ]),
  ).toEqual([
    { street: "ул. Садовая", house: "12" },
    { street: "ул. Лесная", house: "" },
  ]);
});

test("readPlaces — reads streets and houses from a Photon response and skips other objects", () => {
  const feature = (properties: object) => ({ type: "Feature", geometry: {}, properties });
  const answer = {
    type: "FeatureCollection",
    features: [
      feature({ name: "Садовая улица", osm_key: "highway", city: "Тверь" }),
      feature({ street: "Садовая улица", housenumber: "7к1", osm_key: "building" }),
      feature({ name: "Кафе «Сад»", osm_key: "amenity" }),
    ],
  };
  expect(readPlaces(answer)).toEqual([
    { street: "Садовая улица", house: "" },
    { street: "Садовая улица", house: "7к1" },
  ]);
});

test("readPlaces — throws for a response of an unknown format", () => {
  expect(() => readPlaces({ error: "over quota" })).toThrow();
});
