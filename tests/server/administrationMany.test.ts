import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { operations } from "#api/schema.d.ts";
import { bestOf } from "../support/server/bestOf.ts";
import { manyRows } from "../support/server/manyRows.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

const MANY = manyRows();
const BOUND_MS = 700;

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.tokenOf("admin");
  await sql`insert into app_user (user_name, alias, last_connect)
    select 'user' || n, 'Человек ' || n, now() - make_interval(secs => n) from generate_series(1, ${MANY}::int) n`.execute(
    world.db,
  );
  await sql`insert into session (id, user_id, expires_at, last_used_at, revoked_at)
    select gen_random_uuid(), 10 + n % 1000, now() + interval '1 day', now() - make_interval(secs => n),
      case when n % 3 = 0 then now() end from generate_series(1, ${MANY}::int) n`.execute(world.db);
  await sql`insert into metric (user_id, url, screen, application, application_version, application_name, date)
    select n % 50, '/', '/Company/{id}/' || n % 40, 'client', '1.0.' || n % 3, 'desktop client',
      now() - interval '40000 minutes' * n / ${MANY}::int from generate_series(1, ${MANY}::int) n`.execute(world.db);
  await sql`insert into error_group (source, hash, message, count, last_date)
    select 'client', md5(n::text), 'Failure ' || n, 1, now() - make_interval(secs => n) from generate_series(1, ${MANY}::int) n`.execute(
    world.db,
  );
  await sql`insert into error_log (user_id, data, trace_id, group_id, date)
    select 4, '{"message": "Failure"}', md5(n::text), 1 + n % 10, now() - make_interval(secs => n)
    from generate_series(1, ${MANY}::int) n`.execute(world.db);
  await sql`insert into company (name) select 'Компания ' || n from generate_series(1, ${MANY}::int) n`.execute(
    world.db,
  );
  await sql`analyze`.execute(world.db);
}, 240_000);
afterAll(() => world.stop());

type List = keyof Pick<
  operations,
  "listAccounts" | "listSessions" | "listAllCompanies" | "getPageViews" | "listErrorGroups" | "listErrors"
>;

/** Returns the query plans of all queries (select or with) that an operation runs. */
const plansOf = async (id: List, query: Record<string, string>): Promise<string> => {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  await world.ask(id, { as: "admin", query });
  const statements = spy.mock.calls.map(([first]): unknown => first);
  spy.mockRestore();
  const plans = [];
  for (const statement of statements) {
    if (typeof statement !== "object" || statement === null || !("text" in statement)) continue;
    const { text, values } = statement as { text: string; values: unknown[] };
    if (!/^\s*(select|with)/.test(text)) continue;
    const { rows } = await world.database.pool.query(`explain ${text}`, values);
    plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
  }
  return plans.join("\n\n");
};

const lastHours = () => ({ startDate: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) });

test.each<[string, List, () => Record<string, string>, string]>([
  ["all users", "listAccounts", () => ({}), "app_user"],
  ["blocked users without a match", "listAccounts", () => ({ isActive: "false" }), ""],
  ["a user by name", "listAccounts", () => ({ search: "человек 7777" }), ""],
  ["live sessions", "listSessions", () => ({}), "session"],
  ["ended sessions", "listSessions", () => ({ isEnded: "true" }), "session"],
  ["sessions of a user by name", "listSessions", () => ({ search: "user55" }), ""],
  ["all companies", "listAllCompanies", () => ({}), "company"],
  ["page views of thirty days", "getPageViews", () => ({}), ""],
  ["page views of a day", "getPageViews", lastHours, "metric"],
  ["errors by message", "listErrorGroups", () => ({}), "error_group"],
  ["an error by its trace id", "listErrorGroups", () => ({ search: "0cc175b9c0f1b6a831c399e269772661" }), "error_log"],
  ["the errors of one message", "listErrors", () => ({ groupId: "3" }), "error_log"],
])(
  "administration with large tables — the query for %s takes less than 700 ms, and uses an index if its table has a suitable index",
  async (_, id, query, table) => {
    const least = await bestOf(BOUND_MS, async () => {
      expect((await world.ask(id, { as: "admin", query: query() })).status).toBe(200);
    });
    expect(least).toBeLessThan(BOUND_MS);
    if (!table) return;
    const plans = await plansOf(id, query());
    expect(plans).toMatch(/Index/);
    expect(plans).not.toMatch(new RegExp(`Seq Scan on ${table}\\b`));
  },
);

test("long list of all users — reads page 21 through an index", async () => {
  let cursor = "";
  for (let page = 0; page < 20; page++) {
    const query: Record<string, string> = { limit: "200", ...(cursor && { cursor }) };
    cursor = (await world.ask("listAccounts", { as: "admin", query })).json.next ?? "";
  }
  expect(await plansOf("listAccounts", { limit: "200", cursor })).toMatch(/app_user_by_connect/);
});
