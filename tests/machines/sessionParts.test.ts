import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createActor, toPromise } from "xstate";
import { NoAnswer } from "#api/client.ts";
import { type AppConfig, readAppConfig } from "#machines/session/config.ts";
import { connectivityMachine } from "#machines/session/connectivity.machine.ts";
import { isPermitted, permissionReasonOf } from "#machines/session/permissions.ts";
import { type AttemptOutcome, type CallInput, requestMachine } from "#machines/session/request.machine.ts";
import { type SessionParts, sessionActors } from "#machines/session/session.actors.ts";
import { sessionMachine } from "#machines/session/session.machine.ts";
import { type SignInParts, signInActors } from "#machines/session/signIn.actors.ts";
import { sendSignOut } from "#machines/session/signOut.ts";
import { withTimeLimit } from "#machines/session/timeLimit.ts";
import { readTokenAnswer } from "#machines/session/tokenAnswer.ts";
import { createTokenVault } from "#machines/session/tokenVault.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { problemOf } from "../support/machines/problems.ts";

const cookie: AppConfig = { apiBase: "http://server", session: "cookie", requestTimeout: 20_000 };

describe("readAppConfig", () => {
  test.each([
    ["undefined", undefined],
    ["null", null],
    ["a text", "text"],
    ["a number", 5],
    ["an empty object", {}],
    ["settings of wrong types", { apiBase: 5, session: "other", requestTimeout: "20" }],
  ])("readAppConfig — returns the default settings for %s", (_, value) => {
    expect(readAppConfig(value)).toEqual({ apiBase: "", session: "cookie", requestTimeout: 20_000 });
  });

  test("readAppConfig — reads every setting and removes trailing slashes of the API address", () => {
    expect(readAppConfig({ apiBase: "https://api.example/v1//", session: "body", requestTimeout: 5000 })).toEqual({
      apiBase: "https://api.example/v1",
      session: "body",
      requestTimeout: 5000,
    });
  });

  test.each([0, -1])(
    "readAppConfig — returns the default time limit instead of the invalid limit of %d ms",
    (requestTimeout) => {
      expect(readAppConfig({ requestTimeout }).requestTimeout).toBe(20_000);
    },
  );
});

const tokens = {
  access_token: "access",
  refresh_token: "refresh",
  expires_in: 300,
  roles: "User",
  userId: 4,
  userName: "Анна",
};
const answer = {
  token: "access",
  refreshToken: "refresh",
  lifeMs: 300_000,
  roles: "User",
  userId: "4",
  userName: "Анна",
};

describe("readTokenAnswer", () => {
  test("readTokenAnswer — reads every field", () => {
    expect(readTokenAnswer(tokens)).toEqual(answer);
    expect(readTokenAnswer({ ...tokens, userId: "4" })?.userId).toBe("4");
  });

  test("readTokenAnswer — requires only the token and its lifetime", () => {
    expect(readTokenAnswer({ access_token: "access", expires_in: 1, roles: 5, userId: null })).toEqual({
      token: "access",
      refreshToken: "",
      lifeMs: 1000,
      roles: "",
      userId: "",
      userName: "",
    });
  });

  test.each([
    ["null", null],
    ["undefined", undefined],
    ["a text", "text"],
    ["an empty object", {}],
    ["an empty token", { ...tokens, access_token: "" }],
    ["a token that is a number", { ...tokens, access_token: 5 }],
    ["a lifetime that is a text", { ...tokens, expires_in: "300" }],
    ["a lifetime of 0", { ...tokens, expires_in: 0 }],
    ["a negative lifetime", { ...tokens, expires_in: -1 }],
    ["a lifetime that is not a number", { ...tokens, expires_in: Number.NaN }],
  ])("readTokenAnswer — returns undefined for %s", (_, body) => {
    expect(readTokenAnswer(body)).toBeUndefined();
  });
});

test("a permission — is granted if its value is positive or if the permissions are not loaded yet", () => {
  expect(isPermitted({ "order.edit": 1 }, "order.edit")).toBe(true);
  expect(isPermitted({ "order.edit": 0 }, "order.edit")).toBe(false);
  expect(isPermitted({ "order.edit": 1 }, "order.create")).toBe(false);
  expect(isPermitted(undefined, "order.edit")).toBe(true);
});

