import { sql } from "kysely";
import type { Db } from "../database/connection.ts";

/** Gives demo company 1 its own price for one dish of its company group. */
export const fillOwnPrices = async (tx: Db): Promise<void> => {
  await sql`insert into item_price (company_id, item_id, price)
    select 1, id, price + 30 from item where name = 'Тёплый с говядиной' and company_group_id = 1`.execute(tx);
};
