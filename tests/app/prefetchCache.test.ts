import { expect, test, vi } from "vitest";
import { createPrefetchCache } from "#app/http/prefetchCache.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";

const base = "http://server";

const given = () => {
  const called: string[] = [];
  const call = async (request: Request) => {
    called.push(`${request.method} ${new URL(request.url).pathname}`);
    return Response.json(called.length);
  };
  return { called, cache: createPrefetchCache(base, call) };
};

const get = (path: string) => new Request(base + path);

test("a prefetched response — is used only once", async () => {
  const { called, cache } = given();
  cache.prefetch("/api/Category/Company/1");
  cache.prefetch("/api/Category/Company/1");
  await cache.fetch(get("/api/Category/Company/1"));
  expect(called).toEqual(["GET /api/Category/Company/1"]);
  await cache.fetch(get("/api/Category/Company/1"));
  expect(called).toHaveLength(2);
});

test("the body of a prefetched response — is read completely during the prefetch, and only once", async () => {
  const response = Response.json([1]);
  const reading = vi.spyOn(response, "text");
  const cache = createPrefetchCache(base, async () => response);
  cache.prefetch("/api/Category/Company/1");
  await flushPromises();
  expect(reading).toHaveBeenCalledOnce();
  const taken = await cache.fetch(get("/api/Category/Company/1"));
  expect([await taken.text(), await taken.json(), reading.mock.calls.length]).toEqual(["[1]", [1], 1]);
});

test("a write — removes all responses that were prefetched before the end of the write", async () => {
  const { called, cache } = given();
  cache.prefetch("/api/Category/Company/1");
  const saving = cache.fetch(new Request(`${base}/api/Category/2/Company/1`, { method: "PUT" }));
  cache.prefetch("/api/Item/Company/1");
  await saving;
  await cache.fetch(get("/api/Category/Company/1"));
  await cache.fetch(get("/api/Item/Company/1"));
  expect(called.filter((one) => one.startsWith("GET"))).toEqual([
    "GET /api/Category/Company/1",
    "GET /api/Item/Company/1",
    "GET /api/Category/Company/1",
    "GET /api/Item/Company/1",
  ]);
});

test("reporting a page view — keeps the prefetched responses", async () => {
  const { called, cache } = given();
  cache.prefetch("/api/Category/Company/1");
  await cache.fetch(new Request(`${base}/api/Metrics`, { method: "POST" }));
  await cache.fetch(get("/api/Category/Company/1"));
  expect(called).toEqual(["GET /api/Category/Company/1", "POST /api/Metrics"]);
});

test("aborting a read — ends the wait for the prefetched response, and the next read sends its own request", async () => {
  const { called, cache } = given();
  cache.put("/api/Category/Company/1", new Promise(() => {}));
  const controller = new AbortController();
  const waiting = cache.fetch(new Request(get("/api/Category/Company/1"), { signal: controller.signal }));
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
  await cache.fetch(get("/api/Category/Company/1"));
  expect(called).toEqual(["GET /api/Category/Company/1"]);
});

test("a failed prefetch by the script in the page head — counts as the first attempt of the next request for the same URL", async () => {
  const attempts: (number | undefined)[] = [];
  const cache = createPrefetchCache(base, async (_, made) => {
    attempts.push(made);
    return Response.json([]);
  });
  cache.put("/api/Category/Company/1", Promise.reject(new DOMException("No answer in time", "TimeoutError")));
  await cache.fetch(get("/api/Category/Company/1"));
  expect(attempts).toEqual([1]);
});

test("a screen that waits for a prefetch — fails together with the prefetch, without further attempts", async () => {
  let calls = 0;
  let fail = (_: Error) => {};
  const cache = createPrefetchCache(base, () => {
    calls += 1;
    return new Promise((_, reject) => {
      fail = reject;
    });
  });
  cache.prefetch("/api/Category/Company/1");
  const waiting = cache.fetch(get("/api/Category/Company/1"));
  fail(new Error("five attempts got no answer"));
  await expect(waiting).rejects.toThrow("five attempts");
  expect(calls).toBe(1);
});

test("a new prefetched response — stays in the cache when an earlier response for the same URL expires", async () => {
  vi.useFakeTimers();
  try {
    const { called, cache } = given();
    cache.prefetch("/api/Category/Company/1");
    await cache.fetch(get("/api/Category/Company/1"));
    await vi.advanceTimersByTimeAsync(4_000);
    cache.prefetch("/api/Category/Company/1");
    await vi.advanceTimersByTimeAsync(2_000);
    await cache.fetch(get("/api/Category/Company/1"));
    expect(called).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});
