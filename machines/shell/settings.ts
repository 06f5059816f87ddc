import type { Schemas } from "#api/client.ts";
import { readCountPerPage } from "#domain/paging.ts";

/** The name under which this application keeps its settings. */
export const APP_NAME = "client";

/** One display setting of a module as the dialog shows it (platform, section 3). */
export interface Setting {
  name: string;
  description: string;
  type: "int";
  value: number;
}

/** What a user has saved: module to setting to value. */
export type SavedSettings = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The modules whose settings can be opened from anywhere, by the names that the documents give them (business, section 9). */
export const settingModules: readonly { readonly name: string; readonly title: string }[] = [
  { name: "dashBoardOpenOrders", title: "Открытые заказы" },
  { name: "dashBoard", title: "Сводка заказов" },
  { name: "dashBoardMediumSummury", title: "Расширенная сводка" },
  { name: "Item_list_module", title: "Позиции меню" },
  { name: "stock", title: "Склад" },
  { name: "stockOperation", title: "Складские операции" },
  { name: "stockItems", title: "Товары склада" },
  { name: "suppliers", title: "Поставщики" },
  { name: "calls", title: "Звонки" },
];

const globalDefaults: readonly Setting[] = [
  { name: "countPerPage", description: "Количество записей на странице", type: "int", value: 25 },
];

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
