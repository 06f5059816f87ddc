import { type RawBuilder, sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../../database/connection.ts";
import { Conflict } from "../../shared/domainErrors.ts";

/** Maximum number of entries of one kind that can be copied, as in the import of dishes. */
const MOST_ENTRIES = 5_000;

/**
 * Ids of the source company (`fromId`) and of the target company (`toId`), and the transaction that has locked both.
 */
export interface Copying {
  readonly tx: Db;
  readonly fromId: number;
  readonly toId: number;
  /** Id of the company group to which both companies belong. Null if there is none. */
  readonly groupId: number | null;
  /** User who copies. */
  readonly userId: number;
  /** True if the user may change the stop list of the target company. */
  readonly mayStop: boolean;
}

/** Numbers of the added, the existing and the unresolved entries of one kind. */
export type CopyCount = Schemas["CompanyCopyCount"];

/** Throws `Conflict` if the source company has more entries than can be copied at once. */
export const checkEntryLimit = (count: number, most = MOST_ENTRIES): void => {
  if (count > most) throw new Conflict(`Скопировать можно не больше ${most.toLocaleString("ru")} записей одного вида.`);
};

/**
 * Returns the SQL for the custom field values of a copy of the row `alias`. The copy keeps only the values of fields
 * that belong to the common company group.
 */
export const sharedFieldsSql = (
  { groupId }: Copying,
  type: "category" | "item" | "orderStatus",
  alias: string,
): RawBuilder<unknown> => sql`(select coalesce(jsonb_object_agg(v.key, v.value), '{}')
  from jsonb_each(${sql.ref(`${alias}.custom_field`)}) v
  where exists (select 1 from custom_field d where d.company_group_id = ${groupId}::int and d.type = ${type}
    and d.name = v.key))`;
