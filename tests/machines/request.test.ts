import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createActor, createMachine } from "xstate";
import { NoAnswer } from "#api/client.ts";
import { backoff, retryAfter } from "#machines/core/backoff.ts";
import { createAuthorizedFetch } from "#machines/session/authorizedFetch.ts";
import { advanceClock, createFakeServer, givenTabs, request } from "../support/machines/sessionFixtures.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Transport = (sent: Request) => Promise<Response>;

/** Returns a signed-in tab with a fake server. `answer` responds to all requests except the requests of the session. */
const givenCall = async (answer: (sent: Request, count: number) => Promise<Response> | Response) => {
  const server = createFakeServer();
  const sent: { at: number; body: string }[] = [];
  const transport: Transport = async (one) => {
    if (one.url.includes("/token")) return server.transport(one);
    sent.push({ at: Date.now(), body: await one.clone().text() });
    return answer(one, sent.length);
  };
  const { tabs } = givenTabs(1, {}, { ...server, transport });
  await advanceClock(100);
  const [tab] = tabs;
  if (tab === undefined) throw new Error("no tab");
  return { ...tab, server, sent, transport };
};

const silence = () => Promise.reject(new TypeError("network"));
const reason = (call: Promise<Response>) => call.catch((error: unknown) => error);
const keyed = { method: "POST", headers: { "Idempotency-Key": "12345678" }, body: "money" };

test("an unanswered GET — is retried after 0.5, 1, 2 and 4 s and then fails", async () => {
  const { call, sent } = await givenCall(silence);
  const end = reason(call(request("read")));
  await advanceClock(20_000);
  expect(await end).toBeInstanceOf(NoAnswer);
  const gaps = sent.slice(1).map((one, index) => one.at - (sent[index]?.at ?? 0));
  expect(gaps).toEqual([500, 1000, 2000, 4000]);
});

test("an unanswered POST without an idempotency key — is not retried", async () => {
  const { call, sent } = await givenCall(silence);
  const end = reason(call(request("bare", { method: "POST", body: "x" })));
  await advanceClock(20_000);
  expect(await end).toBeInstanceOf(NoAnswer);
  expect(sent).toHaveLength(1);
});

test("an unanswered PATCH without an idempotency key — is not retried", async () => {
  const { call, sent } = await givenCall(silence);
  const end = reason(call(request("bare", { method: "PATCH", body: "x" })));
  await advanceClock(20_000);
  expect(await end).toBeInstanceOf(NoAnswer);
  expect(sent).toHaveLength(1);
});

test("an unanswered POST with an idempotency key — is retried with its whole body", async () => {
  const { call, sent } = await givenCall((_, count) => (count < 3 ? silence() : Response.json({})));
  const end = call(request("pay", keyed));
  await advanceClock(5000);
  expect((await end).status).toBe(200);
  expect(sent.map((one) => one.body)).toEqual(["money", "money", "money"]);
});

test.each([502, 503, 504])("status %i — counts as no response to a request that can be retried", async (status) => {
  const { call, sent } = await givenCall((_, count) => (count < 2 ? new Response("", { status }) : Response.json({})));
  const end = call(request("read"));
  await advanceClock(5000);
  expect((await end).status).toBe(200);
  expect(sent).toHaveLength(2);
});

test("status 500 — is returned without a retry", async () => {
  const { call, sent } = await givenCall(() => new Response("{}", { status: 500 }));
  const end = call(request("read"));
  await advanceClock(100);
  expect((await end).status).toBe(500);
  expect(sent).toHaveLength(1);
});

test("status 502 with a problem body — is returned without a retry, because a payment provider has failed", async () => {
  const problem = { status: 502, headers: { "Content-Type": "application/problem+json" } };
  const { call, sent } = await givenCall(() => new Response("{}", problem));
  const end = call(request("invoice", keyed));
  await advanceClock(100);
  expect((await end).status).toBe(502);
  expect(sent).toHaveLength(1);
});

