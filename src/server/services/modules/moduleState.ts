import type { Db } from "../../database/connection.ts";
import { companyNotFound } from "../shared/companyPresence.ts";
import { ModuleOff } from "../shared/domainErrors.ts";
import { type ModuleName, moduleNames, quoteModule } from "./moduleCatalogue.ts";

/** Returns the error for a write to a module that is off. */
export const createModuleOff = (module: ModuleName): ModuleOff =>
  new ModuleOff(`Модуль ${quoteModule(module)} выключен в настройках компании.`, module);

/** Returns the names of the modules that are off. Unknown names are ignored. */
export const readModulesOff = (stored: readonly string[]): ModuleName[] =>
  moduleNames.filter((name) => stored.includes(name));

/** Throws `ModuleOff` if the module is off in the company, and `NotFound` for a removed company. */
export const requireModule = async (db: Db, companyId: number, module: ModuleName): Promise<void> => {
  const row = await db
    .selectFrom("company")
    .select("modules_off as off")
    .where("id", "=", companyId)
    .where("is_removed", "=", false)
    .executeTakeFirst();
  if (!row) throw companyNotFound();
  if (row.off.includes(module)) throw createModuleOff(module);
};
