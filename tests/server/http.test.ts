import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { handleErrors } from "#server/http/errors.ts";
import { maskPhones } from "#server/http/log.ts";
import { givenOrder } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

const lines: string[] = [];
let world: World;
beforeAll(async () => {
  world = await startWorld({ logTo: { write: (line) => void lines.push(line) } });
});
afterAll(() => world.stop());

test("time limits of the HTTP server — allow more than 180 s for a request, but at most 20 s for its headers", () => {
  expect(world.app.server.requestTimeout).toBeGreaterThan(180_000);
  expect(world.app.server.headersTimeout).toBe(20_000);
});

describe("responses other than files of the built application", () => {
  test("responses other than files of the built application — have a strict content security policy and are not cached", async () => {
    for (const url of ["/api/Company", "/api/openapi.json", "/health", "/nothing"]) {
      const { headers } = await world.app.inject({ url });
      expect(headers["content-security-policy"]).toContain("script-src 'self'");
      expect(headers["content-security-policy"]).toContain("require-trusted-types-for 'script'");
      expect(headers["content-security-policy"]).not.toContain("unsafe");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["referrer-policy"]).toBe("same-origin");
      expect(headers["cache-control"]).toBe("no-store");
    }
  });

  test("problem response — contains the trace id of the request's traceparent header, or a new trace id if the header is invalid", async () => {
    const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    const answer = await world.app.inject({ url: "/api/Company", headers: { traceparent } });
    expect(answer.json().traceId).toBe("4bf92f3577b34da6a3ce929d0e0e4736");
    const odd = await world.app.inject({ url: "/api/Company", headers: { traceparent: "rubbish" } });
    expect(odd.json().traceId).toMatch(/^[0-9a-f]{32}$/);
  });
});

test("health and readiness checks — answer without a session", async () => {
  expect((await world.app.inject({ url: "/health" })).statusCode).toBe(200);
  expect((await world.app.inject({ url: "/ready" })).json()).toEqual({ status: "ready" });
});

test("API description and reference page — are served without inline scripts", async () => {
  const { body, headers } = await world.app.inject({ url: "/api/openapi.json" });
  expect(JSON.parse(body).openapi).toMatch(/^3\.1/);
  expect(headers["content-type"]).toContain("application/json");
  const docs = await world.app.inject({ url: "/api/docs" });
  expect(docs.headers["content-type"]).toContain("text/html");
  expect(docs.headers["content-security-policy"]).toContain("script-src 'self'");
  expect(docs.body).not.toMatch(/<script(?! src=)|style=/);
  const scripts = [...docs.body.matchAll(/<script src="([^"]+)"/g)].map(([, url = ""]) => url);
  expect(scripts).toHaveLength(2);
  for (const url of scripts) {
    const answer = await world.app.inject({ url });
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "text/javascript; charset=utf-8"]);
  }
});

test("malformed request — is refused with 400 for invalid HTTP or a malformed path, and with 431 for too long headers", async () => {
  const { port } = new URL(await world.app.listen({ port: 0, host: "127.0.0.1" }));
  const send = (bytes: string): Promise<string> =>
    new Promise((resolve) => {
      let text = "";
      const socket = connect(Number(port), "127.0.0.1", () => socket.write(bytes));
      socket.on("data", (part) => (text += part.toString()));
      socket.on("close", () => resolve(text));
    });
  expect(await send("RUBBISH\r\n\r\n")).toMatch(
    /^HTTP\/1.1 400 .*application\/problem\+json.*"traceId":"[0-9a-f]{32}"/s,
  );
  const tooLong = await send(`GET / HTTP/1.1\r\nHost: a\r\nX: ${"y".repeat(20_000)}\r\n\r\n`);
  expect(tooLong).toMatch(/^HTTP\/1.1 431 /);
  const malformed = await world.app.inject("/api/Company/%FF");
  expect([malformed.statusCode, malformed.headers]).toMatchObject([
    400,
    { "cache-control": "no-store", "content-security-policy": expect.any(String), "x-content-type-options": "nosniff" },
  ]);
  expect(tooLong).toMatch(/cache-control: no-store/);
});

test.each(["Connection terminated unexpectedly", "Client has encountered a connection error and is not queryable"])(
  "broken database connection (%s) — returns 503 with Retry-After and is not reported as a fault",
  async (message) => {
    const app = Fastify();
    const faults: unknown[] = [];
    handleErrors(app, { record: (failure) => faults.push(failure) });
    app.get("/", () => Promise.reject(new Error(message)));
    const { statusCode, headers } = await app.inject("/");
    expect([statusCode, headers["retry-after"], faults]).toEqual([503, "1", []]);
  },
);

