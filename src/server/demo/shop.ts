import { sql } from "kysely";
import type { Db } from "../database/connection.ts";
import { showAllCategories } from "../services/shop/shopCategories.ts";

/**
 * Opens the shop `kolos` with the dishes of company 1. Its guests pay on receipt, or online through the sandbox
 * provider.
 */
export const fillShop = async (tx: Db): Promise<void> => {
  await sql`insert into shop (company_id, slug, payment_methods)
    select 1, 'kolos', coalesce(array_agg(id order by sort, id), '{}') from payment_method
    where company_id = 1 and not is_removed and (external_payment_method_id is null
      or external_payment_method_id in (select id from external_payment_method where provider = 'sandbox'))`.execute(
    tx,
  );
  await showAllCategories(tx, 1);
};