test("permissionReasonOf — returns the permission that the user lacks, and undefined if no permission is required", () => {
  const reason = { code: "permission", permission: "order.create" };
  expect(permissionReasonOf({ "order.edit": 1 }, "order.create")).toEqual(reason);
  expect(permissionReasonOf({ "order.edit": 1 }, "order.edit")).toBeUndefined();
  expect(permissionReasonOf({ "order.edit": 1 }, undefined)).toBeUndefined();
  expect(permissionReasonOf({}, undefined)).toBeUndefined();
});

test("token vault — drops its token only if the given generation number is current", () => {
  const mirrored: (string | undefined)[] = [];
  const vault = createTokenVault((token) => mirrored.push(token));
  const first = vault.keep("one");
  const second = vault.keep("two");
  vault.drop(first);
  expect(vault.current()).toEqual({ generation: second, token: "two" });
  vault.drop(second);
  vault.drop(second);
  expect(vault.current()).toBeUndefined();
  expect(mirrored).toEqual(["one", "two", undefined]);
});

/** Starts the actors of a session with a fake server. `respond` answers each request. */
const givenSession = (
  respond: (request: Request) => Response | Promise<Response>,
  parts: Partial<SessionParts> = {},
) => {
  const sent: Request[] = [];
  const published: string[] = [];
  const vault = createTokenVault();
  const actors = sessionActors({
    config: cookie,
    vault,
    transport: async (request) => {
      sent.push(request.clone());
      return respond(request);
    },
    refreshToken: () => "refresh",
    takeEarlyAnswer: () => undefined,
    publish: ({ token }) => published.push(token),
    isReplaced: () => false,
    exclusively: (_, work) => work(),
    ...parts,
  });
  const refresh = () => createActor(actors.refresh, { input: { generation: 1 } }).start();
  const signOut = () => createActor(actors.signOut).start();
  return { sent, published, vault, refresh, signOut };
};

describe("refresh of the token", () => {
  test("refresh of the token — sends the refresh token and stores the new token", async () => {
    const { sent, published, vault, refresh } = givenSession(() => Response.json(tokens));
    expect(await toPromise(refresh())).toEqual({ kind: "granted", generation: 1, lifeMs: 300_000 });
    expect([sent[0]?.method, sent[0]?.url, sent[0]?.headers.get("Content-Type")]).toEqual([
      "POST",
      "http://server/token/refresh",
      "application/json",
    ]);
    expect(sent[0]?.headers.get("Authorization")).toBeNull();
    expect(await sent[0]?.json()).toEqual({ grantType: "refresh_token", refresh_token: "refresh" });
    expect([vault.current()?.token, published]).toEqual(["access", ["access"]]);
  });

  test.each([400, 401, 419])("refresh of the token — is refused by a response with status %d", async (status) => {
    const { refresh, vault } = givenSession(() => Response.json({}, { status }));
    expect(await toPromise(refresh())).toEqual({ kind: "refused" });
    expect(vault.current()).toBeUndefined();
  });

  test.each([
    ["an unreadable body", () => Response.json({})],
    ["status 500", () => Response.json(tokens, { status: 500 })],
  ])("refresh of the token — counts as unanswered if the response has %s", async (_, respond) => {
    const { refresh, vault, published } = givenSession(respond);
    expect(await toPromise(refresh())).toEqual({ kind: "unanswered" });
    expect([vault.current(), published]).toEqual([undefined, []]);
  });

  test("refresh of the token — returns 'replaced' when another user has signed in", async () => {
    const { refresh } = givenSession(() => Response.json(tokens), { isReplaced: () => true });
    expect(await toPromise(refresh())).toEqual({ kind: "replaced" });
  });

  test("refresh of the token — uses the response to the refresh request that the page head has already sent", async () => {
    const { refresh, sent } = givenSession(() => Response.json(tokens), {
      takeEarlyAnswer: async () => ({ ...tokens, access_token: "early" }),
    });
    expect(await toPromise(refresh())).toMatchObject({ kind: "granted" });
    expect(sent).toEqual([]);
  });

  test.each([
    ["failed", () => Promise.reject(new Error("fault"))],
    ["returned no token", async () => ({})],
  ])(
    "refresh of the token — sends its own request if the refresh request of the page head %s",
    async (_, takeEarlyAnswer) => {
      const { refresh, sent } = givenSession(() => Response.json(tokens), { takeEarlyAnswer });
      await toPromise(refresh());
      expect(sent).toHaveLength(1);
    },
  );

  test.each(["early", "regular"])(
    "refresh of the token — stores no token if the refresh is stopped before the response to the %s request",
    async (when) => {
      let come: () => void = () => {};
      const coming = new Promise<void>((resolve) => {
        come = resolve;
      });
      const { refresh, vault } = givenSession(
        async () => {
          await coming;
          return Response.json(tokens);
        },
        when === "early" ? { takeEarlyAnswer: () => coming.then(() => tokens) } : {},
      );
      const actor = refresh();
      actor.stop();
      come();
      await flushPromises();
      expect(vault.current()).toBeUndefined();
    },
  );

  test("refresh of the token — aborts its request when the actor is stopped", async () => {
    let signal: AbortSignal | undefined;
    const { refresh } = givenSession((request) => {
      signal = request.signal;
      return new Promise(() => {});
    });
    const actor = refresh();
    await flushPromises();
    actor.stop();
    expect(signal?.aborted).toBe(true);
  });
});

