import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { foundByWordsSql } from "#server/services/customers/customerList.ts";
import { toSearchQuery } from "#server/services/customers/customerSearch.ts";
import { bestOf } from "../support/server/bestOf.ts";
import { fillCustomers } from "../support/server/manyCustomers.ts";
import { dishOf, lineOf } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

const CUSTOMERS = inject("postgresUrl") !== "" || process.env["MANY"] === "whole" ? 200_000 : 20_000;
const SEARCH_MS = 100;
/**
 * Time limit of a page, milliseconds. The slowest pages show a segment without customers, for which the server reads
 * all customers, or a customer with 5,000 orders.
 */
const PAGE_MS = 250;
/** Time limit of the segment counts, of the list of duplicates and of a new order, milliseconds. */
const BOUND_MS = 700;
const ORDERS = 5000;
const BUSY = 999_999_001;

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await fillCustomers(world.db, 1, CUSTOMERS);
  await sql`insert into customer (id, company_id, phone, alias) values (${BUSY}, 1, '+79995590001', 'Завсегдатай')`.execute(
    world.db,
  );
  await world.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into orders (id, company_id, day, internal_id, date, creation_date, status_id, is_open, phone, customer_id, amount,
        delivery_address, delivery_address_building)
      select 5000000 + n, 1, '2001-01-01'::date + n, 1, now() - make_interval(hours => n), now() - make_interval(hours => n), 6, false,
        '+79995590001', ${BUSY}::int, 500, 'ул. Частая', (n % 40)::text
      from generate_series(1, ${ORDERS}::int) n`.execute(tx);
  });
  await sql`select recount_customers(array[${BUSY}::int])`.execute(world.db);
  await sql`analyze orders`.execute(world.db);
}, 240_000);
afterAll(() => world.stop());

const list = async (query: Record<string, string>) =>
  (await world.ask("listCustomers", { as: "operator", query })).json;

test.each([
  ["a rare name", "Эйлер12"],
  ["a name that many customers have", "Кузнецов1"],
  ["a single letter", "м"],
  ["two common words", "Олег Попов"],
  ["an address", "Садовая44 12"],
  ["a word in the addresses of all customers", "улица"],
  ["digits of many phone numbers", "916"],
  ["a whole phone number", "+79000007919"],
  ["two words that match no customer together", "Неизвестный Садовая44"],
])("customer search for %s among many customers — takes less than 100 ms", async (_, search) => {
  const found = await list({ search });
  if (search !== "Неизвестный Садовая44") expect(found.rows.length).toBeGreaterThan(0);
  expect(await bestOf(SEARCH_MS, () => list({ search }))).toBeLessThan(SEARCH_MS);
});

test.each(["new", "regular", "sleeping", "birthday", "attention", "blocked"])(
  "segment %s of many customers — is read within 250 ms per page",
  async (segment) => {
    expect(await bestOf(PAGE_MS, () => list({ segment }))).toBeLessThan(PAGE_MS);
  },
);

test("search among many customers — uses the search index", async () => {
  const { rows } = await sql<Record<string, string>>`
    explain ${foundByWordsSql(1, toSearchQuery(1, "Эйлер12 Садовая44") ?? "", 2_000_000_000, 51)}`.execute(world.db);
  const plan = rows.map((row) => Object.values(row)[0]).join("\n");
  expect(plan).toContain("Bitmap Index Scan on customer_search_words");
  expect(plan).not.toContain("Seq Scan");
});

test("segment counts and the list of duplicates — are read within 700 ms in a company with many customers", async () => {
  const counts = () => world.ask("getCustomerSegments", { as: "operator" });
  const duplicates = () => world.ask("listCustomerDuplicates", { as: "operator" });
  expect((await counts()).json.all).toBeGreaterThan(CUSTOMERS);
  expect((await duplicates()).json.rows.length).toBeGreaterThan(10);
  for (const read of [counts, duplicates]) expect(await bestOf(BOUND_MS, read)).toBeLessThan(BOUND_MS);
});

test("customer with 5,000 orders — each read takes less than 250 ms, and a new order less than 700 ms", async () => {
  const path = { id: BUSY, companyId: 1 };
  const card = () => world.ask("getCustomerCard", { as: "operator", path });
  const orders = () => world.ask("listCustomerOrders", { as: "operator", path });
  const found = () => world.ask("findCustomer", { as: "operator", path: { companyId: 1, phone: "+79995590001" } });
  expect((await card()).json.orderCount).toBe(ORDERS);
  for (const read of [card, orders, found]) expect(await bestOf(PAGE_MS, read)).toBeLessThan(PAGE_MS);
  const items = [lineOf(await dishOf(world, "Маргарита"))];
  const body = { items, phone: "+79995590001", deliveryAddress: "ул. Частая", deliveryAddressBuilding: "3" };
  const save = () => world.ask("createOrder", { as: "operator", body });
  expect(await bestOf(BOUND_MS, save)).toBeLessThan(BOUND_MS);
});
