import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const ID = { owner: 2, manager: 3, operator: 4, cashier: 5, kitchen: 6 };

const signIn = async (
  userName: string,
  password = `${userName}-demo`,
  agent = "Mozilla/5.0 (X11; Linux) Firefox/140",
) => {
  const { json } = await world.ask("signIn", {
    body: { grantType: "password", userName, password, tokenIn: "body" },
    headers: { "user-agent": agent },
  });
  return { headers: { authorization: `Bearer ${json.access_token}` }, refresh: json.refresh_token };
};

const isLive = async ({ headers }: { headers: Record<string, string> }) =>
  (await world.ask("listCompanies", { headers })).status === 200;

describe("account", () => {
  test("an account can be read by its user and by an administrator, but not read or changed by another user", async () => {
    const own = await world.ask("getAccount", { as: "operator", path: { userId: ID.operator } });
    expect(own.json).toMatchObject({ id: 4, userName: "operator", alias: "Анна Орлова", roles: "User" });
    const foreign = { as: "operator", path: { userId: ID.owner } };
    expect((await world.ask("getAccount", foreign)).status).toBe(404);
    expect((await world.ask("saveAccount", { ...foreign, body: { alias: "Чужой" } })).status).toBe(404);
    expect((await world.ask("listAccountSessions", foreign)).status).toBe(404);
    const body = { currentPassword: "owner-demo", newPassword: "новый-пароль" };
    expect((await world.ask("changePassword", { ...foreign, body })).status).toBe(404);
    expect((await world.ask("getAccount", { ...foreign, as: "admin" })).status).toBe(200);
    expect((await world.ask("getAccount", { as: "admin", path: { userId: 999 } })).status).toBe(404);
  });

  test("request for an account — is refused if the query or the body contains the id of another user", async () => {
    const query = { userId: String(ID.owner) };
    const asked = await world.ask("getAccount", { as: "operator", path: { userId: ID.operator }, query });
    expect([asked.status, Object.keys(asked.problem.errors ?? {})]).toEqual([400, ["userId"]]);
    const raw = { text: JSON.stringify({ alias: "Чужой", userId: ID.owner }) };
    const refused = await world.ask("saveAccount", { as: "operator", path: { userId: ID.operator }, raw });
    expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, ["userId"]]);
  });

  test("the new name of an account is trimmed and must have 1 to 100 characters", async () => {
    const call = { as: "kitchen", path: { userId: ID.kitchen } };
    expect((await world.ask("saveAccount", { ...call, body: { alias: "  Рустам Г.  " } })).json.alias).toBe(
      "Рустам Г.",
    );
    for (const alias of ["я", "я".repeat(100)])
      expect((await world.ask("saveAccount", { ...call, body: { alias } })).json.alias).toBe(alias);
    for (const alias of ["", "   ", "я".repeat(101)])
      expect((await world.ask("saveAccount", { ...call, body: { alias } })).status).toBe(400);
  });
});

describe("change of a password", () => {
  const change = (as: { headers: Record<string, string> }, currentPassword: string, newPassword: string) =>
    world.ask("changePassword", {
      headers: as.headers,
      path: { userId: ID.cashier },
      body: { currentPassword, newPassword },
    });

  test("change of a password — requires the current password", async () => {
    const session = await signIn("cashier");
    const { status, problem } = await change(session, "wrong", "новый-пароль");
    expect([status, problem.errors]).toEqual([400, { currentPassword: "Текущий пароль введён неверно." }]);
  });

  test("change of a password — requires a new password of at least 8 characters", async () => {
    const session = await signIn("cashier");
    const short = await change(session, "cashier-demo", "1234567");
    expect(short.problem.errors?.["newPassword"]).toContain("не меньше 8");
    expect((await signIn("cashier", "1234567")).refresh).toBeUndefined();
  });

  test("change of a password — ends all sessions except the current one, and a resent request succeeds", async () => {
    const [here, there] = [await signIn("cashier"), await signIn("cashier")];
    expect((await change(here, "cashier-demo", "новый-пароль")).status).toBe(204);
    expect([await isLive(here), await isLive(there)]).toEqual([true, false]);
    // A browser that did not receive the response resends the request.
    expect((await change(here, "cashier-demo", "новый-пароль")).status).toBe(204);
    expect((await signIn("cashier", "новый-пароль")).refresh).toBeDefined();
  });

  test("change of a password — is refused with 429 after too many failed sign-ins", async () => {
    const session = await signIn("cashier", "новый-пароль");
    await sql`insert into login_attempt (user_name, address, is_failed)
      select 'cashier', '127.0.0.1', true from generate_series(1, 20)`.execute(world.db);
    expect((await change(session, "новый-пароль", "ещё-новее")).status).toBe(429);
    await sql`delete from login_attempt`.execute(world.db);
  });
});

