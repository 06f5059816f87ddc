import { type RawBuilder, sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { isStopActiveSql } from "../kitchen/itemStops.ts";
import type { Caller } from "../session/caller.ts";
import { refuseFields, requireRow, VersionRequired } from "../shared/domainErrors.ts";
import { checkVersion, type VersionedId } from "../shared/versioning.ts";
import { isTooFine, tooFineMessage } from "./itemLines.ts";

type Price = Schemas["ItemPrice"];

interface Row extends Omit<Price, "stop"> {
  readonly isStopped: boolean;
  readonly remaining: number | null;
  readonly until: Date | null;
  readonly reason: string | null;
}

/**
 * Reads the price and the stop-list entry of a dish of a company group, by company. `condition` selects the companies
 * `c` of the group.
 */
const readPrices = async (db: Db, id: number, condition: RawBuilder<unknown>): Promise<Price[]> => {
  const { rows } = await sql<Row>`
    select c.id as "companyId", c.name as "companyName", i.name as "itemName", i.price::float8 as "sharedPrice", p.price::float8 as price,
      coalesce(p.version, 0) as version, s.item_id is not null as "isStopped", s.remaining, s.until, s.reason
    from item i join company c on c.company_group_id = i.company_group_id and not c.is_removed
      left join item_price p on p.company_id = c.id and p.item_id = i.id
      left join item_stop s on s.company_id = c.id and s.item_id = i.id and ${isStopActiveSql}
    where i.id = ${id} and not i.is_removed and ${condition} order by c.id`.execute(db);
  return rows.map(({ isStopped, remaining, until, reason, ...row }) => ({
    ...row,
    stop: isStopped ? { remaining, until: until?.toISOString() ?? null, reason } : null,
  }));
};

/** Returns SQL that is true if the caller may see the catalogue of the company `c`. */
const mayViewSql = ({ userId, roles }: Caller) =>
  roles === "Admin"
    ? sql`true`
    : sql`exists (select 1 from company_user m join role r on r.id = m.role_id
        where m.company_id = c.id and m.user_id = ${userId} and (r.permissions ->> 'catalogue.view')::numeric > 0)`;

/**
 * Returns the prices and the stop-list entries of a group's dish in the companies with a catalogue that the caller may
 * see, and the number of the other companies. Throws `NotFound` if the group does not have the dish.
 */
export const listItemPrices = async (
  db: Db,
  caller: Caller,
  groupId: number,
  id: number,
): Promise<Schemas["GroupItemPrices"]> => {
  const { rows } = await sql<{ total: number }>`
    select (select count(*)::int from company c where c.company_group_id = i.company_group_id and not c.is_removed) as total
    from item i where i.id = ${id} and i.company_group_id = ${groupId} and not i.is_removed`.execute(db);
  const { total } = requireRow(rows[0], "Позиция меню не найдена.");
  const companies = await readPrices(db, id, mayViewSql(caller));
  return { companies, hiddenCount: total - companies.length };
};

/**
 * Reads the price and the stop-list entry of a group's dish in a company, with the version 0 if the price was never
 * saved. Throws `NotFound` for a dish that does not belong to the company's group.
 */
export const readItemPrice = async (db: Db, companyId: number, id: number): Promise<Price> => {
  const [price] = await readPrices(db, id, sql`c.id = ${companyId}`);
  return requireRow(price, "Общей позиции группы с таким номером нет.");
};

/**
 * Changes the price of a group's dish in a company; with the price null, the shared price applies again. Throws
 * `VersionRequired` without a version, `NotFound` for a dish that does not belong to the company's group, `Stale` if
 * the caller saw a different version, or `Invalid` for an invalid price.
 */
export const updateItemPrice = async (
  tx: Db,
  companyId: number,
  { id, seen }: VersionedId,
  { price }: Schemas["ItemPriceSave"],
): Promise<Price> => {
  if (seen === undefined) throw new VersionRequired();
  await lockCompany(tx, companyId);
  await tx.selectFrom("item").select("id").where("id", "=", id).forKeyShare().execute();
  const before = await readItemPrice(tx, companyId, id);
  checkVersion(before, seen, "Цену");
  if (isTooFine(price ?? undefined)) refuseFields({ price: tooFineMessage });
  const row = { price, version: before.version + 1 };
  await tx
    .insertInto("item_price")
    .values({ company_id: companyId, item_id: id, ...row })
    .onConflict((conflict) => conflict.columns(["company_id", "item_id"]).doUpdateSet(row))
    .execute();
  return readItemPrice(tx, companyId, id);
};
