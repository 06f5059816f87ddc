import { sql } from "kysely";

/** Returns the SQL for the price of the dish `alias` in a company. The menu and the orders must use this price. */
export const priceSql = (alias: string, companyId: number) => sql`coalesce((
  select p.price from item_price p where p.company_id = ${companyId} and p.item_id = ${sql.ref(`${alias}.id`)}),
  ${sql.ref(`${alias}.price`)})`;