describe("sign-out", () => {
  test("sign-out — is sent with the current token and without a body", async () => {
    const { vault, signOut, sent } = givenSession(() => new Response(null, { status: 204 }));
    vault.keep("access");
    await toPromise(signOut());
    expect([sent[0]?.method, sent[0]?.url, sent[0]?.headers.get("Authorization")]).toEqual([
      "POST",
      "http://server/token/out",
      "Bearer access",
    ]);
    expect(await sent[0]?.text()).toBe("");
  });

  test("request of a sign-out — is aborted when the machine leaves the state that sends the request", async () => {
    const { signOut, sent } = givenSession(() => new Promise(() => {}));
    const actor = signOut();
    await flushPromises();
    actor.stop();
    expect(sent[0]?.signal.aborted).toBe(true);
  });

  test("sign-out — is sent without a token if no token exists", async () => {
    const { signOut, sent } = givenSession(() => new Response(null, { status: 204 }));
    await toPromise(signOut());
    expect(sent[0]?.headers.get("Authorization")).toBeNull();
  });

  test.each([500, 503])("sign-out — fails when the response has status %d", async (status) => {
    const send = async () => new Response(null, { status });
    await expect(sendSignOut(new AbortController().signal, send)).rejects.toThrow(`Not signed out: ${status}`);
  });

  test.each([401, 403])("sign-out — succeeds after one request if the response has status %d", async (status) => {
    const send = vi.fn(async () => new Response(null, { status }));
    await expect(sendSignOut(new AbortController().signal, send)).resolves.toBeUndefined();
    expect(send).toHaveBeenCalledTimes(1);
  });
});

describe("withTimeLimit", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("withTimeLimit — aborts a task that exceeds the limit with a TimeoutError, and leaves no timer after a task that ends in time", async () => {
    const work = withTimeLimit(50, new AbortController().signal, (signal) => {
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    });
    const failed = work.catch((reason: unknown) => reason);
    await vi.advanceTimersByTimeAsync(50);
    expect(await failed).toMatchObject({ name: "TimeoutError", message: "No answer in time" });
    await withTimeLimit(50, new AbortController().signal, async () => "done");
    expect(vi.getTimerCount()).toBe(0);
  });
});

const credentials = { userName: "owner", password: "secret" };

