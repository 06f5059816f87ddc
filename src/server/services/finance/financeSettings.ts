import type { Schemas } from "#api/client.ts";
import { businessDay, readDay, type Zone } from "#domain/dates.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import type { CompanyScope } from "../session/caller.ts";
import { Conflict, refuseFields } from "../shared/domainErrors.ts";
import { businessDayAt } from "../shared/today.ts";
import { checkVersion } from "../shared/versioning.ts";

type Settings = Schemas["FinanceSettings"];

const defaults: Settings = { requireShift: false, closedUntil: null, version: 0 };

/**
 * Reads the finance settings of a company. If the company never saved settings, returns the default settings with the
 * version 0.
 */
export const readFinanceSettings = async (db: Db, companyId: number): Promise<Settings> =>
  (await db
    .selectFrom("finance_settings")
    .select(["require_shift as requireShift", "closed_until as closedUntil", "version"])
    .where("company_id", "=", companyId)
    .executeTakeFirst()) ?? defaults;

/**
 * Updates the finance settings of a company. Throws `Stale` if the caller saw a different version, or `Invalid` for a
 * closed period that does not end before today.
 */
export const updateFinanceSettings = async (
  tx: Db,
  company: CompanyScope,
  seen: number | undefined,
  { requireShift, closedUntil }: Schemas["FinanceSettingsSave"],
): Promise<Settings> => {
  await lockCompany(tx, company.id);
  const before = await readFinanceSettings(tx, company.id);
  checkVersion(before, seen);
  const { day: today } = businessDayAt(new Date(), company.zone);
  const isPast = closedUntil === null || (readDay(closedUntil, "") === closedUntil && closedUntil < today);
  refuseFields({ ...(!isPast && { closedUntil: "Закрыть можно только прошедшие дни." }) });
  const row = { require_shift: requireShift, closed_until: closedUntil, version: before.version + 1 };
  await tx
    .insertInto("finance_settings")
    .values({ company_id: company.id, ...row })
    .onConflict((conflict) => conflict.column("company_id").doUpdateSet(row))
    .execute();
  return readFinanceSettings(tx, company.id);
};

/**
 * Throws `Conflict` if a date is in the closed period. Locks the stored settings, so that the closed period cannot
 * change until the transaction ends.
 */
export const checkPeriodOpen = async (tx: Db, companyId: number, date: Date, zone: Zone): Promise<void> => {
  const rows = await tx
    .selectFrom("finance_settings")
    .select("closed_until as closedUntil")
    .where("company_id", "=", companyId)
    .forShare()
    .execute();
  const closedUntil = rows[0]?.closedUntil;
  if (!closedUntil || businessDay(date, zone) > closedUntil) return;
  const [year, month, day] = closedUntil.split("-");
  throw new Conflict(`Период до ${day}.${month}.${year} закрыт.`);
};