test("status 429 — delays the next attempt by Retry-After", async () => {
  const { call, sent } = await givenCall((_, count) =>
    count < 2 ? new Response("", { status: 429, headers: { "Retry-After": "3" } }) : Response.json({}),
  );
  const end = call(request("read"));
  await advanceClock(2900);
  expect(sent).toHaveLength(1);
  await advanceClock(200);
  expect((await end).status).toBe(200);
});

test.each([
  ["status 503 and a problem body", 503, { "Content-Type": "application/problem+json" }],
  ["status 502 and no body", 502, {}],
] as const)("a response with %s — counts as no response and delays the next attempt", async (_, status, type) => {
  const { call, sent, connectivity } = await givenCall((_sent, count) =>
    count < 2 ? new Response(null, { status, headers: { ...type, "Retry-After": "3" } }) : Response.json({}),
  );
  const end = call(request("read"));
  await advanceClock(2900);
  expect([sent.length, connectivity.getSnapshot().value]).toEqual([1, "away"]);
  await advanceClock(200);
  expect((await end).status).toBe(200);
});

test("the return of the network — does not shorten a pause requested by Retry-After", async () => {
  const { call, sent, connectivity } = await givenCall((_, count) =>
    count < 2 ? new Response("", { status: 429, headers: { "Retry-After": "3" } }) : Response.json({}),
  );
  const end = call(request("read"));
  await advanceClock(100);
  connectivity.send({ type: "browser.offline" });
  connectivity.send({ type: "browser.online" });
  await advanceClock(2800);
  expect(sent).toHaveLength(1);
  await advanceClock(200);
  expect((await end).status).toBe(200);
});

test("status 500 with Retry-After — is returned immediately", async () => {
  const { call, sent } = await givenCall(() => new Response("{}", { status: 500, headers: { "Retry-After": "1" } }));
  const end = call(request("read"));
  await advanceClock(100);
  expect([(await end).status, sent.length]).toEqual([500, 1]);
});

test("a request that gets a 429 at every attempt — returns the last response", async () => {
  const { call } = await givenCall((_, count) =>
    Response.json({ count }, { status: 429, headers: { "Retry-After": "1" } }),
  );
  const end = call(request("read"));
  await advanceClock(20_000);
  expect(await (await end).json()).toEqual({ count: 5 });
});

test("status 429 after an unanswered attempt — leaves the request unanswered", async () => {
  const wait = () =>
    Response.json({ message: "Слишком много запросов." }, { status: 429, headers: { "Retry-After": "1" } });
  const waiting = await givenCall(wait);
  const end = waiting.call(request("pay", keyed));
  await advanceClock(20_000);
  expect((await end).status).toBe(429);
  const open = await givenCall((_, count) => (count < 2 ? silence() : wait()));
  const failed = open.call(request("pay", keyed)).catch((reason: unknown) => reason);
  await advanceClock(20_000);
  expect(await failed).toBeInstanceOf(NoAnswer);
});

test("status 409 or 404 for a retry after status 429 — is returned unchanged", async () => {
  const answers = (status: number) => (_: Request, count: number) =>
    count < 2 ? new Response("", { status: 429, headers: { "Retry-After": "1" } }) : new Response("{}", { status });
  const closed = await givenCall(answers(409));
  const refused = closed.call(request("pay", keyed));
  await advanceClock(1100);
  expect((await refused).status).toBe(409);
  expect(closed.sent).toHaveLength(2);
  const unknown = await givenCall(answers(404));
  const missing = unknown.call(request("entry", { method: "DELETE" }));
  await advanceClock(1100);
  expect((await missing).status).toBe(404);
});

test("status 409 with Retry-After — is retried, because the first request is still in progress", async () => {
  const { call } = await givenCall((_, count) =>
    count < 2 ? new Response("", { status: 409, headers: { "Retry-After": "1" } }) : Response.json({}),
  );
  const end = call(request("pay", keyed));
  await advanceClock(1100);
  expect((await end).status).toBe(200);
});

