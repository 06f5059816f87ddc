import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createPasswordLink } from "#server/services/accounts/passwordLinks.ts";
import { deleteOutdated } from "#server/services/monitoring/retention.ts";
import { delayAfterFailures } from "#server/services/session/loginAttempts.ts";
import { hashSecret } from "#server/services/session/tokens.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld({ config: { trustedProxies: ["127.0.0.1"] } });
});
afterEach(() => void vi.useRealTimers());
afterAll(() => world.stop());

/**
 * Sets the clock of this process, which also runs the server, ahead by `seconds` and stops it. `afterEach` restores the
 * clock.
 */
const passTime = (seconds: number): void => {
  const now = Date.now() + seconds * 1000;
  vi.useFakeTimers({ toFake: ["Date"], now });
};

const signIn = (userName: string, password = `${userName}-demo`) =>
  world.ask("signIn", { body: { grantType: "password", userName, password, tokenIn: "body" } });

const refresh = (token: string) =>
  world.ask("refreshToken", { body: { grantType: "refresh_token", refresh_token: token } });

const cookieOf = (headers: Readonly<Record<string, unknown>>): string =>
  String(headers["set-cookie"]).split(";")[0] ?? "";

const age = (token: string, seconds: number) =>
  sql`update refresh_token set rotated_at = now() - make_interval(secs => ${seconds}) where hash = ${hashSecret(token)}`.execute(
    world.db,
  );

describe("sign-in with a new device", () => {
  const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";
  const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1";

  const browse = async (userName: string, userAgent: string, cookie?: string) => {
    const { status, headers } = await world.ask("signIn", {
      body: { grantType: "password", userName, password: `${userName}-demo` },
      headers: { "user-agent": userAgent, ...(cookie && { cookie }) },
    });
    expect(status).toBe(200);
    return (
      [headers["set-cookie"]]
        .flat()
        .map(String)
        .find((text) => text.startsWith("device="))
        ?.split(";")[0] ?? ""
    );
  };
  const notices = async (userName: string) => {
    const { rows } = await sql<{ title: string; message: string }>`select n.title, n.message from notification n
      join app_user u on u.id = n.user_id where u.user_name = ${userName} and n.code = 'newDevice' order by n.id`.execute(
      world.db,
    );
    return rows;
  };

  test("a sign-in with a second device notifies the user", async () => {
    const first = await browse("kitchen", WINDOWS);
    expect(await notices("kitchen")).toEqual([]);
    expect(await browse("kitchen", WINDOWS, first)).toBe(first);
    expect(await notices("kitchen")).toEqual([]);
    const second = await browse("kitchen", PHONE);
    expect(second).not.toBe(first);
    expect(await notices("kitchen")).toEqual([
      { title: "Вход с нового устройства", message: expect.stringContaining("Safari на iPhone, адрес 127.0.0.1") },
    ]);
    await browse("kitchen", PHONE, second);
    expect(await notices("kitchen")).toHaveLength(1);
  });

  test("a browser without the user's device cookie counts as a new device", async () => {
    const known = await browse("cashier", WINDOWS);
    await browse("cashier", WINDOWS);
    expect(await notices("cashier")).toHaveLength(1);
    await browse("manager", PHONE);
    await browse("manager", WINDOWS, known);
    expect(await notices("manager")).toHaveLength(1);
  });

  test("a program with a different user agent counts as a new device", async () => {
    const program = (agent: string) =>
      world.ask("signIn", {
        body: { grantType: "password", userName: "owner2", password: "owner2-demo", tokenIn: "body" },
        headers: { "user-agent": agent },
      });
    for (const agent of ["import/1.0", "import/1.0"]) await program(agent);
    expect(await notices("owner2")).toEqual([]);
    await program("curl/8.0");
    expect(await notices("owner2")).toHaveLength(1);
  });

  test("a sign-in with a wrong password does not notify the user", async () => {
    await browse("operator2", WINDOWS);
    await world.ask("signIn", {
      body: { grantType: "password", userName: "operator2", password: "wrong" },
      headers: { "user-agent": PHONE },
    });
    expect(await notices("operator2")).toEqual([]);
  });
});

