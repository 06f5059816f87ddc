import type { Schemas } from "#api/client.ts";
import { readCountPerPage } from "#domain/paging.ts";

/** Name under which this application stores its settings. */
export const APP_NAME = "client";

/** Name of a display setting. */
export type SettingName = "countPerPage";

/** One display setting of a module (platform, section 3). */
export interface Setting {
  readonly name: SettingName;
  readonly type: "int";
  readonly value: number;
}

/** Saved settings of a user: values by module and name. */
export type SavedSettings = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Modules with display settings, named as in the documents (business, section 9). */
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

const mergeSettings = (under: readonly Setting[], over: readonly Setting[]): Setting[] => [
  ...under.filter((setting) => over.every(({ name }) => name !== setting.name)),
  ...over,
];

/** Returns the settings of a module. The user's values override the module's defaults, which override the global ones (platform, section 9). */
export const settingsOf = (module: string, saved: SavedSettings = {}): Setting[] =>
  mergeSettings(globalDefaults, moduleDefaults[module] ?? []).map((setting) => ({
    ...setting,
    value: saved[module]?.[setting.name] ?? setting.value,
  }));

/** Returns the page size of a module's list, 1 to 1,000 rows (decisions, section 2). */
export const countPerPage = (module: string, saved?: SavedSettings): number =>
  readCountPerPage(settingsOf(module, saved).find(({ name }) => name === "countPerPage")?.value);

/** Returns the integer that a text stands for. A text that is no number, or a negative one, gives 0 (platform, section 5). */
export const readSetting = (text: string): number => Math.max(0, Number.parseInt(text, 10) || 0);

/** Returns the stored settings by module and name. */
export const readSavedSettings = ({ payload }: Schemas["UserSettings"]): SavedSettings =>
  Object.fromEntries(
    payload.map(({ module, settings }) => [
      module,
      Object.fromEntries(settings.map(({ name, value }) => [name, value])),
    ]),
  );
