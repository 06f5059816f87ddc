import { expect, test } from "vitest";
import { createActor, toPromise } from "xstate";
import { readAppConfig } from "#machines/session/config.ts";
import { signInActors } from "#machines/session/signIn.actors.ts";
import { signInMachine } from "#machines/session/signIn.machine.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

const credentials = { userName: "owner", password: "secret" };
const submit = { type: "signIn.submit" } as const;
const back = { type: "signIn.back" } as const;
const wrongCode = { code: "wrongCode", message: "Код не подходит." } as const;
const wrongCredentials = { code: "wrongCredentials", message: "Неверное имя или пароль." } as const;

const givenSignIn = async () => {
  const given = givenMachine(signInMachine, undefined);
  given.call("checkStorage").answer();
  await flushPromises();
  return { ...given, snapshot: () => given.actor.getSnapshot() };
};

test("a successful sign-in — ends the machine", async () => {
  const { actor, call, snapshot } = await givenSignIn();
  actor.send(submit);
  expect(call("signIn").input).toEqual({ withCode: false });
  call("signIn").answer({ kind: "granted" });
  await flushPromises();
  expect(snapshot().value).toBe("signedIn");
});

test("a double click on the sign-in button — sends one sign-in request", async () => {
  const { actor, calls } = await givenSignIn();
  actor.send(submit);
  actor.send(submit);
  expect(calls.map(({ actor: name }) => name)).toEqual(["checkStorage", "signIn"]);
});

test("a failed sign-in — shows the reason and allows a second attempt", async () => {
  const { actor, call, snapshot } = await givenSignIn();
  actor.send(submit);
  call("signIn").answer({ kind: "failed", failure: wrongCredentials, waitSeconds: 0 });
  await flushPromises();
  expect(snapshot()).toMatchObject({
    value: "ready",
    context: { failure: wrongCredentials },
  });
  actor.send(submit);
  expect(snapshot()).toMatchObject({ value: { sending: "normal" }, context: { failure: undefined } });
});

test("a sign-in after failed attempts — waits as long as the server requires", async () => {
  const { actor, call, clock, snapshot } = await givenSignIn();
  actor.send(submit);
  call("signIn").answer({ kind: "failed", failure: wrongCredentials, waitSeconds: 2 });
  await flushPromises();
  expect(snapshot()).toMatchObject({ value: "waiting", context: { waitSeconds: 2 } });
  actor.send(submit);
  expect(snapshot().value).toBe("waiting");
  clock.increment(1000);
  expect(snapshot()).toMatchObject({ value: "waiting", context: { waitSeconds: 1 } });
  clock.increment(1000);
  expect(snapshot().value).toBe("ready");
});

test("a slow sign-in — shows a message after 4 s, and counts as unanswered if the request then fails", async () => {
  const { actor, call, clock, snapshot } = await givenSignIn();
  actor.send(submit);
  expect(snapshot().hasTag("slow")).toBe(false);
  clock.increment(4000);
  expect(snapshot().hasTag("slow")).toBe(true);
  call("signIn").fail();
  await flushPromises();
  expect(snapshot()).toMatchObject({ value: "ready", context: { failure: { code: "unanswered" } } });
});

test("a sign-in — is disabled if the browser blocks its storage", async () => {
  const { actor, call, snapshot } = await givenSignIn();
  actor.send(submit);
  call("signIn").answer({ kind: "barred" });
  await flushPromises();
  expect(snapshot().value).toBe("barred");
  actor.send(submit);
  expect(snapshot().value).toBe("barred");
});

const givenAsked = async () => {
  const given = await givenSignIn();
  given.actor.send(submit);
  given.call("signIn").answer({ kind: "codeAsked" });
  await flushPromises();
  return given;
};

test("an account with a second factor — signs in with a code", async () => {
  const { actor, call, snapshot } = await givenAsked();
  expect(snapshot()).toMatchObject({ value: "asking", context: { isCodeAsked: true, failure: undefined } });
  actor.send(submit);
  expect(call("signIn").input).toEqual({ withCode: true });
  call("signIn").answer({ kind: "granted" });
  await flushPromises();
  expect(snapshot().value).toBe("signedIn");
});

test("a wrong code — shows the reason and asks for the code again", async () => {
  const { actor, call, clock, snapshot } = await givenAsked();
  actor.send(submit);
  call("signIn").answer({ kind: "failed", failure: wrongCode, waitSeconds: 1 });
  await flushPromises();
  expect(snapshot()).toMatchObject({ value: "waiting", context: { failure: wrongCode } });
  clock.increment(1000);
  expect(snapshot()).toMatchObject({ value: "asking", context: { failure: wrongCode } });
  actor.send(submit);
  expect(snapshot().context.failure).toBeUndefined();
  call("signIn").fail();
  await flushPromises();
  expect(snapshot()).toMatchObject({ value: "asking", context: { failure: { code: "unanswered" } } });
});

test("a refusal of the password in the second step — returns the user to the first step", async () => {
  const { actor, call, snapshot } = await givenAsked();
  actor.send(submit);
  call("signIn").answer({ kind: "failed", failure: wrongCredentials, waitSeconds: 0 });
  await flushPromises();
  expect(snapshot()).toMatchObject({ value: "ready", context: { isCodeAsked: false, failure: wrongCredentials } });
});

test("a user who is asked for a code — can sign in under a different name", async () => {
  const { actor, call, snapshot } = await givenAsked();
  actor.send(back);
  expect(snapshot()).toMatchObject({ value: "ready", context: { isCodeAsked: false, failure: undefined } });
  actor.send(submit);
  expect(call("signIn").input).toEqual({ withCode: false });
});

