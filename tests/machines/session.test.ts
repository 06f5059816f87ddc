import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createActor } from "xstate";
import { NoAnswer } from "#api/client.ts";
import { untilRefresh } from "#machines/session/expiry.ts";
import { sessionMachine } from "#machines/session/session.machine.ts";
import { advanceClock, createFakeServer, givenTabs, request } from "../support/machines/sessionFixtures.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const givenTab = async (server = createFakeServer()) => {
  const { tabs } = givenTabs(1, {}, server);
  const [tab] = tabs;
  if (tab === undefined) throw new Error("no tab");
  await advanceClock(100);
  return { server, ...tab };
};

test("an API call — waits for the token while the session is starting", async () => {
  const { tabs, server } = givenTabs(1);
  const answer = tabs[0]?.call(request("first"));
  await advanceClock(200);
  expect((await answer)?.status).toBe(200);
  expect(server.refreshes()).toHaveLength(1);
});

test("a session without a signed-in user — ends at its start", () => {
  const clearSession = vi.fn();
  const machine = sessionMachine.provide({ actions: { clearSession } });
  const session = createActor(machine, { input: { isSignedIn: false } }).start();
  expect(session.getSnapshot()).toMatchObject({ value: "expired", output: "expired" });
  expect(clearSession).toHaveBeenCalledOnce();
});

test("ten simultaneous refusals of the token — cause one refresh", async () => {
  const { server, call } = await givenTab();
  server.expire();
  const calls = Array.from({ length: 10 }, (_, index) => call(request(`call ${index}`)));
  await advanceClock(500);
  expect((await Promise.all(calls)).map((answer) => answer.status)).toEqual(Array(10).fill(200));
  expect(server.refreshes()).toHaveLength(2);
});

test("the token — is refreshed 10 s before it expires", async () => {
  const { server } = await givenTab();
  await advanceClock(289_000);
  expect(server.refreshes()).toHaveLength(1);
  await advanceClock(2000);
  expect(server.refreshes()).toHaveLength(2);
});

test("a short-lived token — is not refreshed before half of its lifetime", () => {
  expect([300_000, 12_000, 1000, 0, -5].map(untilRefresh)).toEqual([290_000, 6000, 500, 0, 0]);
});

test("the delay until the token refresh — does not exceed 2^31 ms, the limit of a timer", () => {
  expect(untilRefresh(1e15)).toBeLessThan(2 ** 31);
});

test("the refusal of a token that was already replaced — causes no refresh", async () => {
  const { server, session } = await givenTab();
  session.send({ type: "token.refused", generation: 0 });
  await advanceClock(500);
  expect(server.refreshes()).toHaveLength(1);
});

test.each([400, 401, 419])("a token refresh answered with status %i — ends the session", async (status) => {
  const server = createFakeServer();
  const { tabs } = givenTabs(
    1,
    {},
    {
      ...server,
      transport: (sent) =>
        sent.url.endsWith("refresh") ? Promise.resolve(new Response("{}", { status })) : server.transport(sent),
    },
  );
  await advanceClock(100);
  expect(tabs[0]?.session.getSnapshot()).toMatchObject({ value: "expired", output: "expired" });
  expect(tabs[0]?.vault.current()).toBeUndefined();
});

test("an outage of an hour — does not end the session", async () => {
  const { server, session, call } = await givenTab();
  server.expire();
  server.change("silent");
  const lost = call(request("lost")).catch((reason: unknown) => reason);
  await advanceClock(3_600_000);
  expect(await lost).toBeInstanceOf(NoAnswer);
  expect(session.getSnapshot().hasTag("live")).toBe(true);
  server.change("answering");
  const answer = call(request("after"));
  await advanceClock(40_000);
  expect((await answer).status).toBe(200);
});

test("an unreadable response to a token refresh — does not end the session", async () => {
  const server = createFakeServer();
  let isBroken = true;
  const { tabs } = givenTabs(
    1,
    {},
    {
      ...server,
      transport: (sent) => (isBroken ? Promise.resolve(new Response("<html>")) : server.transport(sent)),
    },
  );
  await advanceClock(100);
  expect(tabs[0]?.session.getSnapshot().hasTag("live")).toBe(true);
  isBroken = false;
  await advanceClock(5000);
  expect(tabs[0]?.vault.current()?.token).toBe("token-1");
});

test("a delayed token refresh — is sent immediately when the network is back", async () => {
  const { server, session } = await givenTab();
  server.change("silent");
  session.send({ type: "token.refused", generation: 1 });
  await advanceClock(1500);
  expect(session.getSnapshot().value).toEqual({ active: "waiting" });
  server.change("answering");
  session.send({ type: "network.online" });
  await advanceClock(50);
  expect(session.getSnapshot().value).toEqual({ active: "fresh" });
});