test("status 409 with Retry-After — delays the retry by Retry-After, and a later status 409 is retried even without Retry-After", async () => {
  const { call, sent } = await givenCall((_, count) => {
    if (count === 1) return new Response("", { status: 409, headers: { "Retry-After": "3" } });
    return count === 2 ? new Response("", { status: 409 }) : Response.json({});
  });
  const end = call(request("pay", keyed));
  await advanceClock(2900);
  expect(sent).toHaveLength(1);
  await advanceClock(5000);
  expect([(await end).status, sent.length]).toEqual([200, 3]);
});

test("status 409 with Retry-After at every attempt — ends the request as unanswered", async () => {
  const { call, sent } = await givenCall(() => new Response("", { status: 409, headers: { "Retry-After": "1" } }));
  const end = reason(call(request("pay", keyed)));
  await advanceClock(20_000);
  expect(await end).toBeInstanceOf(NoAnswer);
  expect(sent).toHaveLength(5);
});

test("status 409 after an unanswered attempt — is retried", async () => {
  const { call } = await givenCall((_, count) => {
    if (count === 1) return silence();
    return count === 2 ? new Response("{}", { status: 409 }) : Response.json({});
  });
  const end = call(request("pay", keyed));
  await advanceClock(5000);
  expect((await end).status).toBe(200);
});

test("status 404 for a DELETE — counts as a successful deletion only after an unanswered attempt", async () => {
  const notFound = () => new Response("{}", { status: 404 });
  const lost = await givenCall((_, count) => (count === 1 ? silence() : notFound()));
  const end = lost.call(request("tag", { method: "DELETE" }));
  await advanceClock(5000);
  expect((await end).status).toBe(204);
  const gateway = await givenCall((_, count) => (count === 1 ? new Response("", { status: 503 }) : notFound()));
  const hidden = gateway.call(request("tag", { method: "DELETE" }));
  await advanceClock(5000);
  expect((await hidden).status).toBe(204);
  const first = await givenCall(notFound);
  const missing = first.call(request("tag", { method: "DELETE" }));
  await advanceClock(100);
  expect((await missing).status).toBe(404);
});

test("status 409 at the first attempt — is returned as a refusal", async () => {
  const { call, sent } = await givenCall(() => new Response("{}", { status: 409 }));
  const end = call(request("pay", keyed));
  await advanceClock(100);
  expect((await end).status).toBe(409);
  expect(sent).toHaveLength(1);
});

test("Retry-After — is parsed as seconds or as a date, and a missing or unreadable value is ignored", () => {
  const now = Date.parse("Sat, 21 Nov 2026 14:00:00 GMT");
  expect(retryAfter("2", now)).toBe(2000);
  expect(retryAfter("Sat, 21 Nov 2026 14:00:05 GMT", now)).toBe(5000);
  expect(["", null, "soon"].map((text) => retryAfter(text, now))).toEqual([undefined, undefined, undefined]);
});

test("the pauses of the back-off — have full jitter, from 0 to the whole pause", () => {
  expect([0, 0.5, 1].map((chance) => backoff(3, chance))).toEqual([0, 1000, 2000]);
});

test("the pauses between the attempts of a request — are shortened by the jitter, at most to 0", async () => {
  const { sent, ...parts } = await givenCall((_, count) => (count < 5 ? silence() : Response.json({})));
  const call = createAuthorizedFetch({ ...parts, chance: () => 0, timeoutMs: 20_000, now: Date.now });
  const end = call(request("pay", keyed));
  await advanceClock(10);
  expect([(await end).status, sent.length]).toEqual([200, 5]);
});

