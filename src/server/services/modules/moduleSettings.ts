import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { readDeliverySettings, updateDeliverySettings } from "../delivery/deliverySettings.ts";
import { readFinanceSettings, updateFinanceSettings } from "../finance/financeSettings.ts";
import { readKitchenSettings, updateKitchenSettings } from "../kitchen/kitchenSettings.ts";
import type { CompanyScope } from "../session/caller.ts";
import type { ModuleName } from "./moduleCatalogue.ts";

type Value = Schemas["ModuleSettingValue"];
type Choices = Schemas["ModuleSettingChoice"][];
/** Values of the settings of a module, keyed by name. */
export type ModuleSettingValues = Readonly<Record<string, Value>>;

/** Values as they are stored, with the version of the record that stores them. */
interface StoredSettings {
  readonly values: ModuleSettingValues;
  readonly version: number;
}

/**
 * Definition of a setting with its allowed values, `choices`. "statuses" allows all order statuses that a module can
 * set, and "openStatuses" only those statuses that do not close an order.
 */
export interface SettingDefinition {
  readonly name: string;
  readonly title: string;
  readonly hint?: string;
  readonly kind: Schemas["ModuleSettingKind"];
  readonly choices?: Choices | "openStatuses" | "statuses";
  /** Permission that a change of the setting requires in addition to the permission to configure modules. */
  readonly permission?: string;
}

/**
 * Settings of a module, and the functions for the record that stores them. Without `read` and `write`, the settings are
 * stored in the table `module_configuration`.
 */
export interface ModuleSettings {
  readonly settings: readonly SettingDefinition[];
  readonly defaults?: ModuleSettingValues;
  readonly read?: (db: Db, companyId: number) => Promise<StoredSettings>;
  readonly write?: (tx: Db, company: CompanyScope, values: ModuleSettingValues) => Promise<unknown>;
}

const idText = (id: number | null | undefined): string => (id ? String(id) : "");
const idOf = (value: Value | undefined): number | null => Number(value) || null;

const SENDINGS = [
  { value: "time", title: "Сразу, как только принят" },
  { value: "status", title: "Когда получит статус" },
  { value: "button", title: "По кнопке «На кухню»" },
] as const satisfies Choices;

const statusSetting = (
  name: string,
  title: string,
  choices: "openStatuses" | "statuses" = "openStatuses",
): SettingDefinition => ({ name, title, kind: "choice", choices, permission: "settings.edit" });

const kitchen: ModuleSettings = {
  settings: [
    {
      name: "sendBy",
      title: "Заказ попадает на кухню",
      kind: "choice",
      choices: [...SENDINGS],
      permission: "settings.edit",
    },
    statusSetting("sendStatusId", "Статус, с которым заказ попадает на кухню"),
    statusSetting("startStatusId", "Начали первое блюдо — статус заказа"),
    statusSetting("readyStatusId", "Готово последнее блюдо — статус заказа"),
  ],
  read: async (db, companyId) => {
    const { sendBy, sendStatusId, startStatusId, readyStatusId, version } = await readKitchenSettings(db, companyId);
    const statuses = { sendStatusId, startStatusId, readyStatusId };
    const texts = Object.entries(statuses).map(([name, id]): [string, Value] => [name, idText(id)]);
    return { values: { sendBy, ...Object.fromEntries(texts) }, version };
  },
  write: (tx, company, values) =>
    updateKitchenSettings(tx, company.id, undefined, {
      sendBy: SENDINGS.find(({ value }) => value === values["sendBy"])?.value ?? "time",
      sendStatusId: idOf(values["sendStatusId"]),
      startStatusId: idOf(values["startStatusId"]),
      readyStatusId: idOf(values["readyStatusId"]),
    }),
};

const delivery: ModuleSettings = {
  settings: [
    statusSetting("startStatusId", "Курьер выехал — статус заказа"),
    statusSetting("deliveredStatusId", "Заказ доставлен — статус заказа", "statuses"),
  ],
  read: async (db, companyId) => {
    const { startStatusId, deliveredStatusId, version } = await readDeliverySettings(db, companyId);
    return { values: { startStatusId: idText(startStatusId), deliveredStatusId: idText(deliveredStatusId) }, version };
  },
  write: (tx, company, values) =>
    updateDeliverySettings(tx, company.id, undefined, {
      startStatusId: idOf(values["startStatusId"]),
      deliveredStatusId: idOf(values["deliveredStatusId"]),
    }),
};

const cashShift: ModuleSettings = {
  settings: [
    {
      name: "requireShift",
      title: "Принимать и возвращать наличные только в открытую смену",
      kind: "boolean",
      permission: "finance.edit",
    },
  ],
  read: async (db, companyId) => {
    const { requireShift, version } = await readFinanceSettings(db, companyId);
    return { values: { requireShift }, version };
  },
  write: async (tx, company, values) => {
    const { closedUntil } = await readFinanceSettings(tx, company.id);
    return updateFinanceSettings(tx, company, undefined, {
      requireShift: values["requireShift"] === true,
      closedUntil,
    });
  },
};

const feedback: ModuleSettings = {
  settings: [
    {
      name: "greeting",
      title: "Что сказать гостю на странице отзыва",
      hint: "Пусто — «Спасибо за заказ! Расскажите, как всё прошло».",
      kind: "text",
    },
  ],
  defaults: { greeting: "" },
};

const settingsOfModules: Partial<Record<ModuleName, ModuleSettings>> = { kitchen, delivery, cashShift, feedback };

/** Returns the settings of a module. Most modules have none. */
export const settingsOfModule = (module: ModuleName): ModuleSettings => settingsOfModules[module] ?? { settings: [] };
