import { sql } from "kysely";
import type { Db } from "../database/connection.ts";

const OPERATOR = 4;
const DISHES = ["Борщ", "Маргарита"];

/** Marks two dishes as favourites of the operator in demo company 1. */
export const fillFavourites = async (tx: Db): Promise<void> => {
  await sql`insert into user_setting (user_id, app_name, module, name, value)
    select ${OPERATOR}, 'client', 'favouriteItems.1', id::text, 1 from item
    where name = any(${DISHES}) and company_group_id = 1`.execute(tx);
};