test("an attempt made before the request machine starts — counts as the first of the five attempts", async () => {
  const { sent, ...parts } = await givenCall(silence);
  const call = createAuthorizedFetch({ ...parts, chance: () => 0, timeoutMs: 20_000, now: Date.now });
  const end = reason(call(request("pay", keyed), 1));
  await advanceClock(100_000);
  expect(await end).toBeInstanceOf(NoAnswer);
  expect(sent).toHaveLength(4);
});

test("a request — runs as a child of the parent actor, so that the inspector shows it", async () => {
  const { sent: _, ...parts } = await givenCall(() => Response.json({}));
  const shown: string[] = [];
  const parent = createActor(createMachine({}), {
    inspect: (event) => {
      if (event.type === "@xstate.actor") shown.push(event.actorRef.sessionId);
    },
  }).start();
  const before = shown.length;
  const call = createAuthorizedFetch({ ...parts, parent, chance: () => 1, timeoutMs: 20_000, now: Date.now });
  const end = call(request("read"));
  await advanceClock(100);
  expect((await end).status).toBe(200);
  expect(shown.length).toBeGreaterThan(before);
});

test("a finished request — removes its listener from the caller's abort signal", async () => {
  const { call } = await givenCall(() => Response.json({}));
  const one = request("read");
  const [added, removed] = [vi.spyOn(one.signal, "addEventListener"), vi.spyOn(one.signal, "removeEventListener")];
  const end = call(one);
  await advanceClock(100);
  await end;
  const [type, listener] = added.mock.calls[0] ?? [];
  expect(type).toBe("abort");
  expect(removed).toHaveBeenCalledWith("abort", listener);
});

test("the time limit of a request — is 20 s and includes the reading of the body", async () => {
  const endless = () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
  const { call, sent } = await givenCall((one) => {
    const response = endless();
    one.signal.addEventListener("abort", () => void response.body?.cancel().catch(() => {}));
    const broken = new ReadableStream({
      start: (stream) => one.signal.addEventListener("abort", () => stream.error(one.signal.reason)),
    });
    return new Response(broken);
  });
  const end = reason(call(request("bare", { method: "POST", body: "x" })));
  await advanceClock(19_900);
  let isOver = false;
  void end.then(() => {
    isOver = true;
  });
  await advanceClock(50);
  expect(isOver).toBe(false);
  await advanceClock(200);
  expect(await end).toBeInstanceOf(NoAnswer);
  expect(sent).toHaveLength(1);
});

test("a pause between attempts — ends immediately when the network is back", async () => {
  const { call, sent, connectivity } = await givenCall((_, count) => (count < 4 ? silence() : Response.json({})));
  const end = call(request("read"));
  await advanceClock(1600);
  expect(sent).toHaveLength(3);
  connectivity.send({ type: "browser.offline" });
  connectivity.send({ type: "browser.online" });
  await advanceClock(10);
  expect((await end).status).toBe(200);
});

test("an aborted request — is not retried", async () => {
  const { call, sent } = await givenCall(silence);
  const controller = new AbortController();
  const end = reason(call(request("read", { signal: controller.signal })));
  await advanceClock(100);
  controller.abort();
  expect(await end).toMatchObject({ name: "AbortError" });
  await advanceClock(20_000);
  expect(sent).toHaveLength(1);
});

test("a request aborted before its start — is not sent", async () => {
  const { call, sent } = await givenCall(silence);
  const end = reason(call(request("read", { signal: AbortSignal.abort() })));
  await advanceClock(100);
  expect(await end).toMatchObject({ name: "AbortError" });
  expect(sent).toEqual([]);
});

test("a request that gets a 401 at every attempt — is sent five times", async () => {
  const { call, sent } = await givenCall(() => new Response("{}", { status: 401 }));
  const end = call(request("read"));
  await advanceClock(20_000);
  expect((await end).status).toBe(401);
  expect(sent).toHaveLength(5);
  expect((sent[4]?.at ?? 0) - (sent[0]?.at ?? 0)).toBeGreaterThan(5000);
});

