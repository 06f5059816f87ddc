import type { Schemas } from "#api/client.ts";
import { readCountPerPage } from "#domain/paging.ts";

/** The name under which this application keeps its settings. */
export const APP_NAME = "client";

/** Name of a display setting. */
export type SettingName = "countPerPage";

/** One display setting of a module (platform, section 3). */
export interface Setting {
  readonly name: SettingName;
  readonly type: "int";
  readonly value: number;
}

/** What a user has saved: module to setting to value. */
export type SavedSettings = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Modules whose settings can be opened from anywhere, by the names of the documents (business, section 9). */
export const settingModules = [
  "dashBoardOpenOrders",
  "dashBoard",
  "dashBoardMediumSummury",
  "Item_list_module",
  "stock",
  "stockOperation",
  "stockItems",
  "suppliers",
  "calls",
] as const;

/** One of `settingModules`. */
export type SettingModule = (typeof settingModules)[number];

const globalDefaults: readonly Setting[] = [{ name: "countPerPage", type: "int", value: 25 }];

const moduleDefaults: Readonly<Record<string, readonly Setting[]>> = {};

const merged = (under: readonly Setting[], over: readonly Setting[]): Setting[] => [
  ...under.filter((setting) => over.every(({ name }) => name !== setting.name)),
  ...over,
];

/** Settings of a module: global defaults, then the module's, then what the user saved (platform, section 9). */
export const settingsOf = (module: string, saved: SavedSettings = {}): Setting[] =>
  merged(globalDefaults, moduleDefaults[module] ?? []).map((setting) => ({
    ...setting,
    value: saved[module]?.[setting.name] ?? setting.value,
  }));

/** Rows a page of a module's list, 1 to 1,000 (decisions, section 2). */
export const countPerPage = (module: string, saved?: SavedSettings): number =>
  readCountPerPage(settingsOf(module, saved).find(({ name }) => name === "countPerPage")?.value);

/** An integer-typed entry: what is no number, or negative, becomes 0 (platform, section 5). */
export const readSetting = (text: string): number => Math.max(0, Number.parseInt(text, 10) || 0);

/** What the server has kept, by module and name. */
export const readSaved = ({ payload }: Schemas["UserSettings"]): SavedSettings =>
  Object.fromEntries(
    payload.map(({ module, settings }) => [
      module,
      Object.fromEntries(settings.map(({ name, value }) => [name, value])),
    ]),
  );
