import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { seal, unseal } from "#server/services/twoFactor/sealing.ts";
import { codeOfStep, findStep, fromBase32, stepAt, toBase32, totpUri } from "#server/services/twoFactor/totp.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld({ config: { totpKey: "a passphrase of the tests" } });
});
afterAll(() => world.stop());
afterEach(() => {
  vi.restoreAllMocks();
});

/** Secret of the examples in RFC 6238, "12345678901234567890". */
const RFC_SECRET = toBase32(Buffer.from("12345678901234567890"));

describe("time-based code", () => {
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("the time-based code at %d s is %s, as in RFC 6238", (seconds, code) => {
    expect(codeOfStep(RFC_SECRET, stepAt(seconds * 1000))).toBe(code);
  });

  test("a time-based code is accepted during its own time step, during the step before and during the step after", () => {
    const now = 1_700_000_000_000;
    const step = stepAt(now);
    const found = [-2, -1, 0, 1, 2].map((shift) => findStep(RFC_SECRET, codeOfStep(RFC_SECRET, step + shift), now));
    expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
  });

  test("base32 — decoding reverses encoding, and an example of RFC 4648 is encoded without padding", () => {
    expect(toBase32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
    for (const text of ["", "f", "fo", "foo", "foobar"])
      expect(fromBase32(toBase32(Buffer.from(text))).toString()).toBe(text);
  });

  test("otpauth URI — percent-encodes the issuer and the user name", () => {
    expect(totpUri("ABC", "Заказы", "a b@c")).toBe(
      "otpauth://totp/%D0%97%D0%B0%D0%BA%D0%B0%D0%B7%D1%8B:a%20b%40c?secret=ABC&issuer=%D0%97%D0%B0%D0%BA%D0%B0%D0%B7%D1%8B",
    );
  });
});

describe("sealed secret", () => {
  test("a sealed secret can be read only with its passphrase", () => {
    const sealed = seal("JBSWY3DP", "right");
    expect(sealed).not.toContain("JBSWY3DP");
    expect(unseal(sealed, "right")).toBe("JBSWY3DP");
    expect(() => unseal(sealed, "wrong")).toThrow();
    expect(() => unseal(sealed, undefined)).toThrow("TOTP_KEY");
  });

  test("a secret sealed without a passphrase stays readable when a passphrase is set later", () => {
    expect(unseal(seal("JBSWY3DP", undefined), undefined)).toBe("JBSWY3DP");
    expect(unseal(seal("JBSWY3DP", undefined), "later")).toBe("JBSWY3DP");
  });
});

const ids = { operator: 4, cashier: 5, kitchen: 6, courier: 7, manager: 3, owner2: 8 } as const;
type Name = keyof typeof ids;
const pathOf = (name: Name) => ({ userId: ids[name] });

/**
 * Moves the server's clock ahead by time steps of 30 s and stops it. Each time step has a different valid code. Returns
 * the new time, ms since 1970.
 */
const laterBy = (steps: number) => {
  const now = Date.now() + steps * 30_000;
  vi.spyOn(Date, "now").mockReturnValue(now);
  return now;
};

const signIn = (name: string, code?: string, password = `${name}-demo`) =>
  world.ask("signIn", {
    body: { grantType: "password", userName: name, password, tokenIn: "body", ...(code !== undefined && { code }) },
  });

const begin = (name: Name) => world.ask("beginTwoFactor", { as: name, path: pathOf(name) });
const enable = (name: Name, code: string, password = `${name}-demo`) =>
  world.ask("enableTwoFactor", { as: name, path: pathOf(name), body: { password, code } });
const disable = (name: Name, code: string, password = `${name}-demo`) =>
  world.ask("disableTwoFactor", { as: name, path: pathOf(name), body: { password, code } });
const stateOf = async (name: Name) => (await world.ask("getTwoFactor", { as: name, path: pathOf(name) })).json;
const codeAt = (secret: string, now = Date.now()) => codeOfStep(secret, stepAt(now));

const givenEnabled = async (name: Name) => {
  const { secret } = (await begin(name)).json;
  const usedCode = codeAt(secret);
  const { status, json } = await enable(name, usedCode);
  expect(status).toBe(200);
  return { secret, usedCode, recoveryCodes: json.recoveryCodes };
};

describe("enabling the second factor", () => {
  test("enabling the second factor — requires the password and a code, and returns ten recovery codes", async () => {
    const { json } = await begin("operator");
    expect(json.uri).toContain(`secret=${json.secret}`);
    expect(await stateOf("operator")).toEqual({ isEnabled: false, recoveryCodesLeft: 0 });
    expect((await signIn("operator")).status).toBe(200);
    const wrongPassword = await enable("operator", codeAt(json.secret), "wrong");
    expect([wrongPassword.status, Object.keys(wrongPassword.problem.errors ?? {})]).toEqual([400, ["password"]]);
    const wrongCode = await enable("operator", "000000");
    expect([wrongCode.status, Object.keys(wrongCode.problem.errors ?? {})]).toEqual([400, ["code"]]);
    const { status, json: codes } = await enable("operator", codeAt(json.secret));
    expect([status, new Set(codes.recoveryCodes).size]).toEqual([200, 10]);
    expect(await stateOf("operator")).toEqual({ isEnabled: true, recoveryCodesLeft: 10 });
    const rows = await world.db.selectFrom("recovery_code").selectAll().where("user_id", "=", ids.operator).execute();
    for (const code of codes.recoveryCodes) expect(JSON.stringify(rows)).not.toContain(code);
    const stored = await world.db.selectFrom("two_factor").selectAll().where("user_id", "=", ids.operator).execute();
    expect(JSON.stringify(stored)).not.toContain(json.secret);
    expect((await begin("operator")).status).toBe(409);
    expect((await enable("operator", codeAt(json.secret, laterBy(2)))).status).toBe(409);
  });

  test("second factor of another user — can be neither read, enabled nor disabled", async () => {
    for (const as of ["manager", "admin"]) {
      expect((await world.ask("beginTwoFactor", { as, path: pathOf("kitchen") })).status).toBe(404);
      const body = { password: `${as}-demo`, code: "000000" };
      expect((await world.ask("enableTwoFactor", { as, path: pathOf("kitchen"), body })).status).toBe(404);
      expect((await world.ask("disableTwoFactor", { as, path: pathOf("kitchen"), body })).status).toBe(404);
    }
    expect((await world.ask("getTwoFactor", { as: "manager", path: pathOf("kitchen") })).status).toBe(404);
  });
});

describe("sign-in with a second factor", () => {
  test("sign-in with a second factor — accepts a code once, and only with the right password", async () => {
    const { secret, usedCode } = await givenEnabled("cashier");
    const wrong = await signIn("cashier", undefined, "wrong");
    expect([wrong.status, wrong.problem.type]).toEqual([401, "about:blank"]);
    const asked = await signIn("cashier");
    expect([asked.status, asked.problem.type]).toEqual([401, "urn:problem:code-required"]);
    expect(asked.problem.errors).toEqual({ code: "Введите код из приложения." });
    const replayed = await signIn("cashier", usedCode);
    expect([replayed.status, replayed.problem.errors?.["code"]]).toEqual([401, expect.stringContaining("не подходит")]);
    const fresh = codeAt(secret, laterBy(1));
    expect((await signIn("cashier", `${fresh.slice(0, 3)} ${fresh.slice(3)}`)).status).toBe(200);
    expect((await signIn("cashier", fresh)).status).toBe(401);
    expect((await signIn("cashier", fresh, "wrong")).problem.type).toBe("about:blank");
  });

  test("sign-in with a second factor — accepts a recovery code once, even in lower case and with spaces instead of hyphens", async () => {
    const { recoveryCodes } = await givenEnabled("kitchen");
    const [first = "", second = ""] = recoveryCodes;
    expect((await signIn("kitchen", first.toLowerCase().replaceAll("-", " "))).status).toBe(200);
    expect((await signIn("kitchen", first)).status).toBe(401);
    expect((await signIn("kitchen", second)).status).toBe(200);
    expect((await stateOf("kitchen")).recoveryCodesLeft).toBe(8);
  });

  test("sign-in with a second factor — counts wrong codes as failed sign-ins", async () => {
    const { secret } = await givenEnabled("courier");
    await world.db
      .insertInto("login_attempt")
      .values(Array.from({ length: 18 }, () => ({ user_name: "courier", address: "127.0.0.1", is_failed: true })))
      .execute();
    expect((await signIn("courier", "000000")).status).toBe(401);
    expect((await signIn("courier")).status).toBe(401);
    expect((await signIn("courier", "000000")).status).toBe(401);
    expect((await signIn("courier", codeAt(secret, laterBy(1)))).status).toBe(429);
  });

  test("sign-in with a second factor — requires no code from users without a second factor", async () => {
    expect((await signIn("owner")).status).toBe(200);
    expect((await signIn("owner", "123456")).status).toBe(200);
  });
});

describe("disabling the second factor", () => {
  test("disabling the second factor — requires the password and a code", async () => {
    const { secret, recoveryCodes } = await givenEnabled("manager");
    const fresh = codeAt(secret, laterBy(1));
    expect((await disable("manager", fresh, "wrong")).problem.errors).toHaveProperty("password");
    expect((await disable("manager", "000000")).problem.errors).toHaveProperty("code");
    expect((await disable("manager", fresh)).status).toBe(204);
    expect(await stateOf("manager")).toEqual({ isEnabled: false, recoveryCodesLeft: 0 });
    expect((await signIn("manager")).status).toBe(200);
    expect((await disable("manager", recoveryCodes[0] ?? "")).status).toBe(409);
  });

  test("disabling the second factor — is possible for a global administrator without a code", async () => {
    await givenEnabled("owner2");
    const rowOf = async () =>
      (await world.ask("listAccounts", { as: "admin", query: { search: "owner2" } })).json.rows[0];
    expect((await rowOf())?.hasTwoFactor).toBe(true);
    expect((await world.ask("resetTwoFactor", { as: "owner", path: pathOf("owner2") })).status).toBe(403);
    expect((await world.ask("resetTwoFactor", { as: "admin", path: pathOf("owner2") })).status).toBe(204);
    expect((await rowOf())?.hasTwoFactor).toBe(false);
    expect((await signIn("owner2")).status).toBe(200);
  });
});