/** Signs in with a fake server that gives one answer. */
const signInOn = async (respond: () => Response, parts: Partial<SignInParts> = {}) => {
  const sent: Request[] = [];
  const stored: string[] = [];
  const actors = signInActors({
    config: cookie,
    transport: async (request) => {
      sent.push(request.clone());
      return respond();
    },
    checkStorage: () => {},
    readCredentials: () => credentials,
    store: ({ token }) => void stored.push(token),
    sendPendingSignOut: async () => {},
    now: () => 0,
    ...parts,
  });
  const outcome = await toPromise(createActor(actors.signIn, { input: { withCode: false } }).start());
  return { outcome, sent, stored };
};

describe("request of a sign-in", () => {
  test("request of a sign-in — contains the credentials as JSON", async () => {
    const { outcome, sent, stored } = await signInOn(() => Response.json(tokens));
    expect([sent[0]?.method, sent[0]?.url, sent[0]?.headers.get("Content-Type")]).toEqual([
      "POST",
      "http://server/token",
      "application/json",
    ]);
    expect(await sent[0]?.json()).toEqual({ grantType: "password", ...credentials });
    expect([outcome, stored]).toEqual([{ kind: "granted" }, ["access"]]);
  });

  test("request of a sign-in — asks for the refresh token in the response body if the setting `session` is 'body'", async () => {
    const { sent } = await signInOn(() => Response.json(tokens), { config: { ...cookie, session: "body" } });
    expect(await sent[0]?.json()).toEqual({ grantType: "password", ...credentials, tokenIn: "body" });
  });

  test("request of a sign-in — ends as 'barred' if the browser blocks its storage", async () => {
    const store = () => {
      throw new Error("blocked");
    };
    expect((await signInOn(() => Response.json(tokens), { store })).outcome).toEqual({ kind: "barred" });
  });

  test.each([
    ["status 401", "wrongCredentials", 401, { message: "Неверно." }, { code: "wrongCredentials", message: "Неверно." }],
    [
      "status 500 and a message of another server",
      "unanswered",
      500,
      { message: "Поломка." },
      { code: "unanswered", message: "" },
    ],
    [
      "status 500 and a message of this product's server",
      "unanswered",
      500,
      problemOf(500, "Поломка."),
      { code: "unanswered", message: "Поломка." },
    ],
    ["status 503", "unanswered", 503, {}, { code: "unanswered", message: "" }],
    [
      "status 403 and a message",
      "refused",
      403,
      { message: "Заблокирован." },
      { code: "refused", message: "Заблокирован." },
    ],
    [
      "status 403 and the type of a request for a code",
      "refused",
      403,
      { type: "urn:problem:code-required", message: "Нельзя." },
      { code: "refused", message: "Нельзя." },
    ],
    ["status 403 and the body null", "unreadable", 403, null, { code: "unreadable", message: "" }],
    ["status 403 and a text", "unreadable", 403, "text", { code: "unreadable", message: "" }],
    [
      "status 403 and a message that is a number",
      "unreadable",
      403,
      { message: 5 },
      { code: "unreadable", message: "" },
    ],
    ["status 200 and no token", "unreadable", 200, {}, { code: "unreadable", message: "" }],
  ])("sign-in answered with %s — fails with the code '%s'", async (_, __, status, body, failure) => {
    const { outcome } = await signInOn(() => Response.json(body, { status }));
    expect(outcome).toEqual({ kind: "failed", failure, waitSeconds: 0 });
  });

  test("check of the browser's storage before a sign-in — fails if the storage throws an error", async () => {
    const parts = { ...cookie };
    const checkStorage = vi.fn(() => {
      throw new Error("blocked");
    });
    const actors = signInActors({
      config: parts,
      transport: () => Promise.reject(new NoAnswer()),
      checkStorage,
      readCredentials: () => credentials,
      store: () => {},
      sendPendingSignOut: async () => {},
      now: () => 0,
    });
    await expect(toPromise(createActor(actors.checkStorage).start())).rejects.toThrow("blocked");
  });
});

