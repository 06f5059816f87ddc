import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_STORED_PER_GROUP, MAX_STORED_PER_USER, screenOf } from "#server/services/monitoring/monitoring.ts";
import { contractOperations } from "../support/oracles/serverAnswers.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const signIn = async (userName: string, password = `${userName}-demo`) => {
  const { status, json } = await world.ask("signIn", {
    body: { grantType: "password", userName, password, tokenIn: "body" },
  });
  return { status, headers: { authorization: `Bearer ${json.access_token}` } };
};

const isLive = async ({ headers }: { headers: Record<string, string> }) =>
  (await world.ask("listCompanies", { headers })).status === 200;

const idOf = { admin: 1, owner: 2, kitchen: 6, courier: 7 };

const ofAdmins = contractOperations.filter(({ node }) => node["x-permission"] === "admin");

test.each(ofAdmins.map((operation) => [operation.id, operation] as const))(
  "operation %s — is answered with 403 if the user is not a global administrator, and with 401 without a token",
  async (_, { method, path, node }) => {
    const hasBody = node["requestBody"] !== undefined;
    const url = path.replaceAll(/\{(\w+)\}/g, (_place, name) =>
      name === "sessionId" ? "0b8f5a52-0000-4000-8000-00000000beef" : "2",
    );
    const request = async (as: string | undefined) => {
      const answer = await world.app.inject({
        method: method.toUpperCase() as "GET",
        url,
        ...(hasBody && { payload: "{}" }),
        headers: {
          ...(hasBody && { "content-type": "application/json" }),
          ...(as && { authorization: `Bearer ${await world.tokenOf(as)}` }),
        },
      });
      return answer.statusCode;
    };
    expect([await request("owner"), await request(undefined)]).toEqual([403, 401]);
  },
);

describe("list of all users", () => {
  test("list of all users — shows the last connected users first, and can be searched by name and filtered by blocked users", async () => {
    await signIn("courier");
    await signIn("kitchen");
    const list = async (query: Record<string, string> = {}) =>
      (await world.ask("listAccounts", { as: "admin", query })).json.rows;
    const dates = (await list()).map(({ lastConnect }) => (lastConnect ? Date.parse(lastConnect) : 0));
    expect(dates).toEqual([...dates].sort((one, other) => other - one));
    expect((await list({ search: "ВОРОН" })).map(({ userName }) => userName)).toEqual(["courier"]);
    expect(await list({ search: "100%" })).toEqual([]);
    expect(await list({ isActive: "false" })).toEqual([]);
    expect((await list({ search: "admin" }))[0]?.companies.length).toBe(3);
  });

  const setActive = (userId: number, isActive: boolean, as = "admin") =>
    world.ask("setAccountActive", { as, path: { userId }, body: { isActive } });

  test("blocking a user ends the user's sessions immediately and prevents a sign-in until the user is unblocked", async () => {
    const session = await signIn("courier");
    expect((await setActive(idOf.courier, false)).json.isActive).toBe(false);
    expect(await isLive(session)).toBe(false);
    expect((await signIn("courier")).status).toBe(401);
    expect((await setActive(idOf.courier, true)).json.isActive).toBe(true);
    expect(await isLive(session)).toBe(false);
    expect((await signIn("courier")).status).toBe(200);
    expect((await setActive(999, false)).status).toBe(404);
  });

  test("an administrator cannot block themselves, and only one of two administrators who block each other at the same time succeeds", async () => {
    const { status, problem } = await setActive(idOf.admin, false);
    expect([status, problem.message]).toEqual([409, "Себя заблокировать нельзя."]);
    await sql`update app_user set roles = 'Admin' where id = ${idOf.owner}`.execute(world.db);
    const both = await Promise.all([setActive(idOf.owner, false), setActive(idOf.admin, false, "owner")]);
    expect(both.filter((answer) => answer.status === 200).length).toBe(1);
    const { rows } = await sql`select 1 from app_user where roles = 'Admin' and is_active`.execute(world.db);
    expect(rows.length).toBe(1);
    await sql`update app_user set is_active = true where id in (1, 2)`.execute(world.db);
    await sql`update app_user set roles = 'User' where id = ${idOf.owner}`.execute(world.db);
  });

  test("a password reset invalidates the password, ends the sessions and returns a link for a new password", async () => {
    const fresh = await signIn("admin");
    const session = await signIn("kitchen");
    const reset = (userId: number) => world.ask("resetPassword", { headers: fresh.headers, path: { userId } });
    const { json } = await reset(idOf.kitchen);
    expect([await isLive(session), (await signIn("kitchen")).status]).toEqual([false, 401]);
    const token = json.path.replace("/password/", "");
    expect((await world.ask("setPassword", { body: { token, password: "новый-пароль" } })).status).toBe(204);
    expect((await signIn("kitchen", "новый-пароль")).status).toBe(200);
    expect((await reset(idOf.admin)).status).toBe(409);
  });

  test("only the link of a user's last password reset is valid", async () => {
    const fresh = await signIn("admin");
    const reset = async () =>
      (await world.ask("resetPassword", { headers: fresh.headers, path: { userId: idOf.kitchen } })).json.path;
    const [first, second] = [await reset(), await reset()];
    const use = (path: string) =>
      world.ask("setPassword", { body: { token: path.replace("/password/", ""), password: "новый-пароль" } });
    expect([(await use(first)).status, (await use(second)).status]).toEqual([404, 204]);
  });
});