test("sign-in — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed, after } = givenWalk(signInMachine);
  walk({
    input: undefined,
    events: [
      submit,
      back,
      done("checkStorage"),
      failed("checkStorage"),
      done("signIn", { kind: "granted" }),
      done("signIn", { kind: "barred" }),
      done("signIn", { kind: "codeAsked" }),
      done("signIn", { kind: "failed", failure: wrongCredentials, waitSeconds: 0 }),
      done("signIn", { kind: "failed", failure: wrongCredentials, waitSeconds: 2 }),
      failed("signIn"),
      after("slow"),
      after("second"),
    ],
    project: ({ context }) => [context.waitSeconds, context.failure?.code, context.isCodeAsked],
  });
});

const granted = () =>
  Response.json({ access_token: "t", refresh_token: "", expires_in: 300, roles: "User", userId: 4 });

/** Signs in with a fake server that answers with `answer`. `paths` lists the requests, the first one first. */
const signIn = async (answer: () => Response, pending: () => Promise<void> = async () => {}, withCode = false) => {
  const paths: string[] = [];
  const bodies: unknown[] = [];
  const stored: unknown[] = [];
  const actors = signInActors({
    config: readAppConfig({ apiBase: "http://server" }),
    now: () => Date.parse("2026-11-23T12:00:00Z"),
    checkStorage: () => {},
    readCredentials: (isCodeRead) => ({ ...credentials, ...(isCodeRead && { code: "123456" }) }),
    store: (token) => stored.push(token),
    sendPendingSignOut: async () => {
      paths.push("sign-out");
      await pending();
    },
    transport: async (request) => {
      paths.push(new URL(request.url).pathname);
      bodies.push(await request.json());
      return answer();
    },
  });
  const end = await toPromise(createActor(actors.signIn, { input: { withCode } }).start()).catch(() => "thrown");
  return { end, paths, bodies, stored };
};

const refusal =
  (status: number, body: object, headers: Record<string, string> = {}) =>
  () =>
    Response.json(body, { status, headers });

test("a pending sign-out — is sent before the credentials of a sign-in", async () => {
  const { end, paths, bodies, stored } = await signIn(granted);
  expect(end).toEqual({ kind: "granted" });
  expect(paths).toEqual(["sign-out", "/token"]);
  expect(bodies).toEqual([expect.objectContaining({ grantType: "password", ...credentials })]);
  expect(stored).toHaveLength(1);
});

test("a pending sign-out without an answer — prevents the sign-in", async () => {
  const { end, paths } = await signIn(granted, () => Promise.reject(new Error("no answer")));
  expect([end, paths]).toEqual(["thrown", ["sign-out"]]);
});

test.each([
  [
    "a refusal of the credentials",
    "wrongCredentials",
    0,
    refusal(401, { message: "Неверно." }),
    { code: "wrongCredentials", message: "Неверно." },
  ],
  [
    "a refusal after too many attempts",
    "refused",
    7,
    refusal(429, { message: "Подождите." }, { "Retry-After": "7" }),
    { code: "refused", message: "Подождите." },
  ],
  [
    "a message that is meant for developers",
    "wrongCredentials",
    0,
    refusal(401, { message: "SignInException" }),
    { code: "wrongCredentials", message: "" },
  ],
  ["a server error", "unanswered", 0, refusal(500, { message: "fault" }), { code: "unanswered", message: "" }],
  ["an outage", "unanswered", 0, refusal(503, {}), { code: "unanswered", message: "" }],
  ["a refusal without a message", "unreadable", 0, refusal(400, {}), { code: "unreadable", message: "" }],
  ["an answer without a valid token", "unreadable", 0, refusal(200, { token: 1 }), { code: "unreadable", message: "" }],
])(
  "a sign-in that ends with %s — fails with the code '%s' and a delay of %d s",
  async (_, __, waitSeconds, answer, failure) => {
    const { end, stored } = await signIn(answer);
    expect(end).toEqual({ kind: "failed", failure, waitSeconds });
    expect(stored).toEqual([]);
  },
);

const codeRequired = refusal(401, { type: "urn:problem:code-required", message: "Введите код." });

test("a sign-in that needs a code — sends the code with the credentials", async () => {
  const first = await signIn(codeRequired);
  expect([first.end, first.stored]).toEqual([{ kind: "codeAsked" }, []]);
  expect(first.bodies).toEqual([{ grantType: "password", ...credentials }]);
  const second = await signIn(granted, undefined, true);
  expect(second.end).toEqual({ kind: "granted" });
  expect(second.bodies).toEqual([{ grantType: "password", ...credentials, code: "123456" }]);
});

test("a sign-in with a wrong code — fails with the message of the server", async () => {
  const { end } = await signIn(codeRequired, undefined, true);
  expect(end).toEqual({ kind: "failed", failure: { code: "wrongCode", message: "Введите код." }, waitSeconds: 0 });
});

test("a sign-in — puts neither the password nor the code into a context or an event", async () => {
  const seen: string[] = [];
  const actors = signInActors({
    config: readAppConfig({ apiBase: "http://server" }),
    now: Date.now,
    checkStorage: () => {},
    readCredentials: () => ({ ...credentials, code: "123456" }),
    store: () => {},
    sendPendingSignOut: async () => {},
    transport: async () => codeRequired(),
  });
  const actor = createActor(signInMachine.provide({ actors }), {
    inspect: (inspected) => {
      const snapshot = "snapshot" in inspected ? inspected.snapshot : undefined;
      seen.push(JSON.stringify([snapshot, "event" in inspected && inspected.event]));
    },
  }).start();
  await flushPromises();
  actor.send(submit);
  await flushPromises();
  await expect.poll(() => actor.getSnapshot().value).toBe("asking");
  expect(seen.join()).not.toContain(credentials.password);
  expect(seen.join()).not.toContain("123456");
});
