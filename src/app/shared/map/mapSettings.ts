/**
 * Settings of the maps, from `map` in `config.js`. An empty string switches off the streets, the tiles, or the name of
 * the tiles' author.
 */
export interface MapSettings {
  /** URL of a GeoJSON file with streets. */
  readonly streets: string;
  /** URL template of map tiles, such as `https://tiles.example/{z}/{x}/{y}.png`. */
  readonly tiles: string;
  /** Name of the author of the map tiles. The map shows this name. */
  readonly credit: string;
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

/** Reads the map settings from the value of `config.js`. Without settings the maps show the demo town. */
export const readMapSettings = (config: unknown): MapSettings => {
  const map = memberOf(config, "map");
  const textOf = (name: string, text: string): string => {
    const value = memberOf(map, name);
    return typeof value === "string" ? value : text;
  };
  return { streets: textOf("streets", "/streets.json"), tiles: textOf("tiles", ""), credit: textOf("credit", "") };
};