test("list of all sessions — can be searched by the name of a user, and an administrator can end a listed session", async () => {
  const admin = await signIn("admin");
  const session = await signIn("manager");
  const list = async (query: Record<string, string>) =>
    (await world.ask("listSessions", { headers: admin.headers, query })).json.rows;
  const [row] = await list({ search: "громов" });
  expect(row).toMatchObject({ userName: "manager", isEnded: false, address: "127.0.0.1" });
  const path = { sessionId: row?.id ?? "" };
  expect((await world.ask("endSession", { headers: admin.headers, path })).status).toBe(204);
  expect(await isLive(session)).toBe(false);
  expect((await list({ isEnded: "true" })).map(({ id }) => id)).toContain(path.sessionId);
});

test("list of all companies — shows for each company the number of users and of recent orders, and can be searched", async () => {
  const admin = await signIn("admin");
  const { rows } = (await world.ask("listAllCompanies", { headers: admin.headers, query: { limit: "2" } })).json;
  expect(rows[0]).toMatchObject({ id: 1, isActive: true, users: 10 });
  expect(rows[0]?.orders).toBeGreaterThan(0);
  const found = (await world.ask("listAllCompanies", { headers: admin.headers, query: { search: "причал" } })).json;
  expect(found.rows.map(({ id }) => id)).toEqual([3]);
});

