import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendPendingSignOut } from "#app/session/pendingSignOut.ts";
import { clearStorage, isSignOutPending, markSignOutPending } from "#app/session/storage.ts";
import { readAppConfig } from "#machines/session/config.ts";

const config = readAppConfig({});

let called: string[] = [];
const givenServer = (answer: (path: string) => Response) =>
  vi.stubGlobal("fetch", async (path: string) => {
    called.push(path);
    return answer(path);
  });

const noAnswer = () => {
  throw new TypeError("network");
};

beforeEach(() => {
  called = [];
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("a pending sign-out — stays stored when the session is deleted", () => {
  localStorage.setItem("session", "{}");
  markSignOutPending();
  clearStorage("left");
  expect(Object.keys(localStorage)).toHaveLength(1);
  expect(isSignOutPending()).toBe(true);
});

test("a pending sign-out — is sent exactly once, and no request is sent if none is pending", async () => {
  givenServer(() => new Response(null, { status: 204 }));
  await sendPendingSignOut(config);
  markSignOutPending();
  await sendPendingSignOut(config);
  await sendPendingSignOut(config);
  expect(called).toEqual(["/token/out"]);
});

test.each([
  ["without a response", noAnswer],
  ["with status 503", () => new Response("", { status: 503 })],
] as const)("a pending sign-out — stays stored after a request %s", async (_, answer) => {
  markSignOutPending();
  givenServer(answer);
  await sendPendingSignOut(config).catch(() => {});
  expect(isSignOutPending()).toBe(true);
});
