// Writes the streets of the demo town as GeoJSON to the file that the argument names, for the maps of the application.
import { writeFileSync } from "node:fs";
import { streets } from "#server/demo/streets.ts";

const features = streets.map(({ name, ends }) => ({
  type: "Feature",
  properties: { name },
  geometry: { type: "LineString", coordinates: ends.map(({ lat, lon }) => [lon, lat]) },
}));

const [, , file] = process.argv;
if (!file) throw new Error("Name the file to write");
writeFileSync(
  file,
  `{"type":"FeatureCollection","features":[\n${features.map((one) => JSON.stringify(one)).join(",\n")}\n]}\n`,
);