describe("session machine", () => {
  test("session machine — passes the generation number of the current token to a refresh", () => {
    const { call } = givenMachine(sessionMachine, { isSignedIn: true });
    expect(call("refresh").input).toEqual({ generation: 0 });
  });

  test("session machine — accepts only a newer token from another tab", () => {
    const { actor } = givenMachine(sessionMachine, { isSignedIn: true, grant: { generation: 3, lifeMs: 300_000 } });
    for (const generation of [2, 3]) actor.send({ type: "token.handed", grant: { generation, lifeMs: 1000 } });
    expect(actor.getSnapshot().context.grant).toEqual({ generation: 3, lifeMs: 300_000 });
    actor.send({ type: "token.handed", grant: { generation: 4, lifeMs: 1000 } });
    expect(actor.getSnapshot().context.grant).toEqual({ generation: 4, lifeMs: 1000 });
  });
});

describe("connectivity machine", () => {
  test.each([
    ["call.unanswered", "call.answered"],
    ["browser.offline", "browser.online"],
  ] as const)(
    "connectivity — two events %s report one outage, and two events %s report one end of the outage",
    (off, on) => {
      const { actor, emitted } = givenMachine(connectivityMachine, undefined);
      for (const type of [on, off, off, on, on] as const) actor.send({ type });
      expect(emitted).toEqual([{ type: "network.offline" }, { type: "network.online" }]);
    },
  );
});

/** Starts a session machine that has given up refreshing after five unanswered refreshes. */
const givenStaleSession = async () => {
  const dropped: number[] = [];
  const machine = sessionMachine.provide({ actions: { dropToken: (_, generation) => void dropped.push(generation) } });
  const given = givenMachine(machine, { isSignedIn: true });
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    given.call("refresh").answer({ kind: "unanswered" });
    await flushPromises();
    given.clock.increment(4000);
  }
  const refreshes = () => given.calls.filter(({ actor }) => actor === "refresh").length;
  return { ...given, dropped, refreshes, state: () => given.actor.getSnapshot() };
};

describe("refreshing the token of a session", () => {
  test("session that has given up refreshing — begins a new series of refresh attempts when the network is back", async () => {
    const { actor, refreshes, state } = await givenStaleSession();
    expect([state().matches({ active: "stale" }), refreshes()]).toEqual([true, 5]);
    actor.send({ type: "network.online" });
    expect([state().matches({ active: "refreshing" }), state().context.attempt, refreshes()]).toEqual([true, 1, 6]);
  });

  test("session that has given up refreshing — refreshes the token after a refusal of the current token, but not of another token", async () => {
    const { actor, dropped, refreshes } = await givenStaleSession();
    actor.send({ type: "token.refused", generation: 7 });
    expect([dropped, refreshes()]).toEqual([[], 5]);
    actor.send({ type: "token.refused", generation: 0 });
    expect([dropped, refreshes()]).toEqual([[0], 6]);
  });

  test("session — a refusal of the current token during a refresh drops the token and starts no second refresh", () => {
    const dropped: number[] = [];
    const machine = sessionMachine.provide({
      actions: { dropToken: (_, generation) => void dropped.push(generation) },
    });
    const { actor, calls } = givenMachine(machine, { isSignedIn: true });
    actor.send({ type: "token.refused", generation: 7 });
    actor.send({ type: "token.refused", generation: 0 });
    expect([dropped, calls.filter((call) => call.actor === "refresh").length]).toEqual([[0], 1]);
  });

  test("session — starts without a refresh if it gets a valid token", () => {
    const { actor, calls } = givenMachine(sessionMachine, {
      isSignedIn: false,
      grant: { generation: 1, lifeMs: 300_000 },
    });
    expect(actor.getSnapshot().matches({ active: "fresh" })).toBe(true);
    expect(calls.map((call) => call.actor)).not.toContain("refresh");
  });
});

