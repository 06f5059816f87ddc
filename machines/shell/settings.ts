import type { Schemas } from "#api/client.ts";
import { readCountPerPage } from "#domain/paging.ts";

/** Application name with which the server stores the user's settings. */
export const APP_NAME = "client";

/** Name of a display setting. */
export type SettingName = "countPerPage";

/** Display setting of a module (platform, section 3). */
export interface Setting {
  readonly name: SettingName;
  readonly type: "int";
  readonly value: number;
}

/** Saved display settings of a user, by module and setting name. */
export type SavedSettings = Readonly<Record<string, Readonly<Record<string, number>>>>;

/**
 * Names of the modules with display settings. The specification prescribes the first four names (business, section 9).
 */
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

/** Name of a module that has display settings. */
export type SettingModule = (typeof settingModules)[number];

const globalDefaults: readonly Setting[] = [{ name: "countPerPage", type: "int", value: 25 }];

const moduleDefaults: Readonly<Record<string, readonly Setting[]>> = {};

const mergeSettings = (under: readonly Setting[], over: readonly Setting[]): Setting[] => [
  ...under.filter((setting) => over.every(({ name }) => name !== setting.name)),
  ...over,
];

/**
 * Returns the settings of a module. A value of the user overrides the module's default, which overrides the global
 * default (platform, section 9).
 */
export const settingsOf = (module: string, saved: SavedSettings = {}): Setting[] =>
  mergeSettings(globalDefaults, moduleDefaults[module] ?? []).map((setting) => ({
    ...setting,
    value: readCountPerPage(saved[module]?.[setting.name] ?? setting.value),
  }));

/** Returns the number of rows on a page of a module's list, 1 to 1,000 (decisions, section 2). */
export const countPerPage = (module: string, saved?: SavedSettings): number =>
  settingsOf(module, saved).find(({ name }) => name === "countPerPage")?.value ?? readCountPerPage(undefined);

/**
 * Parses the leading digits of a typed page size: "10.7" gives 10, "1,5" gives 1, "7e2" gives 7 (platform, section 5).
 * An invalid text or a number below 1 gives 25, a number above 1,000 gives 1,000.
 */
export const readSetting = (text: string): number => readCountPerPage(Number.parseInt(text, 10));

/** Converts the server's settings into values by module and setting name. */
export const readSavedSettings = ({ payload }: Schemas["UserSettings"]): SavedSettings =>
  Object.fromEntries(
    payload.map(({ module, settings }) => [
      module,
      Object.fromEntries(settings.map(({ name, value }) => [name, value])),
    ]),
  );
