import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { containsPoint, type GeoPoint } from "#domain/geometry.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const numberOf = async (query: string): Promise<number> => {
  const { rows } = await sql<{ found: number }>`select (${sql.raw(query)})::int as found`.execute(world.db);
  return rows[0]?.found ?? 0;
};

/** Numbers of records in the demo data (areas, section 14): name, SQL query for the number, expected number. */
const numbers: readonly (readonly [string, string, number])[] = [
  ["draft packing lists", "select count(*) from packing_list where company_id = 1 and state = 'draft'", 2],
  ["returns to a supplier", "select count(*) from packing_list where company_id = 1 and kind = 'return'", 1],
  ["reversed packing lists", "select count(*) from packing_list where company_id = 1 and state = 'reversed'", 1],
  ["inventories", "select count(*) from inventory where company_id = 1", 3],
  ["open inventories", "select count(*) from inventory where company_id = 1 and state = 'counting'", 1],
  ["cash shifts", "select count(*) from cash_shift where company_id = 1", 14],
  ["open cash shifts", "select count(*) from cash_shift where company_id = 1 and closed_at is null", 1],
  ["cash shifts with a shortage of 150 roubles", "select count(*) from cash_shift where difference = -150", 1],
  ["kitchen stations", "select count(*) from kitchen_station where company_id = 1", 4],
  ["stopped dishes", "select count(*) from item_stop where company_id = 1", 3],
  [
    "couriers",
    "select count(*) from company_user join role r on r.id = role_id where company_user.company_id = 1 and r.name = 'Курьер'",
    3,
  ],
  ["started courier trips", "select count(*) from delivery_trip where company_id = 1 and state = 'out'", 1],
  ["shops with the slug 'kolos'", "select count(*) from shop where company_id = 1 and slug = 'kolos'", 1],
  ["customers with a risk mark", "select count(*) from customer where company_id = 1 and risk <> 'none'", 5],
  ["questions to the support", "select count(*) from feedback_thread where company_id = 1", 4],
  [
    "PINs of the manager",
    "select count(*) from override_pin join app_user on id = user_id where user_name = 'manager'",
    1,
  ],
];

test.each(numbers)("demo company — has the documented number of %s", async (_name, query, expected) => {
  expect(await numberOf(query)).toBe(expected);
});

test("demo company — has at least 20 approved deliveries, 300 customers, a review, and a dish whose count was changed after the cook had seen the order", async () => {
  const approved = "from packing_list where company_id = 1 and kind = 'delivery' and state = 'approved'";
  expect(await numberOf(`select count(*) ${approved}`)).toBeGreaterThanOrEqual(20);
  expect(await numberOf("select count(*) from customer where company_id = 1")).toBeGreaterThanOrEqual(300);
  expect(await numberOf("select count(*) from guest_review where company_id = 1")).toBeGreaterThan(0);
  const changed = `from kitchen_line k join order_line l on l.id = k.order_line_id
    where k.company_id = 1 and (k.known ->> 'count')::numeric <> l.count`;
  expect(await numberOf(`select count(*) ${changed}`)).toBeGreaterThan(0);
});

test("demo transfers — include a transfer in each state", async () => {
  const { rows } = await sql<{ state: string }>`select distinct state from transfer_list order by state`.execute(
    world.db,
  );
  expect(rows.map(({ state }) => state)).toEqual(["accepted", "draft", "recalled", "refused", "sent"]);
});

test("demo delivery zones — include three zones that contain one common point", async () => {
  const zones = await world.db.selectFrom("delivery_zone").select("polygon").where("company_id", "=", 1).execute();
  const polygons = zones.map(({ polygon }) => polygon as unknown as readonly GeoPoint[]);
  const [inner] = polygons;
  if (!inner) throw new Error("no zone");
  const center = {
    lat: inner.reduce((sum, { lat }) => sum + lat, 0) / inner.length,
    lon: inner.reduce((sum, { lon }) => sum + lon, 0) / inner.length,
  };
  expect(polygons.map((polygon) => containsPoint(polygon, center))).toEqual([true, true, true]);
});

test("demo customers — contain one pair of likely duplicates", async () => {
  const { json } = await world.ask("listCustomerDuplicates", { as: "owner", path: { companyId: 1 } });
  expect(json).toHaveProperty("rows.length", 1);
});

test("demo company 3 — has a disabled module for cash shifts", async () => {
  const company = await world.db
    .selectFrom("company")
    .select("modules_off")
    .where("id", "=", 3)
    .executeTakeFirstOrThrow();
  expect(company.modules_off).toContain("cashShift");
});
