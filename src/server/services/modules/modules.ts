import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { type CompanyScope, hasPermission } from "../session/caller.ts";
import { companyNotFound } from "../shared/companyPresence.ts";
import type { Complete } from "../shared/complete.ts";
import { Conflict, type FieldErrors, Forbidden, refuseFields, requireRow } from "../shared/domainErrors.ts";
import { checkVersion } from "../shared/versioning.ts";
import { readOpenWork } from "./moduleBlockers.ts";
import { type ModuleName, moduleCatalogue, moduleNames, quoteModule } from "./moduleCatalogue.ts";
import { type ModuleSettingValues, type SettingDefinition, settingsOfModule } from "./moduleSettings.ts";
import { readModulesOff } from "./moduleState.ts";

type Module = Complete<Schemas["Module"]>;
type Choice = Schemas["ModuleSettingChoice"];

/** Stored state of the modules of a company. */
interface ModuleStates {
  readonly off: readonly ModuleName[];
  readonly work: Partial<Record<ModuleName, string>>;
  readonly own: ReadonlyMap<string, { readonly settings: ModuleSettingValues; readonly version: number }>;
  readonly statuses: readonly (Choice & { readonly isOpen: boolean })[];
}

const readStates = async (db: Db, companyId: number): Promise<ModuleStates> => {
  const company = await db.selectFrom("company").select("modules_off as off").where("id", "=", companyId).execute();
  const own = await db
    .selectFrom("module_configuration")
    .select(["module", "settings", "version"])
    .where("company_id", "=", companyId)
    .execute();
  const statuses = await db
    .selectFrom("order_status")
    .select(["id", "name", "is_closed as isClosed"])
    .where("company_id", "=", companyId)
    .where("is_removed", "=", false)
    .where("is_technical", "=", false)
    .where("is_require_reason", "=", false)
    .where("is_cancel", "=", false)
    .orderBy("sort")
    .orderBy("id")
    .execute();
  return {
    off: readModulesOff(requireRow(company[0]).off),
    work: await readOpenWork(db, companyId),
    own: new Map(
      own.map(({ module, settings, version }) => [module, { settings: settings as ModuleSettingValues, version }]),
    ),
    statuses: statuses.map(({ id, name, isClosed }) => ({ value: String(id), title: name, isOpen: !isClosed })),
  };
};

/** Returns the reasons why a module cannot be switched on or off now. */
const blockersOf = (name: ModuleName, { off, work }: ModuleStates): string[] => {
  if (off.includes(name))
    return (moduleCatalogue[name].needs ?? [])
      .filter((needed) => off.includes(needed))
      .map((needed) => `Сначала включите модуль ${quoteModule(needed)}.`);
  const dependants = moduleNames.filter(
    (other) => !off.includes(other) && moduleCatalogue[other].needs?.includes(name),
  );
  return [
    ...((work[name] ?? []).length ? [work[name] ?? ""] : []),
    ...dependants.map((other) => `Он нужен модулю ${quoteModule(other)}. Сначала выключите тот.`),
  ];
};

const NOT_CHOSEN: Choice = { value: "", title: "Не менять" };

const choicesOf = ({ choices = [] }: SettingDefinition, { statuses }: ModuleStates): Choice[] => {
  if (typeof choices !== "string") return choices;
  const usable = statuses.filter(({ isOpen }) => isOpen || choices === "statuses");
  return [NOT_CHOSEN, ...usable.map(({ value, title }) => ({ value, title }))];
};

const readModule = async (db: Db, companyId: number, name: ModuleName, states: ModuleStates): Promise<Module> => {
  const { settings, defaults, read } = settingsOfModule(name);
  const own = states.own.get(name);
  const stored = await read?.(db, companyId);
  const values: ModuleSettingValues = { ...defaults, ...own?.settings, ...stored?.values };
  const { title, description, needs = [] } = moduleCatalogue[name];
  return {
    name,
    title,
    description,
    isOn: !states.off.includes(name),
    needs: [...needs],
    blockers: blockersOf(name, states),
    settings: settings.map((setting) => ({
      name: setting.name,
      title: setting.title,
      hint: setting.hint ?? null,
      kind: setting.kind,
      value: values[setting.name] ?? "",
      choices: choicesOf(setting, states),
      permission: setting.permission ?? null,
    })),
    // Both versions only grow, so their sum changes with each change of the module or of the record of its settings.
    version: (own?.version ?? 0) + (stored?.version ?? 0),
  };
};

