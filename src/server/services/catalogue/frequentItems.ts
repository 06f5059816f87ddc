import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { linesInSql } from "../statistics/lines.ts";
import { groupOf } from "./catalogue.ts";

const DAYS = 30;
const DAY_MS = 86_400_000;
const MAX_ITEMS = 24;

/**
 * Returns the active dishes with the most portions in uncancelled orders that were due in the 30 days before `now`, at
 * most 24. The most frequent dish comes first.
 */
export const readFrequentItems = async (db: Db, companyId: number, now: Date): Promise<Schemas["FrequentItem"][]> => {
  const period = { start: new Date(now.getTime() - DAYS * DAY_MS), end: now };
  const { rows } = await sql<Schemas["FrequentItem"]>`
    select i.id, t.count
    from (select l.item_id, sum(l.count) as count from ${linesInSql(companyId, period)} group by l.item_id) t
    join item i on i.id = t.item_id
    where i.is_active and not i.is_removed and (i.company_id = ${companyId} or i.company_group_id = ${groupOf(companyId)})
    order by t.count desc, i.name, i.id limit ${MAX_ITEMS}`.execute(db);
  return rows;
};