describe("attempts of a request", () => {
  const admitted = { kind: "ready", generation: 1 } as const;
  const refused = { kind: "refused", generation: 1, response: new Response("{}", { status: 401 }) } as const;

  /** Starts a request and ends the attempts one after another. */
  const givenAttempts = async (...attempts: AttemptOutcome[]) => {
    const refusals: AttemptOutcome[] = [];
    const machine = requestMachine.provide({
      actions: { reportRefusal: (_, attempt) => void refusals.push(attempt) },
    });
    const given = givenMachine(machine, { request: new Request("http://server/api"), isRepeatable: true });
    for (const attempt of attempts) {
      given.call("admit").answer(admitted);
      await flushPromises();
      given.call("send").answer(attempt);
      await flushPromises();
      given.clock.increment(4000);
    }
    return { ...given, refusals };
  };

  test("attempts of a request — report every refused token", async () => {
    const last = { ...refused, response: new Response("last", { status: 401 }) };
    const { actor, refusals } = await givenAttempts(refused, refused, refused, refused, last);
    expect(refusals).toHaveLength(5);
    const output = actor.getSnapshot().output;
    expect(output?.kind === "answered" && output.response).toBe(last.response);
  });

  test("attempts of a request — end as unanswered if every attempt is refused without a response", async () => {
    const bare = { kind: "refused", generation: 1 } as const;
    const { actor } = await givenAttempts(bare, bare, bare, bare, bare);
    expect(actor.getSnapshot().output).toEqual({ kind: "unanswered" });
  });

  test.each([
    ["none", "unanswered"],
    ["ended", "signedOut"],
  ] as const)(
    "attempts of a request — if the session has no token ('%s'), the request ends as '%s'",
    async (kind, end) => {
      const { call, calls, actor } = await givenAttempts();
      call("admit").answer({ kind });
      await flushPromises();
      expect(actor.getSnapshot().output).toEqual({ kind: end });
      expect(calls.map(({ actor: name }) => name)).not.toContain("send");
    },
  );

  test("attempts of a request — the fifth attempt is the last, even if it is the first to get 401", async () => {
    const machine = requestMachine.provide({ actions: { reportRefusal: () => {} } });
    const input = { request: new Request("http://server/api"), isRepeatable: true, attempts: 4 };
    const { actor, call } = givenMachine(machine, input);
    call("admit").answer(admitted);
    await flushPromises();
    call("send").answer(refused);
    await flushPromises();
    expect(actor.getSnapshot().output).toEqual({ kind: "answered", response: refused.response });
  });

  test("first refusal of a token — is followed by the next attempt without a pause", async () => {
    const { actor, call } = await givenAttempts();
    call("admit").answer(admitted);
    await flushPromises();
    call("send").answer(refused);
    await flushPromises();
    expect(actor.getSnapshot().value).toBe("admitting");
  });

  test.each([
    ["as long as the server requests", 3000, 3000],
    ["for 500 ms if the server requests no pause", undefined, 500],
  ])("pause after an unanswered attempt — lasts %s", async (_, retryAfterMs, pauseMs) => {
    const { actor, call, clock } = await givenAttempts();
    call("admit").answer(admitted);
    await flushPromises();
    call("send").answer({ kind: "unanswered", retryAfterMs });
    await flushPromises();
    clock.increment(pauseMs - 1);
    expect(actor.getSnapshot().value).toBe("pausing");
    clock.increment(1);
    expect(actor.getSnapshot().value).toBe("admitting");
  });

  test("attempt after an unanswered attempt — is marked as a repeat, because the server may have executed the request", async () => {
    const { call } = await givenAttempts({ kind: "unanswered" });
    call("admit").answer(admitted);
    await flushPromises();
    expect(call("send").input).toMatchObject({ generation: 1, isRepeat: true });
  });
});

describe("API call", () => {
  const given = (url: string, input: Partial<CallInput> = {}) =>
    givenMachine(requestMachine, { request: new Request(url, { method: "DELETE" }), isRepeatable: true, ...input });

  test.each([
    ["http://server/api/Order/5?page=1", "DELETE /api/Order/5"],
    ["https://api.example:8443/v1/api/Tag#part", "DELETE /v1/api/Tag"],
  ])("a request to %s is named '%s'", (url, name) => {
    expect(given(url).actor.getSnapshot().context.name).toBe(name);
  });

  test("an API call with an unfinished request counts as unanswered", () => {
    expect(given("http://server/api").actor.getSnapshot().context.end).toEqual({ kind: "unanswered" });
  });
});
