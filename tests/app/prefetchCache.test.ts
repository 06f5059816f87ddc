import { expect, test, vi } from "vitest";
import { createPrefetchCache } from "#app/http/prefetchCache.ts";
import { settled } from "../support/machines/flushPromises.ts";

const base = "http://server";

const given = () => {
  const called: string[] = [];
  const call = async (request: Request) => {
    called.push(`${request.method} ${new URL(request.url).pathname}`);
    return Response.json(called.length);
  };
  return { called, ahead: createPrefetchCache(base, call) };
};

const get = (path: string) => new Request(base + path);

test("what was asked for ahead is taken once", async () => {
  const { called, ahead } = given();
  ahead.prefetch("/api/Category/Company/1");
  ahead.prefetch("/api/Category/Company/1");
  await ahead.fetch(get("/api/Category/Company/1"));
  expect(called).toEqual(["GET /api/Category/Company/1"]);
  await ahead.fetch(get("/api/Category/Company/1"));
  expect(called).toHaveLength(2);
});

test("what has come is read through before it is wanted, so that it is there at once", async () => {
  const response = Response.json([1]);
  const reading = vi.spyOn(response, "text");
  const ahead = createPrefetchCache(base, async () => response);
  ahead.prefetch("/api/Category/Company/1");
  await settled();
  expect(reading).toHaveBeenCalledOnce();
  const taken = await ahead.fetch(get("/api/Category/Company/1"));
  expect([await taken.text(), await taken.json(), reading.mock.calls.length]).toEqual(["[1]", [1], 1]);
});

test("what was asked for before a change, or while it was made, is not shown after it", async () => {
  const { called, ahead } = given();
  ahead.prefetch("/api/Category/Company/1");
  const saving = ahead.fetch(new Request(`${base}/api/Category/2/Company/1`, { method: "PUT" }));
  ahead.prefetch("/api/Item/Company/1");
  await saving;
  await ahead.fetch(get("/api/Category/Company/1"));
  await ahead.fetch(get("/api/Item/Company/1"));
  expect(called.filter((one) => one.startsWith("GET"))).toEqual([
    "GET /api/Category/Company/1",
    "GET /api/Item/Company/1",
    "GET /api/Category/Company/1",
    "GET /api/Item/Company/1",
  ]);
});

test("a page view that is reported throws nothing away", async () => {
  const { called, ahead } = given();
  ahead.prefetch("/api/Category/Company/1");
  await ahead.fetch(new Request(`${base}/api/Metrics`, { method: "POST" }));
  await ahead.fetch(get("/api/Category/Company/1"));
  expect(called).toEqual(["GET /api/Category/Company/1", "POST /api/Metrics"]);
});