test("a GET during an outage — is sent only once, while a POST with an idempotency key is retried", async () => {
  const { call, sent, connectivity } = await givenCall(silence);
  connectivity.send({ type: "browser.offline" });
  const read = reason(call(request("read")));
  await advanceClock(20_000);
  expect(await read).toBeInstanceOf(NoAnswer);
  expect(sent).toHaveLength(1);
  const pay = reason(call(request("pay", keyed)));
  await advanceClock(20_000);
  expect(await pay).toBeInstanceOf(NoAnswer);
  expect(sent).toHaveLength(6);
});

test("requests — report to the connectivity machine whether the server responds", async () => {
  const { call, connectivity } = await givenCall((_, count) => (count < 2 ? silence() : Response.json({})));
  const end = call(request("read"));
  await advanceClock(100);
  expect(connectivity.getSnapshot().value).toBe("away");
  await advanceClock(1000);
  await end;
  expect(connectivity.getSnapshot().value).toBe("online");
});

test("responses to other requests — do not shorten the back-off of an unanswered request", async () => {
  const { call, sent, connectivity } = await givenCall(silence);
  const end = reason(call(request("pay", keyed)));
  for (let passed = 0; passed < 7000; passed += 100) {
    await advanceClock(100);
    connectivity.send({ type: "call.answered" });
  }
  await advanceClock(20_000);
  expect(await end).toBeInstanceOf(NoAnswer);
  expect(sent).toHaveLength(5);
  expect((sent.at(-1)?.at ?? 0) - (sent[0]?.at ?? 0)).toBeGreaterThanOrEqual(7000);
});

test("an aborted request — does not count as an outage", async () => {
  const { call, connectivity } = await givenCall(
    (one) =>
      new Promise((_, reject) => one.signal.addEventListener("abort", () => reject(new TypeError("Failed to fetch")))),
  );
  const controller = new AbortController();
  const end = reason(call(request("read", { signal: controller.signal })));
  await advanceClock(100);
  controller.abort();
  await advanceClock(100);
  await end;
  expect(connectivity.getSnapshot().value).toBe("online");
});

test("a Retry-After of more than 20 s — is ignored", async () => {
  for (const [seconds, attempts] of [
    [20, 1],
    [21, 5],
  ] as const) {
    const { call, sent } = await givenCall(
      () => new Response("", { status: 503, headers: { "Retry-After": String(seconds) } }),
    );
    const end = reason(call(request("read")));
    await advanceClock(19_000);
    expect(sent).toHaveLength(attempts);
    await advanceClock(100_000);
    expect(await end).toBeInstanceOf(NoAnswer);
  }
});

test.each([
  ["of media type text/plain", "text/plain"],
  ["without a media type", ""],
  ["of an invalid media type", "text/application/problem+json"],
])("status 502 with a body %s — counts as no response", async (_, type) => {
  const { call, sent } = await givenCall(() => {
    const response = new Response("bad gateway", { status: 502 });
    if (type === "") response.headers.delete("Content-Type");
    else response.headers.set("Content-Type", type);
    return response;
  });
  const end = reason(call(request("read")));
  await advanceClock(20_000);
  expect(await end).toBeInstanceOf(NoAnswer);
  expect(sent).toHaveLength(5);
});

test.each([404, 410])(
  "a GET retried after a lost response — returns the server's status %d unchanged",
  async (status) => {
    const { call } = await givenCall((_, count) => (count === 1 ? silence() : new Response("{}", { status })));
    const answer = call(request("read"));
    await advanceClock(5000);
    expect((await answer).status).toBe(status);
  },
);

test("a DELETE without a response — ends as refused if the retry is refused", async () => {
  const { call } = await givenCall((_, count) => (count === 1 ? silence() : new Response("{}", { status: 403 })));
  const answer = call(request("remove", { method: "DELETE" }));
  await advanceClock(5000);
  expect((await answer).status).toBe(403);
});