/** Returns all modules of a company with their settings. */
export const listModules = async (db: Db, companyId: number): Promise<Module[]> => {
  const states = await readStates(db, companyId);
  const modules: Module[] = [];
  for (const name of moduleNames) modules.push(await readModule(db, companyId, name, states));
  return modules;
};

const findFlaw = (module: Module, name: string, value: boolean | string): string | undefined => {
  const setting = module.settings.find((one) => one.name === name);
  if (!setting) return "У модуля нет такой настройки.";
  if ((setting.kind === "boolean") !== (typeof value === "boolean")) return "Неверное значение.";
  if (setting.kind !== "choice" || setting.choices.some((choice) => choice.value === value)) return undefined;
  // A setting may keep its stored value, even if the value is an order status that has been removed.
  return value === setting.value ? undefined : "Выберите значение из списка.";
};

/**
 * Returns the changed settings. Throws `Invalid` for an unknown name or an invalid value, and `Forbidden` if the caller
 * lacks the permission of a setting.
 */
const checkSettings = (company: CompanyScope, module: Module, given: ModuleSettingValues): ModuleSettingValues => {
  const errors = Object.entries(given).flatMap(([name, value]): [string, string][] => {
    const flaw = findFlaw(module, name, value);
    return flaw === undefined ? [] : [[name, flaw]];
  });
  refuseFields(Object.fromEntries(errors) satisfies FieldErrors);
  const changed = module.settings.filter(({ name, value }) => given[name] !== undefined && given[name] !== value);
  const lacking = changed.find(({ permission }) => permission !== null && !hasPermission(company, permission));
  if (lacking) throw new Forbidden(`У вас нет права изменить настройку «${lacking.title}».`);
  return Object.fromEntries(changed.flatMap(({ name }) => (given[name] === undefined ? [] : [[name, given[name]]])));
};

const writeSettings = async (
  tx: Db,
  company: CompanyScope,
  module: Module,
  changed: ModuleSettingValues,
): Promise<void> => {
  const { write } = settingsOfModule(module.name);
  const before = Object.fromEntries(module.settings.map(({ name, value }) => [name, value]));
  const hasChanges = Object.keys(changed).length > 0;
  if (write && hasChanges) await write(tx, company, { ...before, ...changed });
  const settings = JSON.stringify(write ? {} : { ...before, ...changed });
  await tx
    .insertInto("module_configuration")
    .values({ company_id: company.id, module: module.name, settings })
    .onConflict((conflict) =>
      conflict
        .columns(["company_id", "module"])
        .doUpdateSet((eb) => ({ settings, version: eb("module_configuration.version", "+", 1) })),
    )
    .execute();
};

/**
 * Waits until all other writes of the company have ended, and blocks new writes until the transaction ends. A module is
 * therefore never switched off during one of its writes. Throws `NotFound` for a removed company.
 */
export const lockAllWrites = async (tx: Db, companyId: number): Promise<void> => {
  const company = await tx
    .selectFrom("company")
    .select("id")
    .where("id", "=", companyId)
    .where("is_removed", "=", false)
    .forUpdate()
    .executeTakeFirst();
  if (!company) throw companyNotFound();
};

/**
 * Switches a module on or off and changes its settings; the transaction must hold the lock of `lockAllWrites`. Throws:
 * - `Stale` if the caller saw a different version,
 * - `Conflict` if unfinished work or another module prevents the switch,
 * - the errors of `checkSettings`, and of `write` in the module's settings.
 */
export const updateModule = async (
  tx: Db,
  company: CompanyScope,
  { name, seen }: { readonly name: ModuleName; readonly seen: number | undefined },
  { isOn, settings = {} }: Schemas["ModuleSave"],
): Promise<Module> => {
  const states = await readStates(tx, company.id);
  const module = await readModule(tx, company.id, name, states);
  checkVersion(module, seen, "Модуль");
  const changed = checkSettings(company, module, settings);
  if (isOn !== module.isOn && module.blockers.length > 0)
    throw new Conflict(
      `Модуль ${quoteModule(name)} нельзя ${isOn ? "включить" : "выключить"}. ${module.blockers.join(" ")}`,
    );
  await writeSettings(tx, company, module, changed);
  if (isOn !== module.isOn) {
    const off = isOn ? states.off.filter((other) => other !== name) : [...states.off, name];
    await tx.updateTable("company").set({ modules_off: off }).where("id", "=", company.id).execute();
  }
  return readModule(tx, company.id, name, await readStates(tx, company.id));
};
