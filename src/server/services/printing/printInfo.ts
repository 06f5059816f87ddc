import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { checkWebSite } from "../companies/companyRules.ts";
import { requireRow } from "../shared/domainErrors.ts";
import { checkVersion } from "../shared/versioning.ts";

type PrintInfo = Schemas["PrintInfo"];

/**
 * Reads the texts that a company prints on its bills. A missing text is null. Throws `NotFound` for an unknown company.
 */
export const readPrintInfo = async (db: Db, companyId: number): Promise<PrintInfo> => {
  const { rows } = await sql<PrintInfo>`
    select i.header, i.footer, i.feedback_url as "feedbackUrl", coalesce(i.version, 1) as version
    from company c left join print_info i on i.company_id = c.id where c.id = ${companyId}`.execute(db);
  return requireRow(rows[0], "Компания не найдена.");
};

/**
 * Updates the texts on the bills of a company. Throws `Stale` with the current texts when the caller saw a different
 * version, and `Invalid` for an invalid web address.
 */
export const updatePrintInfo = async (
  tx: Db,
  companyId: number,
  seen: number | undefined,
  save: Schemas["PrintInfoSave"],
): Promise<PrintInfo> => {
  await lockCompany(tx, companyId);
  const current = await readPrintInfo(tx, companyId);
  checkVersion(current, seen);
  if (save.feedbackUrl) checkWebSite(save.feedbackUrl, "feedbackUrl");
  const newValue = (name: "header" | "footer" | "feedbackUrl") =>
    save[name] === undefined ? current[name] : save[name]?.trim() || null;
  await sql`insert into print_info (company_id, header, footer, feedback_url, version)
    values (${companyId}, ${newValue("header")}, ${newValue("footer")}, ${newValue("feedbackUrl")}, ${current.version + 1})
    on conflict (company_id) do update set header = excluded.header, footer = excluded.footer,
      feedback_url = excluded.feedback_url, version = excluded.version`.execute(tx);
  return readPrintInfo(tx, companyId);
};
