import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { type CatalogueScope, isInScopeSql } from "../catalogue/catalogueScope.ts";
import { listItemDeliveries } from "../packingLists/packingLists.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
import { Conflict, invalidFields, requireRow } from "../shared/domainErrors.ts";
import { onHandSql } from "../stock/stockList.ts";

interface Recipient {
  readonly id: number;
  readonly name: string;
  /** True if the stock module of the company is off. */
  readonly isOff: boolean;
}

/** Reads the companies of the same group, and the companies in which the caller may edit the stock. */
const readRecipients = async (db: Db, { id, groupId }: CompanyScope, { userId }: Caller): Promise<Recipient[]> => {
  const { rows } = await sql<Recipient>`
    select c.id, c.name, 'stock' = any(c.modules_off) as "isOff" from company c
    where not c.is_removed and c.id <> ${id} and (c.company_group_id = ${groupId}::int or exists (
      select 1 from company_user m join role r on r.id = m.role_id
      where m.company_id = c.id and m.user_id = ${userId}
        and coalesce((r.permissions ->> 'stock.edit')::numeric, 0) > 0))
    order by c.name collate "und-x-icu", c.id`.execute(db);
  return rows;
};

/** Returns the companies to which goods can be sent, sorted by name. */
export const listTransferCompanies = async (
  db: Db,
  company: CompanyScope,
  caller: Caller,
): Promise<Schemas["TransferCompany"][]> =>
  (await readRecipients(db, company, caller)).flatMap(({ id, name, isOff }) => (isOff ? [] : [{ id, name }]));

/** Returns the error for a recipient whose stock module is off. */
export const recipientOff = (name: string): Conflict =>
  new Conflict(`Компания «${name}» выключила модуль «Склад», отправить ей товары нельзя.`);

/**
 * Checks the recipient of a transfer. Throws `Invalid` if the sender is also the recipient, `NotFound` if the sender
 * may not send goods to this company, and `Conflict` if the recipient's stock module is off.
 */
export const checkRecipient = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  recipientId: number,
): Promise<void> => {
  if (recipientId === company.id) throw invalidFields({ toCompanyId: "Выберите другую компанию." });
  const recipients = await readRecipients(tx, company, caller);
  const { name, isOff } = requireRow(
    recipients.find(({ id }) => id === recipientId),
    "Компания не найдена.",
  );
  if (isOff) throw recipientOff(name);
};

/** Reads the quantity and the costs of a stock item in a company. Throws `NotFound` for an unknown stock item. */
export const readTransferPrices = async (
  db: Db,
  companyId: number,
  scope: CatalogueScope,
  stockItemId: number,
): Promise<Schemas["TransferPrices"]> => {
  const { rows } = await sql<Schemas["TransferPrices"]>`
    select t.id as "stockItemId", ${onHandSql(sql`${companyId}`, sql`t.id`)} as count, k.average_cost as "averageCost",
      k.last_price as "lastPrice", t.estimate_cost as "estimateCost"
    from stock_item t left join stock_cost k on k.company_id = ${companyId} and k.stock_item_id = t.id
    where t.id = ${stockItemId} and not t.is_removed and ${isInScopeSql(scope, "t")}`.execute(db);
  return requireRow(rows[0], "Товар не найден.");
};

/** Returns the last deliveries of a stock item to a company. Throws `NotFound` for an unknown stock item. */
export const listTransferDeliveries = async (
  db: Db,
  companyId: number,
  scope: CatalogueScope,
  stockItemId: number,
): Promise<Schemas["TransferDelivery"][]> => {
  await readTransferPrices(db, companyId, scope, stockItemId);
  return listItemDeliveries(db, companyId, stockItemId);
};
