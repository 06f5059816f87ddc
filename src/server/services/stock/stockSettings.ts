import type { Schemas } from "#api/client.ts";
import { businessDay, readDay, type Zone } from "#domain/dates.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import type { CompanyScope } from "../session/caller.ts";
import { Conflict, refuseFields, VersionRequired } from "../shared/domainErrors.ts";
import { businessDayAt } from "../shared/today.ts";
import { checkVersion } from "../shared/versioning.ts";

type Settings = Schemas["StockSettings"];

const defaults: Settings = { closedUntil: null, isVatInCost: true, version: 0 };

/**
 * Reads the stock settings of a company. If the company never saved settings, returns the default settings with the
 * version 0.
 */
export const readStockSettings = async (db: Db, companyId: number): Promise<Settings> =>
  (await db
    .selectFrom("stock_settings")
    .select(["closed_until as closedUntil", "vat_in_cost as isVatInCost", "version"])
    .where("company_id", "=", companyId)
    .executeTakeFirst()) ?? defaults;

/**
 * Updates the stock settings of a company. Throws `VersionRequired` without a version, `Stale` if the caller saw a
 * different version, or `Invalid` for a closed period that does not end before today.
 */
export const updateStockSettings = async (
  tx: Db,
  company: CompanyScope,
  seen: number | undefined,
  { closedUntil, isVatInCost }: Schemas["StockSettingsSave"],
): Promise<Settings> => {
  if (seen === undefined) throw new VersionRequired();
  await lockCompany(tx, company.id);
  const before = await readStockSettings(tx, company.id);
  checkVersion(before, seen);
  const { day: today } = businessDayAt(new Date(), company.zone);
  const isPast = closedUntil === null || (readDay(closedUntil, "") === closedUntil && closedUntil < today);
  refuseFields({ ...(!isPast && { closedUntil: "Закрыть можно только прошедшие дни." }) });
  const row = { closed_until: closedUntil, vat_in_cost: isVatInCost, version: before.version + 1 };
  await tx
    .insertInto("stock_settings")
    .values({ company_id: company.id, ...row })
    .onConflict((conflict) => conflict.column("company_id").doUpdateSet(row))
    .execute();
  return readStockSettings(tx, company.id);
};

/**
 * Throws `Conflict` if a date is in the closed period, otherwise returns `isVatInCost`. Locks the stored settings, so
 * that they cannot change until the transaction ends.
 */
export const requireOpenStock = async (
  tx: Db,
  companyId: number,
  date: Date,
  zone: Zone,
): Promise<Pick<Settings, "isVatInCost">> => {
  const settings = await tx
    .selectFrom("stock_settings")
    .select(["closed_until as closedUntil", "vat_in_cost as isVatInCost"])
    .where("company_id", "=", companyId)
    .forShare()
    .executeTakeFirst();
  const { closedUntil, isVatInCost } = settings ?? defaults;
  if (!closedUntil || businessDay(date, zone) > closedUntil) return { isVatInCost };
  const [year, month, day] = closedUntil.split("-");
  throw new Conflict(`Складской период до ${day}.${month}.${year} закрыт.`);
};
