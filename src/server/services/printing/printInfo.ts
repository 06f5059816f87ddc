import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { checkWebSite } from "../companies/companyRules.ts";
import { requireRow } from "../shared/domainErrors.ts";
import { checkVersion } from "../shared/versioning.ts";

type PrintInfo = Schemas["PrintInfo"];

/** What is printed on the bills of a company; nothing of its own until somebody says so. */
export const readPrintInfo = async (db: Db, companyId: number): Promise<PrintInfo> => {
  const { rows } = await sql<PrintInfo>`
    select i.header, i.footer, i.feedback_url as "feedbackUrl", coalesce(i.version, 1) as version
    from company c left join print_info i on i.company_id = c.id where c.id = ${companyId}`.execute(db);
  return requireRow(rows[0], "Компания не найдена.");
};

/** Changes what is printed on the bills. Throws `Stale` with what is there when the caller saw another version. */
export const updatePrintInfo = async (
  tx: Db,
  companyId: number,
  seen: number | undefined,
  save: Schemas["PrintInfoSave"],
): Promise<PrintInfo> => {
  await lockCompany(tx, companyId);
  const now = await readPrintInfo(tx, companyId);
  checkVersion(now, seen);
  if (save.feedbackUrl) checkWebSite(save.feedbackUrl, "feedbackUrl");
  const written = (name: "header" | "footer" | "feedbackUrl") =>
    save[name] === undefined ? now[name] : save[name]?.trim() || null;
  await sql`insert into print_info (company_id, header, footer, feedback_url, version)
    values (${companyId}, ${written("header")}, ${written("footer")}, ${written("feedbackUrl")}, ${now.version + 1})
    on conflict (company_id) do update set header = excluded.header, footer = excluded.footer,
      feedback_url = excluded.feedback_url, version = excluded.version`.execute(tx);
  return readPrintInfo(tx, companyId);
};