test.each([
  ["PUT", {}],
  ["HEAD", {}],
] as const)("an unanswered %s — is retried", async (method, init) => {
  const { call, sent } = await givenCall((_, count) => (count === 1 ? silence() : new Response(null)));
  const answer = call(request("again", { method, ...init }));
  await advanceClock(5000);
  expect([(await answer).status, sent.length]).toEqual([200, 2]);
});

test.each([503, 409, 429])(
  "a POST without an idempotency key — ends with status %d immediately, despite Retry-After",
  async (status) => {
    const { call, sent } = await givenCall(() => new Response("{}", { status, headers: { "Retry-After": "1" } }));
    const answer = call(request("bare", { method: "POST", body: "x" }));
    await advanceClock(100);
    expect([(await answer).status, sent.length]).toEqual([status, 1]);
  },
);

test("status 429 without Retry-After — is returned without a retry", async () => {
  const { call, sent } = await givenCall(() => new Response("{}", { status: 429 }));
  const answer = call(request("read"));
  await advanceClock(100);
  expect([(await answer).status, sent.length]).toEqual([429, 1]);
});

test("a request after the end of the session — fails with status 401 without being sent", async () => {
  const { call, sent, session } = await givenCall(() => new Response("{}"));
  session.send({ type: "session.vanish" });
  const answer = call(request("late"));
  await advanceClock(100);
  expect([(await answer).status, await (await answer).json(), sent.length]).toEqual([401, { status: 401 }, 0]);
});

test("a request that waits for a token — fails with status 401 when the session ends", async () => {
  const { tabs } = givenTabs(1);
  const [tab] = tabs;
  if (tab === undefined) throw new Error("no tab");
  const answer = tab.call(request("early"));
  tab.session.send({ type: "session.vanish" });
  await advanceClock(100);
  expect((await answer).status).toBe(401);
});

test("a request without a valid token — first makes the session refresh the token", async () => {
  const { server, session, vault, call } = await givenCall(() => new Response("{}"));
  server.change("silent");
  vault.empty();
  session.send({ type: "token.refused", generation: 1 });
  await advanceClock(20_000);
  expect(session.getSnapshot().matches({ active: "stale" })).toBe(true);
  server.change("answering");
  const before = server.refreshes().length;
  const answer = call(request("again"));
  await advanceClock(1000);
  expect([(await answer).status, server.refreshes().length]).toEqual([200, before + 1]);
});

test.each([
  ["the session refreshes", 291_000, { active: "waiting" }],
  ["the session has given up refreshing", 298_500, { active: "stale" }],
] as const)("a request with a valid token — is sent immediately while %s", async (_, passed, state) => {
  const { server, session, call, sent } = await givenCall(() => new Response("{}"));
  server.change("silent");
  await advanceClock(passed);
  expect(session.getSnapshot().matches(state)).toBe(true);
  const before = server.refreshes().length;
  const answer = call(request("read"));
  await advanceClock(50);
  expect([(await answer).status, sent.length, server.refreshes().length]).toEqual([200, 1, before]);
});

test("a request with a token that is dropped just before sending — waits for a new token", async () => {
  const { call, vault, sent } = await givenCall(() => new Response("{}"));
  const current = vi.spyOn(vault, "current");
  const held = vault.current();
  current.mockReset();
  // The first two calls of `current` check that a token exists, and the third call reads the generation of the token. The
  // fourth call reads the token for the header. It returns undefined here, as if the token had been dropped in between.
  for (let read = 1; read <= 3; read += 1) current.mockReturnValueOnce(held);
  current.mockReturnValueOnce(undefined).mockReturnValue(held);
  const answer = call(request("bare", { method: "POST", body: "x" }));
  await advanceClock(5000);
  expect([(await answer).status, sent.length]).toEqual([200, 1]);
});