describe("ending all other sessions", () => {
  const end = (token: string, userId: number) =>
    world.ask("endOtherSessions", { path: { userId }, headers: { authorization: `Bearer ${token}` } });
  const isAlive = async ({ access_token: token }: { access_token: string }) =>
    (await world.ask("listCompanies", { headers: { authorization: `Bearer ${token}` } })).status === 200;

  test("ending all other sessions — ends every session of the user except the current one", async () => {
    const [mine, other, third] = [await signIn("courier"), await signIn("courier"), await signIn("courier")];
    const stranger = await signIn("manager");
    const answer = await end(mine.json.access_token, 7);
    expect([answer.status, answer.json.count >= 2]).toEqual([200, true]);
    expect(await Promise.all([mine, other, third, stranger].map(({ json }) => isAlive(json)))).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect((await refresh(other.json.refresh_token)).status).toBe(401);
    expect((await end(mine.json.access_token, 7)).json.count).toBe(0);
  });

  test("ending all sessions of another user — is allowed only to an administrator", async () => {
    const [courier, manager, admin] = [await signIn("courier"), await signIn("manager"), await signIn("admin")];
    expect((await end(manager.json.access_token, 7)).status).toBe(404);
    expect(await isAlive(courier.json)).toBe(true);
    expect((await end(admin.json.access_token, 7)).status).toBe(200);
    expect((await end(admin.json.access_token, 999_999)).status).toBe(404);
    expect([await isAlive(courier.json), await isAlive(admin.json)]).toEqual([false, true]);
  });
});

