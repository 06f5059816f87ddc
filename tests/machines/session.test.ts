import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NoAnswer } from "#api/client.ts";
import { untilRefresh } from "#machines/session/expiry.ts";
import { createServer, givenTabs, pass, request } from "../support/machines/sessionFixtures.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const givenTab = async (server = createServer()) => {
  const { tabs } = givenTabs(1, {}, server);
  const [tab] = tabs;
  if (tab === undefined) throw new Error("no tab");
  await pass(100);
  return { server, ...tab };
};

test("a call waits for the token of a session that is only starting", async () => {
  const { tabs, server } = givenTabs(1);
  const answer = tabs[0]?.call(request("first"));
  await pass(200);
  expect((await answer)?.status).toBe(200);
  expect(server.refreshes()).toHaveLength(1);
});

test("ten refusals together cause one refresh, and each call is answered", async () => {
  const { server, call } = await givenTab();
  server.expire();
  const calls = Array.from({ length: 10 }, (_, index) => call(request(`call ${index}`)));
  await pass(500);
  expect((await Promise.all(calls)).map((answer) => answer.status)).toEqual(Array(10).fill(200));
  expect(server.refreshes()).toHaveLength(2);
});

test("the token is refreshed 10 s before its end", async () => {
  const { server } = await givenTab();
  await pass(289_000);
  expect(server.refreshes()).toHaveLength(1);
  await pass(2000);
  expect(server.refreshes()).toHaveLength(2);
});

test("a short-lived token is not refreshed before half of its life", () => {
  expect([300_000, 12_000, 1000, 0, -5].map(untilRefresh)).toEqual([290_000, 6000, 500, 0, 0]);
});

test("a timer for the refresh never exceeds what a timer can count", () => {
  expect(untilRefresh(1e15)).toBeLessThan(2 ** 31);
});

test("a refusal of an old token causes no refresh", async () => {
  const { server, session } = await givenTab();
  session.send({ type: "token.refused", generation: 0 });
  await pass(500);
  expect(server.refreshes()).toHaveLength(1);
});

test.each([400, 401, 419])("a refresh that is answered with %i ends the session", async (status) => {
  const server = createServer();
  const { tabs } = givenTabs(
    1,
    {},
    {
      ...server,
      transport: (sent) =>
        sent.url.endsWith("refresh") ? Promise.resolve(new Response("{}", { status })) : server.transport(sent),
    },
  );
  await pass(100);
  expect(tabs[0]?.session.getSnapshot().value).toBe("ended");
  expect(tabs[0]?.vault.current()).toBeUndefined();
});

test("an outage of an hour signs nobody out", async () => {
  const { server, session, call } = await givenTab();
  server.expire();
  server.change("silent");
  const lost = call(request("lost")).catch((reason: unknown) => reason);
  await pass(3_600_000);
  expect(await lost).toBeInstanceOf(NoAnswer);
  expect(session.getSnapshot().hasTag("live")).toBe(true);
  server.change("fair");
  const answer = call(request("after"));
  await pass(40_000);
  expect((await answer).status).toBe(200);
});

test("a malformed answer to a refresh is no end of the session", async () => {
  const server = createServer();
  let isBroken = true;
  const { tabs } = givenTabs(
    1,
    {},
    {
      ...server,
      transport: (sent) => (isBroken ? Promise.resolve(new Response("<html>")) : server.transport(sent)),
    },
  );
  await pass(100);
  expect(tabs[0]?.session.getSnapshot().hasTag("live")).toBe(true);
  isBroken = false;
  await pass(5000);
  expect(tabs[0]?.vault.current()?.token).toBe("token-1");
});

test("a waiting refresh goes at once when the network is back", async () => {
  const { server, session } = await givenTab();
  server.change("silent");
  session.send({ type: "token.refused", generation: 1 });
  await pass(1500);
  expect(session.getSnapshot().value).toEqual({ active: "waiting" });
  server.change("fair");
  session.send({ type: "network.online" });
  await pass(50);
  expect(session.getSnapshot().value).toEqual({ active: "fresh" });
});

test("after a log-out there is no token, and a call is refused without being sent", async () => {
  const { server, session, vault, call } = await givenTab();
  session.send({ type: "session.leave" });
  await pass(100);
  expect(vault.current()).toBeUndefined();
  expect((await call(request("late"))).status).toBe(401);
  expect(server.arrivals.filter((one) => one.call === "late")).toEqual([]);
});

test("a log-out ends although the server does not answer it", async () => {
  const { server, session } = await givenTab();
  server.change("silent");
  session.send({ type: "session.leave" });
  await pass(6000);
  expect(session.getSnapshot().status).toBe("done");
});

test.each([
  ["fair", 0],
  ["silent", 1],
  ["busy", 1],
] as const)("what the server has not heard of a log-out is owed to it: %s", async (weather, expected) => {
  const server = createServer();
  const { tabs, owed } = givenTabs(1, {}, server);
  await pass(100);
  server.change(weather);
  tabs[0]?.session.send({ type: "session.leave" });
  await pass(6000);
  expect(tabs[0]?.session.getSnapshot().value).toBe("ended");
  expect(owed()).toBe(expected);
});

test("a refresh under way at the log-out brings no token back", async () => {
  const { session, vault } = await givenTab();
  session.send({ type: "token.refused", generation: 1 });
  await pass(5);
  session.send({ type: "session.vanish" });
  await pass(1000);
  expect(vault.current()).toBeUndefined();
});

test("of two tabs one refreshes and hands the token to the other", async () => {
  const { tabs, server } = givenTabs(2);
  await pass(1000);
  expect(server.refreshes()).toHaveLength(1);
  expect(tabs.map((tab) => tab.vault.current()?.token)).toEqual(["token-1", "token-1"]);
  await pass(300_000);
  expect(server.refreshes()).toHaveLength(2);
  expect(server.mostRefreshesAtOnce()).toBe(1);
});

test("eight tabs live through fifty expiries, and nobody is signed out", async () => {
  const { tabs, server } = givenTabs(8);
  for (let expiry = 0; expiry < 50; expiry += 1) {
    server.expire();
    const calls = tabs.map((tab, index) => tab.call(request(`${expiry}-${index}`)));
    await pass(2000);
    expect((await Promise.all(calls)).every((answer) => answer.ok)).toBe(true);
  }
  expect(tabs.every((tab) => tab.session.getSnapshot().hasTag("live"))).toBe(true);
  expect(server.mostRefreshesAtOnce()).toBe(1);
  expect(server.refreshes().length).toBeLessThanOrEqual(60);
}, 60_000);