test("PostgreSQL error disk_full — gives status 507 and is not reported as a fault", async () => {
  const app = Fastify();
  const faults: unknown[] = [];
  handleErrors(app, { record: (failure) => faults.push(failure) });
  app.get("/", () => Promise.reject(Object.assign(new Error("could not extend file"), { code: "53100" })));
  const { statusCode, json } = await app.inject("/");
  expect([statusCode, json().message, faults]).toEqual([507, expect.stringContaining("кончилось место"), []]);
});

test("disk with too little space — writes are refused, but signing in and reading are possible", async () => {
  const full = await startWorld({ beside: world, hasRoom: () => false });
  const body = { name: "Без места", color: "red" as const };
  expect((await full.ask("createTag", { as: "owner", path: { companyId: 1 }, body })).status).toBe(507);
  expect((await full.ask("listTags", { as: "owner", path: { companyId: 1 } })).status).toBe(200);
  await full.stop();
});

describe("log of the server", () => {
  test("log of the server — consists of JSON lines without phone numbers, tokens and passwords", async () => {
    await givenOrder(world, { phone: "+79167654321" });
    await world.ask("findCustomer", { as: "operator", path: { companyId: 1, phone: "89167654321" } });
    await world.ask("signIn", { body: { grantType: "password", userName: "owner", password: "secret-password" } });
    const token = await world.tokenOf("operator");
    const text = lines.join("");
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), time: expect.any(String) });
    expect(JSON.parse(lines.at(-1) ?? "{}").traceId).toMatch(/^[0-9a-f]{32}$/);
    for (const secret of ["9167654321", "secret-password", token]) expect(text).not.toContain(secret);
  });

  test("log of the server — masks phone numbers in a text", () => {
    expect(maskPhones("Key (phone)=(+79161234567) exists")).toBe("Key (phone)=(***4567) exists");
    expect(maskPhones("/api/Customer/Company/1/89161234567")).toBe("/api/Customer/Company/1/***4567");
  });
});

describe("built application", () => {
  let dist: string;
  let built: World;
  let app: World["app"];
  beforeAll(async () => {
    dist = mkdtempSync(join(tmpdir(), "orders-dist-"));
    mkdirSync(join(dist, "assets"));
    writeFileSync(join(dist, "index.html"), "<!doctype html><title>app</title><style>a{}</style>");
    writeFileSync(join(dist, "login.html"), "<!doctype html><title>login</title>");
    writeFileSync(join(dist, "config.js"), "window.config = {};");
    writeFileSync(join(dist, "assets", "app-1a2b.js"), "1;");
    writeFileSync(join(dist, "assets", "app-1a2b.js.br"), brotliCompressSync("1;"));
    built = await startWorld({ beside: world, dist });
    app = built.app;
  });
  afterAll(async () => {
    await built.stop();
    rmSync(dist, { recursive: true });
  });

  test("built application — its page is the response to every path of a screen", async () => {
    for (const url of [
      "/",
      "/Company/1",
      "/company/1/dashboard/Summury?page=2",
      "/PreBill/Company/1/Summury?orderId=1",
    ]) {
      const answer = await app.inject({ url });
      expect([url, answer.statusCode, answer.headers["cache-control"]]).toEqual([url, 200, "no-cache"]);
      expect(answer.body).toContain("<title>app</title>");
    }
    expect((await app.inject({ url: "/login.html" })).body).toContain("login");
    expect((await app.inject({ url: "/config.js" })).headers["cache-control"]).toBe("no-cache");
  });

  test("built application — serves files with a hash in their name as immutable", async () => {
    const { headers } = await app.inject({ url: "/assets/app-1a2b.js", headers: { "accept-encoding": "br, gzip" } });
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(headers["content-encoding"]).toBe("br");
  });

  test("built application — has a content security policy that permits only the inline style of its page", async () => {
    const { headers } = await app.inject({ url: "/" });
    expect(headers["content-security-policy"]).toMatch(/style-src 'self' 'sha256-[\w+/=]+'/);
  });

  test("built application — after a new build, permits only the inline style of the new page", async () => {
    const policy = async () => (await app.inject({ url: "/" })).headers["content-security-policy"];
    const before = await policy();
    writeFileSync(join(dist, "index.html"), "<!doctype html><title>app</title><style>b{}</style>");
    const style = createHash("sha256").update("b{}").digest("base64");
    expect(await policy()).toContain(`style-src 'self' 'sha256-${style}';`);
    expect(await policy()).not.toBe(before);
  });

  test("built application — answers a missing file or an unknown API call with a problem instead of its page", async () => {
    for (const url of [
      "/assets/app-gone.js",
      "/api/nothing",
      "/token/x",
      "/missing.js",
      "/assets/..%2f..%2fpackage.json",
      "/%2e%2e/package.json",
    ]) {
      const answer = await app.inject({ url });
      expect([url, answer.statusCode >= 400 && answer.statusCode < 500]).toEqual([url, true]);
      expect(answer.headers["content-type"]).toBe("application/problem+json");
    }
  });
});
