import { sql } from "kysely";
import type { Db } from "../database/connection.ts";
import { dishSql } from "../services/kitchen/kitchenItems.ts";
import { insertMany } from "./bulk.ts";
import type { DemoCatalogue } from "./catalogue.ts";
import { demoStatusIds } from "./configuration.ts";

const { cooking, ready, delivery } = demoStatusIds;

const stations = [
  { name: "Горячий цех", categories: ["Пицца", "Пироги", "Супы", "Горячее", "Вок", "Рыба", "Гарниры"], minutes: 20 },
  { name: "Холодный цех", categories: ["Салаты", "Роллы", "Сеты", "Десерты"], minutes: 12 },
  { name: "Бар", categories: ["Напитки", "Чай и кофе"], minutes: 5 },
  { name: "Сборка", categories: [], minutes: null },
] as const;

const stops = [
  { dish: "Эклер", remaining: null, reason: "Кончился заварной крем" },
  { dish: "Чизкейк", remaining: 4, reason: "Остался один торт" },
  { dish: "Наполеон", remaining: 6, reason: null },
] as const;

/** SQL that derives the kitchen state of a dish from the status of the order. */
const stateSql = sql`case when o.status_id = ${cooking} then 'cooking'
  when o.status_id in (${ready}, ${delivery}) then 'ready' else 'new' end`;

/**
 * Creates the kitchen data of demo company 1: settings, stations, stop list and the dishes of open orders. One dish has
 * changed since its order was sent to the kitchen.
 */
export const fillKitchen = async (tx: Db, { categoryId }: DemoCatalogue): Promise<void> => {
  await insertMany(tx, "kitchen_settings", [
    { company_id: 1, send_by: "time", start_status_id: cooking, ready_status_id: ready },
  ]);
  for (const { name, categories, minutes } of stations)
    await tx
      .insertInto("kitchen_station")
      .values({
        company_id: 1,
        name,
        categories_id: categories.map((category) => categoryId(category)),
        prep_minutes: minutes,
        is_expo: categories.length === 0,
      })
      .execute();
  await sql`update orders set kitchen_sent_at = creation_date where is_open`.execute(tx);
  await sql`
    insert into kitchen_line (order_line_id, order_id, company_id, category_id, known, state, started_at, ready_at, cook_id)
    select l.id, o.id, o.company_id, l.category_id, ${dishSql}, s.state,
      case when s.state <> 'new' then o.creation_date + interval '6 minutes' end,
      case when s.state = 'ready' then o.creation_date + interval '25 minutes' end, case when s.state <> 'new' then 6 end
    from orders o join order_line l on l.order_id = o.id, lateral (select ${stateSql} as state) s
    where o.is_open and o.company_id = 1`.execute(tx);
  await sql`update kitchen_line set known = jsonb_set(known, '{count}', to_jsonb((known ->> 'count')::int + 1))
    where order_line_id = (select min(order_line_id) from kitchen_line where state = 'cooking')`.execute(tx);
  for (const { dish, remaining, reason } of stops)
    await sql`insert into item_stop (company_id, item_id, remaining, reason, user_id)
      select 1, id, ${remaining}::int, ${reason}::text, 6 from item where name = ${dish} and company_group_id = 1`.execute(
      tx,
    );
};
