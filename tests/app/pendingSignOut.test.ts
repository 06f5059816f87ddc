import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signIn } from "#app/session/login/signIn.ts";
import { sendPendingSignOut } from "#app/session/pendingSignOut.ts";
import { forgetAll, isSignOutPending, markSignOutPending } from "#app/session/storage.ts";
import { readAppConfig } from "#machines/session/config.ts";

const config = readAppConfig({});
const granted = () =>
  Response.json({ access_token: "t", refresh_token: "", expires_in: 300, roles: "User", userId: 4 });

let asked: string[] = [];
const givenServer = (answer: (path: string) => Response) =>
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return answer(path);
  });

const silence = () => {
  throw new TypeError("network");
};

beforeEach(() => {
  asked = [];
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("an owed log-out outlives what else the browser forgets at it, in every tab", () => {
  localStorage.setItem("session", "{}");
  markSignOutPending();
  forgetAll();
  expect(Object.keys(localStorage)).toHaveLength(1);
  expect(isSignOutPending()).toBe(true);
});

test("the server is told of an owed log-out once, and of none that is not owed", async () => {
  givenServer(() => new Response(null, { status: 204 }));
  await sendPendingSignOut(config);
  markSignOutPending();
  await sendPendingSignOut(config);
  await sendPendingSignOut(config);
  expect(asked).toEqual(["/token/out"]);
});

test.each([silence, () => new Response("", { status: 503 })])(
  "a server that does not answer is told later",
  async (answer) => {
    markSignOutPending();
    givenServer(answer);
    await sendPendingSignOut(config).catch(() => {});
    expect(isSignOutPending()).toBe(true);
  },
);

test("whoever signs in next is not signed out: the server hears of the log-out first, or of no sign-in", async () => {
  markSignOutPending();
  givenServer(silence);
  expect(await signIn(config, "owner", "secret")).toHaveProperty("refusal");
  expect(asked).toEqual(["/token/out"]);
  asked = [];
  givenServer((path) => (path === "/token" ? granted() : new Response(null, { status: 204 })));
  expect(await signIn(config, "owner", "secret")).toHaveProperty("answer");
  expect(asked).toEqual(["/token/out", "/token"]);
});
