import { sql } from "kysely";
import type { Db } from "../database/connection.ts";
import { continueIds, insertMany } from "./bulk.ts";
import { fillRecentCalls } from "./calls.ts";
import { fillCatalogue } from "./catalogue.ts";
import { fillConfigChanges } from "./configChanges.ts";
import { demoCompanies, fillCompanies, fillConfiguration } from "./configuration.ts";
import { countCustomerOrders, fillDemoCustomers } from "./customers.ts";
import { fillDelivery } from "./delivery.ts";
import { fillFavourites } from "./favourites.ts";
import { fillFeedback } from "./feedback.ts";
import { fillFinance } from "./finance.ts";
import { fillKitchen } from "./kitchen.ts";
import { createOrderRows } from "./orderRows.ts";
import { createOrders } from "./orders.ts";
import { fillOverrides } from "./overrides.ts";
import { fillOwnPrices } from "./ownPrices.ts";
import { createCustomers } from "./people.ts";
import { fillPrinters } from "./printers.ts";
import { createChance } from "./random.ts";
import { fillRefunds } from "./refunds.ts";
import { fillShop } from "./shop.ts";
import { fillStockOperations } from "./stock.ts";
import { fillSuppliers } from "./suppliers.ts";
import { fillUsers } from "./users.ts";
import { fillUserViews } from "./userViews.ts";

const SEED = 20_261_121;

const TABLES = [
  ["operator_phone_call", "calls"],
  ["orders", "orders"],
  ["order_line", "lines"],
  ["order_history", "history"],
  ["payment", "payments"],
] as const;

const fillNotifications = async (tx: Db): Promise<void> => {
  await sql`insert into notification (user_id, title, message, code, data, date, is_read)
    select u.id, 'Новый заказ № ' || o.internal_id, coalesce(o.delivery_address || ', ' || o.delivery_address_building, case when o.is_in_hall then 'В зале' else 'Самовывоз' end),
      'order', jsonb_build_object('orderId', o.id, 'companyId', o.company_id), o.creation_date, o.position > 3
    from (select o.*, row_number() over (partition by company_id order by creation_date desc) as position
      from orders o where is_open) o
    join company_user m on m.company_id = o.company_id join app_user u on u.id = m.user_id
    join role r on r.id = m.role_id and r.permissions ? 'order.view'
    where o.position <= 6 order by o.creation_date`.execute(tx);
  // Marks late orders as already notified, so that the demo does not start with many notifications.
  await sql`insert into late_notice (order_id, company_id, due) select id, company_id, coalesce(promised_at, date) from orders where is_open and date < now()`.execute(
    tx,
  );
};

/**
 * Fills an empty database with the demo data (decisions, section 11). The random data have a fixed seed, so the same
 * `now` gives the same customers and orders.
 */
export const fillDemo = async (tx: Db, now: Date): Promise<void> => {
  const chance = createChance(SEED);
  await fillCompanies(tx);
  await fillUsers(tx);
  const catalogue = await fillCatalogue(tx);
  const firstOf = (name: string) => catalogue.dishes.find(({ categoryName }) => categoryName === name)?.id ?? 0;
  await fillConfiguration(tx, (companyId) => {
    const [main, drinks] = companyId === 3 ? ["Гриль", "Чай и кофе"] : ["Пицца", "Напитки"];
    return { pizza: catalogue.categoryId(main), drinks: catalogue.categoryId(drinks), dish: firstOf(main) };
  });
  await fillPrinters(tx, (companyId) => catalogue.categoryId(companyId === 3 ? "Чай и кофе" : "Напитки"));
  const customers = createCustomers(chance);
  await insertMany(
    tx,
    "customer",
    customers.map(({ id, companyId, phone, alias }) => ({ id, company_id: companyId, phone, alias })),
  );
  await continueIds(tx, "customer");
  const world = { chance, catalogue, customers, now };
  const rows = createOrderRows(
    demoCompanies.flatMap((company) => createOrders(world, company)),
    chance,
  );
  await sql`alter table orders disable trigger customer_orders_added`.execute(tx);
  for (const [table, name] of TABLES) {
    await insertMany(tx, table, rows[name]);
    await continueIds(tx, table);
  }
  await sql`alter table orders enable trigger customer_orders_added`.execute(tx);
  await countCustomerOrders(tx);
  await insertMany(tx, "order_day", rows.days);
  await sql`select setval('order_modificator_id', 1000000)`.execute(tx);
  await fillRefunds(tx, now);
  await fillKitchen(tx, catalogue);
  await fillOwnPrices(tx);
  await fillDelivery(tx);
  await fillFinance(tx, now);
  await fillFeedback(tx);
  await fillRecentCalls(tx, customers, now);
  await fillDemoCustomers(tx, now);
  await fillSuppliers(tx, now);
  await fillStockOperations(tx, now);
  await fillNotifications(tx);
  await fillOverrides(tx);
  await fillShop(tx);
  await fillUserViews(tx);
  await fillFavourites(tx);
  await fillConfigChanges(tx, now);
  await insertMany(tx, "setting", [{ name: "demo", value: now.toISOString() }]);
  // Without statistics, PostgreSQL would read the new tables by slow plans until its first automatic analysis, about a
  // minute later. PGlite has no automatic analysis.
  await sql`analyze`.execute(tx);
};