describe("signing in", () => {
  test("signing in with the token in the body — returns the user and the refresh token, and sets no cookie", async () => {
    const { status, json, headers } = await signIn("operator");
    expect(status).toBe(200);
    expect(json).toMatchObject({ expires_in: 300, roles: "User", userId: 4, userName: "Анна Орлова" });
    expect(json.refresh_token).not.toBe("");
    expect(headers["set-cookie"]).toBeUndefined();
  });

  test("signing in — puts the refresh token into an HttpOnly cookie, and not into the body", async () => {
    const { json, headers } = await world.ask("signIn", {
      body: { grantType: "password", userName: "admin", password: "admin-demo" },
    });
    expect(json).toMatchObject({ refresh_token: "", roles: "Admin" });
    const [refreshCookie] = [headers["set-cookie"]].flat();
    expect(refreshCookie).toMatch(/^refresh=[\w-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  test("signing in over HTTPS — sets secure cookies with the __Host- prefix", async () => {
    const { headers } = await world.ask("signIn", {
      body: { grantType: "password", userName: "admin", password: "admin-demo" },
      headers: { "x-forwarded-proto": "https" },
    });
    const [refreshCookie, deviceCookie] = [headers["set-cookie"]].flat();
    expect(refreshCookie).toMatch(/^__Host-refresh=[\w-]+; .*; Secure(;|$)/);
    expect(deviceCookie).toMatch(/^__Host-device=[\w-]+; .*; Secure(;|$)/);
    expect(headers["strict-transport-security"]).toBeDefined();
  });

  test("signing in — gives the same response after at least 15 ms for a wrong password and an unknown name", async () => {
    const timed = async (userName: string) => {
      const begun = performance.now();
      const { status, problem } = await signIn(userName, "wrong");
      return { status, message: problem.message, took: performance.now() - begun };
    };
    const [wrong, unknown] = [await timed("courier"), await timed("nobody-at-all")];
    expect([wrong.status, wrong.message]).toEqual([401, "Неверное имя или пароль."]);
    expect([unknown.status, unknown.message]).toEqual([401, "Неверное имя или пароль."]);
    expect(Math.min(wrong.took, unknown.took)).toBeGreaterThan(15);
  });

  test("signing in — is refused if a page of another origin sends the request", async () => {
    const body = { grantType: "password", userName: "admin", password: "admin-demo" } as const;
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }])
      expect((await world.ask("signIn", { body, headers })).status).toBe(403);
  });
});

describe("repeated failed sign-ins", () => {
  test("repeated failed sign-ins — delay the next sign-in from the fifth failure, by at most 4 s", () => {
    expect([0, 4, 5, 6, 7, 8, 19].map(delayAfterFailures)).toEqual([0, 0, 500, 1000, 2000, 4000, 4000]);
  });

  test("repeated failed sign-ins — are counted even if they are parallel, and a successful sign-in clears the count", async () => {
    const results = await Promise.all(Array.from({ length: 5 }, () => signIn("kitchen", "wrong")));
    expect(results.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    const begun = performance.now();
    expect((await signIn("kitchen")).status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThan(450);
    const { rows } = await sql`select 1 from login_attempt where user_name = 'kitchen'`.execute(world.db);
    expect(rows).toEqual([]);
  });

  test("repeated failed sign-ins — lock the account for 15 minutes after twenty failures, even for the correct password", async () => {
    await sql`insert into login_attempt (user_name, address, is_failed)
      select 'cashier', '127.0.0.1', true from generate_series(1, 20)`.execute(world.db);
    const { status, headers, problem } = await signIn("Cashier");
    expect(status).toBe(429);
    expect(Number(headers["retry-after"])).toBeGreaterThan(800);
    expect(problem.message).toContain("Слишком много");
    await sql`update login_attempt set at = at - interval '16 minutes' where user_name = 'cashier'`.execute(world.db);
    expect((await signIn("cashier")).status).toBe(200);
  });
});

test("parallel sign-ins with a wrong password — are refused after twenty attempts, but 40 parallel sign-ins with the correct password succeed", async () => {
  const right = await Promise.all(Array.from({ length: 40 }, () => signIn("manager")));
  expect(new Set(right.map(({ status }) => status))).toEqual(new Set([200]));
  const wrong = await Promise.all(Array.from({ length: 30 }, () => signIn("manager", "wrong")));
  expect(wrong.filter(({ status }) => status === 401).length).toBe(20);
  expect(wrong.filter(({ status }) => status === 429).length).toBe(10);
  await sql`delete from login_attempt where user_name = 'manager'`.execute(world.db);
});

describe("token refresh", () => {
  test("token refresh — rotates the refresh token and returns a valid access token", async () => {
    const { json: first } = await signIn("manager");
    const { status, json } = await refresh(first.refresh_token);
    expect(status).toBe(200);
    expect(json.refresh_token).not.toBe(first.refresh_token);
    const headers = { authorization: `Bearer ${json.access_token}` };
    expect((await world.ask("listCompanies", { headers })).status).toBe(200);
  });

  test("token refresh — returns the same new token for retries within thirty seconds", async () => {
    const { json: first } = await signIn("manager");
    const answers = await Promise.all([
      refresh(first.refresh_token),
      refresh(first.refresh_token),
      refresh(first.refresh_token),
    ]);
    expect(new Set(answers.map(({ json }) => json.refresh_token)).size).toBe(1);
    await age(first.refresh_token, 25);
    expect((await refresh(first.refresh_token)).json.refresh_token).toBe(answers[0]?.json.refresh_token);
  });

  test("token refresh — ends the session if a refresh token is reused after more than thirty seconds", async () => {
    const { json: first } = await signIn("manager");
    const { json: second } = await refresh(first.refresh_token);
    await age(first.refresh_token, 31);
    expect((await refresh(first.refresh_token)).status).toBe(401);
    expect((await refresh(second.refresh_token)).status).toBe(401);
    const headers = { authorization: `Bearer ${second.access_token}` };
    expect((await world.ask("listCompanies", { headers })).status).toBe(401);
  });

  test("token refresh — detects the reuse of a token for as long as the session can last", async () => {
    const { json: first } = await signIn("manager");
    const { json: second } = await refresh(first.refresh_token);
    const { json: third } = await refresh(second.refresh_token);
    await age(first.refresh_token, 31 * 86_400);
    await age(second.refresh_token, 29 * 86_400);
    await deleteOutdated(world.db);
    const hashes = [first, second, third].map(({ refresh_token }) => hashSecret(refresh_token));
    const { rows } = await sql<{ hash: string }>`
      select hash from refresh_token where hash = any(${hashes}) order by created_at`.execute(world.db);
    expect(rows.map(({ hash }) => hash)).toEqual(hashes.slice(1));
    expect((await refresh(first.refresh_token)).status).toBe(401);
    const { json: fourth } = await refresh(third.refresh_token);
    expect((await refresh(second.refresh_token)).status).toBe(401);
    expect((await refresh(fourth.refresh_token)).status).toBe(401);
  });

  test("token refresh — accepts the token in the cookie and omits the new token from the body", async () => {
    const { headers } = await world.ask("signIn", {
      body: { grantType: "password", userName: "owner", password: "owner-demo" },
    });
    const answer = await world.ask("refreshToken", {
      body: { grantType: "refresh_token", refresh_token: "" },
      headers: { cookie: cookieOf(headers) },
    });
    expect(answer.json.refresh_token).toBe("");
    expect(cookieOf(answer.headers)).not.toBe(cookieOf(headers));
    const foreign = { cookie: cookieOf(headers), "sec-fetch-site": "cross-site" };
    expect((await world.ask("refreshToken", { body: { grantType: "refresh_token" }, headers: foreign })).status).toBe(
      403,
    );
  });

  test("token refresh — answers 401 for an unknown or missing token", async () => {
    expect((await refresh("made-up")).status).toBe(401);
    expect((await world.ask("refreshToken", { body: { grantType: "refresh_token" } })).status).toBe(401);
  });
});

describe("signing out", () => {
  test("signing out — ends the session and invalidates its access token immediately", async () => {
    const { json } = await signIn("owner");
    const headers = { authorization: `Bearer ${json.access_token}` };
    expect((await world.ask("signOut", { headers })).status).toBe(204);
    expect((await world.ask("listCompanies", { headers })).status).toBe(401);
    expect((await refresh(json.refresh_token)).status).toBe(401);
    expect((await world.ask("signOut", { headers })).status).toBe(204);
  });

  test("signing out — accepts an expired access token, but no forged access token", async () => {
    const { json } = await signIn("owner");
    const [head, claims] = json.access_token.split(".");
    passTime(json.expires_in + 1);
    const headers = { authorization: `Bearer ${json.access_token}` };
    expect((await world.ask("listCompanies", { headers })).status).toBe(401);
    const out = (token: string) => world.ask("signOut", { headers: { authorization: `Bearer ${token}` } });
    await out(`${head}.${claims}.AAAA`);
    const { json: fresh } = await refresh(json.refresh_token);
    expect((await out(json.access_token)).status).toBe(204);
    expect((await refresh(fresh.refresh_token)).status).toBe(401);
  });

  test("signing out — ends the session of the cookie, even without an access token", async () => {
    const { headers } = await world.ask("signIn", {
      body: { grantType: "password", userName: "owner", password: "owner-demo" },
    });
    const cookie = cookieOf(headers);
    const out = await world.ask("signOut", { headers: { cookie } });
    expect(String(out.headers["set-cookie"])).toContain("Max-Age=0");
    expect(
      (await world.ask("refreshToken", { body: { grantType: "refresh_token" }, headers: { cookie } })).status,
    ).toBe(401);
  });
});

describe("access token", () => {
  test("access token — is refused if its signature is changed, if it is unsigned, or if it is malformed", async () => {
    const good = await world.tokenOf("operator");
    const [head = "", claims = "", mark = ""] = good.split(".");
    const none = Buffer.from('{"alg":"none"}').toString("base64url");
    for (const token of [`${head}.${claims}.${mark.slice(0, -4)}AAAA`, `${none}.${claims}.`, "x", "a.b.c"])
      expect((await world.ask("listCompanies", { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
  });

  test("access token — is refused after its expiry", async () => {
    const short = await startWorld({ beside: world, config: { accessTtl: 60 } });
    const { json } = await short.ask("signIn", {
      body: { grantType: "password", userName: "operator", password: "operator-demo" },
    });
    expect(json.expires_in).toBe(60);
    const headers = { authorization: `Bearer ${json.access_token}` };
    passTime(50);
    expect((await short.ask("listCompanies", { headers })).status).toBe(200);
    passTime(11);
    expect((await short.ask("listCompanies", { headers })).status).toBe(401);
    await short.stop();
  });

  test("access token — is refused if its user is blocked", async () => {
    const { json } = await signIn("courier");
    await sql`update app_user set is_active = false where user_name = 'courier'`.execute(world.db);
    expect(
      (await world.ask("listCompanies", { headers: { authorization: `Bearer ${json.access_token}` } })).status,
    ).toBe(401);
    expect((await signIn("courier")).status).toBe(401);
  });
});

describe("failed sign-ins by network address", () => {
  const from = (address: string) => ({ "x-forwarded-for": address });
  const signInFrom = (address: string, userName: string, password = `${userName}-demo`) =>
    world.ask("signIn", {
      body: { grantType: "password", userName, password, tokenIn: "body" },
      headers: from(address),
    });
  const fail = (userName: string, address: string, times: number) =>
    sql`insert into login_attempt (user_name, address, is_failed)
      select ${userName}, ${address}, true from generate_series(1, ${times}::int)`.execute(world.db);

  test("failed sign-ins from one network address — lock the account only for that address", async () => {
    await fail("kitchen", "198.51.100.1", 20);
    expect((await signInFrom("198.51.100.1", "kitchen")).status).toBe(429);
    expect((await signInFrom("198.51.100.1", "manager")).status).toBe(200);
    expect((await signInFrom("198.51.100.2", "kitchen")).status).toBe(200);
  });

  test("many failed sign-ins with one user name — delay the sign-in of a different user from the same network address", async () => {
    await fail("nobody-knows", "198.51.100.3", 60);
    const begun = performance.now();
    expect((await signInFrom("198.51.100.3", "manager")).status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThan(3900);
  });

  test("X-Forwarded-For header — is used only from a trusted proxy, and only its last address is used", async () => {
    const recordedFrom = async (server: World, remoteAddress: string, headers: Record<string, string>) => {
      await server.app.inject({
        method: "POST",
        url: "/token",
        remoteAddress,
        headers,
        payload: { grantType: "password", userName: "forger", password: "wrong" },
      });
      const { rows } = await sql<{ address: string }>`
        delete from login_attempt where user_name = 'forger' returning address`.execute(world.db);
      return rows.map(({ address }) => address);
    };
    const untrusting = await startWorld({ beside: world });
    const trusting = await startWorld({ beside: world, config: { trustedProxies: ["10.0.0.0/8", "fd00::5"] } });
    const forged = from("198.51.100.7");
    for (const address of ["127.0.0.1", "192.168.1.20", "10.1.2.3"])
      expect(await recordedFrom(untrusting, address, forged)).toEqual([address]);
    expect(await recordedFrom(trusting, "192.168.1.20", forged)).toEqual(["192.168.1.20"]);
    expect(await recordedFrom(trusting, "10.1.2.3", forged)).toEqual(["198.51.100.7"]);
    expect(await recordedFrom(trusting, "fd00::5", forged)).toEqual(["198.51.100.7"]);
    expect(await recordedFrom(trusting, "10.1.2.3", from("203.0.113.9, 198.51.100.7"))).toEqual(["198.51.100.7"]);
    await untrusting.stop();
    await trusting.stop();
  });

  test("failed sign-ins from many network addresses — lock the account only for addresses from which the user has not signed in before", async () => {
    expect((await signInFrom("198.51.100.4", "manager")).status).toBe(200);
    await sql`insert into login_attempt (user_name, address, is_failed)
      select 'manager', '203.0.113.' || n, true from generate_series(1, 100) n`.execute(world.db);
    expect((await signInFrom("198.51.100.99", "manager")).status).toBe(429);
    expect((await signInFrom("198.51.100.4", "manager")).status).toBe(200);
    await sql`delete from login_attempt where user_name = 'manager'`.execute(world.db);
  });
});

describe("password link", () => {
  test("password link — sets the password once and ends earlier sessions", async () => {
    const { json: before } = await signIn("operator2");
    const token = await createPasswordLink(world.db, 9);
    expect((await world.ask("setPassword", { body: { token, password: "short" } })).status).toBe(400);
    expect((await world.ask("setPassword", { body: { token, password: "новый пароль" } })).status).toBe(204);
    expect((await world.ask("setPassword", { body: { token, password: "ещё один пароль" } })).status).toBe(404);
    expect((await refresh(before.refresh_token)).status).toBe(401);
    expect((await signIn("operator2", "новый пароль")).status).toBe(200);
  });

  test("password link — opens a page that reports invalid passwords and saves a valid one without scripts", async () => {
    const token = await createPasswordLink(world.db, 8);
    const page = await world.app.inject({ url: `/password/${token}` });
    expect(page.body).toContain("Новый пароль");
    const post = (password: string, repeat = password) =>
      world.app.inject({
        method: "POST",
        url: `/password/${token}`,
        payload: new URLSearchParams({ password, repeat }).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
    expect((await post("\0\0длинный-пароль")).statusCode).toBe(400);
    const odd = { password: { toString: 1 }, repeat: { toString: 1 } };
    const posted = await world.app.inject({ method: "POST", url: `/password/${token}`, payload: odd });
    expect(posted.body).toContain("слишком короткий");
    expect((await post("short")).body).toContain("слишком короткий");
    expect((await post("длинный-пароль", "другой-пароль")).body).toContain("Пароли не совпадают");
    expect((await post("длинный-пароль")).body).toContain("Пароль сохранён");
    expect((await post("длинный-пароль")).statusCode).toBe(404);
    expect((await signIn("owner2", "длинный-пароль")).status).toBe(200);
  });

  const sentenceOf = async (token: string) =>
    (await world.ask("setPassword", { body: { token, password: "длинный-пароль" } })).problem.message;

  test("password link that cannot be used — is refused with the reason", async () => {
    const used = await createPasswordLink(world.db, 8);
    const twin = await createPasswordLink(world.db, 8);
    expect((await world.ask("setPassword", { body: { token: used, password: "длинный-пароль" } })).status).toBe(204);
    expect(await sentenceOf(used)).toMatch(/уже использована.*войдите с ним.*администратора/);
    expect(await sentenceOf(twin)).toContain("уже использована");
    const old = await createPasswordLink(world.db, 8);
    await sql`update password_link set expires_at = now() - interval '1 minute' where hash = ${hashSecret(old)}`.execute(
      world.db,
    );
    expect(await sentenceOf(old)).toMatch(/истёк.*Попросите администратора/);
    expect((await world.app.inject({ url: `/password/${old}` })).body).not.toContain("<form");
    const blocked = await createPasswordLink(world.db, 7);
    await sql`update app_user set is_active = false where id = 7`.execute(world.db);
    expect(await sentenceOf(blocked)).toContain("заблокирована");
    expect(await sentenceOf("made-up")).toContain("Такой ссылки нет");
  });

  test("password link — sets one password if two concurrent requests use the link", async () => {
    const token = await createPasswordLink(world.db, 8);
    const answers = await Promise.all(
      ["первый-пароль", "второй-пароль"].map((password) => world.ask("setPassword", { body: { token, password } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
  });

  test("password link — refuses the user name as a password and stays valid", async () => {
    await sql`update app_user set user_name = 'long-name' where id = 8`.execute(world.db);
    const token = await createPasswordLink(world.db, 8);
    const refused = await world.ask("setPassword", { body: { token, password: "Long-Name" } });
    expect([refused.status, refused.problem.errors?.["password"]]).toEqual([
      400,
      "Пароль не должен совпадать с именем пользователя.",
    ]);
    expect((await world.ask("setPassword", { body: { token, password: "длинный-пароль" } })).status).toBe(204);
  });
});