test("a sign-out — leaves no token, and later calls are not sent", async () => {
  const { server, session, vault, call } = await givenTab();
  session.send({ type: "session.leave" });
  await advanceClock(100);
  expect(vault.current()).toBeUndefined();
  expect((await call(request("late"))).status).toBe(401);
  expect(server.arrivals.filter((one) => one.call === "late")).toEqual([]);
});

test("a sign-out without a response of the server — ends the session anyway", async () => {
  const { server, session } = await givenTab();
  server.change("silent");
  session.send({ type: "session.leave" });
  await advanceClock(6000);
  expect(session.getSnapshot().status).toBe("done");
});

test.each([
  ["answering", "no pending sign-out", 0],
  ["silent", "a pending sign-out", 1],
  ["busy", "a pending sign-out", 1],
] as const)("a sign-out while the server is %s — leaves %s in the storage", async (mode, _, expected) => {
  const server = createFakeServer();
  const { tabs, pendingSignOuts } = givenTabs(1, {}, server);
  await advanceClock(100);
  server.change(mode);
  tabs[0]?.session.send({ type: "session.leave" });
  await advanceClock(6000);
  expect(tabs[0]?.session.getSnapshot()).toMatchObject({ value: "left", output: "left" });
  expect(pendingSignOuts()).toBe(expected);
});

test("a token refresh answered after the end of the session — stores no token", async () => {
  const { session, vault } = await givenTab();
  session.send({ type: "token.refused", generation: 1 });
  await advanceClock(5);
  session.send({ type: "session.vanish" });
  expect(session.getSnapshot().output).toBe("expired");
  await advanceClock(1000);
  expect(vault.current()).toBeUndefined();
});

test("two tabs — refresh the token in only one tab and share the new token", async () => {
  const { tabs, server } = givenTabs(2);
  await advanceClock(1000);
  expect(server.refreshes()).toHaveLength(1);
  expect(tabs.map((tab) => tab.vault.current()?.token)).toEqual(["token-1", "token-1"]);
  await advanceClock(300_000);
  expect(server.refreshes()).toHaveLength(2);
  expect(server.mostRefreshesAtOnce()).toBe(1);
});

test("eight tabs — stay signed in when their tokens expire fifty times", async () => {
  const { tabs, server } = givenTabs(8);
  for (let expiry = 0; expiry < 50; expiry += 1) {
    server.expire();
    const calls = tabs.map((tab, index) => tab.call(request(`${expiry}-${index}`)));
    await advanceClock(2000);
    expect((await Promise.all(calls)).every((answer) => answer.ok)).toBe(true);
  }
  expect(tabs.every((tab) => tab.session.getSnapshot().hasTag("live"))).toBe(true);
  expect(server.mostRefreshesAtOnce()).toBe(1);
  expect(server.refreshes().length).toBeLessThanOrEqual(60);
}, 60_000);

test.each(["left", "expired"] as const)(
  "a session that ends in one tab as '%s' — ends the sessions of all tabs with this reason",
  async (end) => {
    const { tabs, storeUser, server, clearedRecords } = givenTabs(2);
    await advanceClock(1000);
    const { length } = server.arrivals;
    storeUser(undefined, end);
    await advanceClock(1000);
    expect(tabs.map((tab) => tab.session.getSnapshot())).toMatchObject([
      { value: end, output: end },
      { value: end, output: end },
    ]);
    expect(tabs.map((tab) => tab.vault.current())).toEqual([undefined, undefined]);
    expect(clearedRecords()).toBe(2);
    // No tab sends a request. The tab in which the user signed out has already reported the sign-out, and an expired
    // session is not reported.
    expect(server.arrivals).toHaveLength(length);
  },
);

test("a sign-in of another user in a second tab — ends the session as 'replaced' and deletes no stored session", async () => {
  const { tabs, storeUser, clearedRecords } = givenTabs(1);
  await advanceClock(1000);
  storeUser(5);
  expect(tabs[0]?.session.getSnapshot()).toMatchObject({ value: "replaced", output: "replaced" });
  expect(tabs[0]?.vault.current()).toBeUndefined();
  expect(clearedRecords()).toBe(0);
});

test("a token refresh that returns another user's token — ends the session as 'replaced'", async () => {
  const { tabs, server, clearedRecords } = givenTabs(2);
  await advanceClock(1000);
  server.refreshFor(5);
  tabs[0]?.session.send({ type: "token.refused", generation: 1 });
  await advanceClock(100);
  expect(tabs[0]?.session.getSnapshot()).toMatchObject({ value: "replaced", output: "replaced" });
  expect(tabs[0]?.vault.current()).toBeUndefined();
  expect(tabs[1]?.vault.current()?.token).toBe("token-1");
  expect(clearedRecords()).toBe(0);
});