describe("sessions of an account", () => {
  const list = (as: { headers: Record<string, string> }, query: Record<string, string> = {}) =>
    world.ask("listAccountSessions", { headers: as.headers, path: { userId: ID.manager }, query });

  test("sessions of an account — are listed with device and dates, the latest first", async () => {
    const phone = await signIn("manager", "manager-demo", "Mozilla/5.0 (iPhone) Safari/604.1");
    const desk = await signIn("manager");
    const { rows, next } = (await list(desk)).json;
    expect(next).toBeNull();
    expect(rows.map(({ userAgent, isCurrent }) => [userAgent.includes("iPhone"), isCurrent])).toEqual([
      [false, true],
      [true, false],
    ]);
    expect(Date.parse(rows[0]?.endDate ?? "") - Date.parse(rows[0]?.beginDate ?? "")).toBe(30 * 86_400_000);
    expect(rows.every(({ isEnded }) => !isEnded)).toBe(true);
    expect(await isLive(phone)).toBe(true);
  });

  test("an ended session and its refresh token are refused immediately", async () => {
    const [here, there] = [await signIn("manager"), await signIn("manager")];
    const { rows } = (await list(there)).json;
    const path = { userId: ID.manager, sessionId: rows.find(({ isCurrent }) => isCurrent)?.id ?? "" };
    expect((await world.ask("endAccountSession", { headers: here.headers, path })).status).toBe(204);
    expect((await world.ask("endAccountSession", { headers: here.headers, path })).status).toBe(204);
    expect([await isLive(here), await isLive(there)]).toEqual([true, false]);
    const body = { grantType: "refresh_token", refresh_token: there.refresh } as const;
    expect((await world.ask("refreshToken", { body })).status).toBe(401);
    expect((await list(here)).json.rows.map(({ id }) => id)).not.toContain(path.sessionId);
  });

  test("a user cannot end the session of another user", async () => {
    const mine = await signIn("manager");
    const other = await signIn("owner");
    const { json } = await world.ask("listAccountSessions", { headers: other.headers, path: { userId: ID.owner } });
    const sessionId = json.rows[0]?.id ?? "";
    for (const userId of [ID.manager, ID.owner]) {
      const path = { userId, sessionId };
      expect((await world.ask("endAccountSession", { headers: mine.headers, path })).status).toBe(404);
    }
    expect(await isLive(other)).toBe(true);
  });

  test("a user can end their current session", async () => {
    const session = await signIn("manager");
    const current = (await list(session)).json.rows.find(({ isCurrent }) => isCurrent);
    const path = { userId: ID.manager, sessionId: current?.id ?? "" };
    expect((await world.ask("endAccountSession", { headers: session.headers, path })).status).toBe(204);
    expect(await isLive(session)).toBe(false);
  });

  test("list of sessions — is paged without gaps or duplicates, and refuses an invalid cursor", async () => {
    const session = await signIn("manager");
    for (let count = 0; count < 4; count++) await signIn("manager");
    const all = (await list(session)).json.rows.map(({ id }) => id);
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: { rows: readonly { id: string }[]; next: string | null } = (
        await list(session, { limit: "2", ...(cursor && { cursor }) })
      ).json;
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.next;
    }
    expect(seen).toEqual(all);
    const id = "6f1b0f6e-8a5d-4f43-9c53-5d3f5e0c2b11";
    const made = ["2026-11-21 10:00:00+00~1", `2026-01-01 00:00:00+99~${id}`, `2026-01-01 00:00:00+15:59:99~${id}`];
    for (const cursor of ["x", "AAAA", ...made.map((text) => Buffer.from(text).toString("base64url"))])
      expect((await list(session, { cursor })).status).toBe(400);
  });
});