describe("page views", () => {
  test.each([
    ["/Company/1/Order/3517", "/company/{id}/order/{id}"],
    ["/Company/1/DashBoard", "/company/{id}/dashboard"],
    ["/company/1/Dashboard", "/company/{id}/dashboard"],
    ["/Company/1/?text=79160000000#x", "/company/{id}"],
    ["/Company/1/Customer/+7916-000-00-00", "/company/{id}/customer/{id}"],
    ["/file/0b8f5a52-0000-4000-8000-00000000beef", "/file/{id}"],
    ["/", "/"],
  ])("the path %s is counted as the screen %s", (url, screen) => {
    expect(screenOf(url)).toBe(screen);
  });

  test("page views — are reported by day, screen and version for at most 90 days; an invalid end date is refused", async () => {
    const admin = await signIn("admin");
    const view = (url: string, applicationVersion: string, as: string) =>
      world.ask("reportPageView", {
        as,
        body: { url, application: "client", applicationVersion, applicationName: "desktop client" },
      });
    await view("/Company/1", "1.0.0", "operator");
    await view("/Company/2", "1.0.1", "operator");
    await view("/Company/2", "1.0.1", "manager");
    const report = async (query: Record<string, string> = {}) =>
      (await world.ask("getPageViews", { headers: admin.headers, query })).json;
    const { total, days, screens, versions } = await report();
    expect([total, days.length, days.at(-1)?.views]).toEqual([3, 30, 3]);
    expect(screens).toEqual([{ screen: "/company/{id}", views: 3, users: 2 }]);
    expect(versions).toEqual([
      { version: "1.0.1", application: "desktop client", views: 2, users: 2 },
      { version: "1.0.0", application: "desktop client", views: 1, users: 1 },
    ]);
    expect((await report({ version: "1.0.0" })).total).toBe(1);
    expect((await report({ screen: "/nothing" })).total).toBe(0);
    expect((await report({ startDate: "2020-01-01", endDate: "2020-01-05" })).days.length).toBe(5);
    expect((await report({ startDate: "2000-01-01" })).days.length).toBe(90);
    for (const query of [
      { endDate: "9999-12-31" },
      { endDate: "0000-01-01" },
      { startDate: "2026-11-20", endDate: "2026-11-01" },
    ]) {
      const { status, problem } = await world.ask("getPageViews", { headers: admin.headers, query });
      expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, ["endDate"]]);
    }
  });
});

describe("error reports", () => {
  const report = (message: string, as = "operator") =>
    world.ask("reportError", { as, body: { message, url: "/Company/1", applicationVersion: "1" } });
  const groups = async (query: Record<string, string> = {}) => {
    const { headers } = await signIn("admin");
    return (await world.ask("listErrorGroups", { headers, query })).json.rows;
  };

  test("error reports that differ only in digits form one group, which counts all reports but stores a limited number", async () => {
    for (let count = 0; count < MAX_STORED_PER_GROUP + 5; count++) await report(`Order ${count} was lost`);
    const [group] = await groups({ search: "was lost" });
    expect(group).toMatchObject({ source: "client", count: MAX_STORED_PER_GROUP + 5 });
    const { headers } = await signIn("admin");
    const query = { groupId: String(group?.id), limit: "200" };
    const { rows } = (await world.ask("listErrors", { headers, query })).json;
    expect(rows.length).toBe(MAX_STORED_PER_GROUP);
    expect(rows[0]).toMatchObject({ userName: "operator", data: { url: "/Company/1" } });
  });

  test("error reports of a user — get 429 above the limit, while the reports of another user are accepted", async () => {
    await sql`insert into error_log (user_id, data, trace_id)
      select 5, '{}', 'x' from generate_series(1, ${MAX_STORED_PER_USER}::int)`.execute(world.db);
    const { status, headers } = await report("One more", "cashier");
    expect([status, headers["retry-after"]]).toEqual([429, "3600"]);
    expect((await report("One more", "operator")).status).toBe(204);
  });

  test("server errors are stored with the user and the route, and can be found by their trace id", async () => {
    await sql`alter table metric rename to metric_away`.execute(world.db);
    const view = { url: "/", application: "client", applicationVersion: "1", applicationName: "desktop client" };
    const { status, problem } = await world.ask("reportPageView", { as: "operator", body: view });
    await sql`alter table metric_away rename to metric`.execute(world.db);
    expect(status).toBe(500);
    await expect.poll(() => groups({ search: problem.traceId })).toHaveLength(1);
    const [group] = await groups({ search: problem.traceId });
    expect(group).toMatchObject({ source: "server", count: 1 });
    const { headers } = await signIn("admin");
    const { rows } = (await world.ask("listErrors", { headers, query: { groupId: String(group?.id) } })).json;
    expect(rows[0]).toMatchObject({
      traceId: problem.traceId,
      userName: "operator",
      data: { method: "POST", route: "/api/Metrics" },
    });
    expect(await groups({ source: "client", search: problem.traceId })).toEqual([]);
  });
});
