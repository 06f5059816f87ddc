import { expect, test } from "vitest";
import { createApi } from "#api/client.ts";
import { toDraft, toDraftBase } from "#machines/orders/editor/draftOrder.ts";
import type { SaveRequest } from "#machines/orders/editor/editorContext.ts";
import { findSavedOrder } from "#machines/orders/editor/findSavedOrder.ts";
import { savedOrder } from "../support/machines/orderEditorSamples.ts";

const NOW = Date.parse(savedOrder.creationDate) + 60_000;
const never = new AbortController().signal;

const newOrder: SaveRequest = {
  target: { companyId: 1, orderId: null, call: null },
  draft: { ...toDraft(savedOrder), date: null, zone: "byAddress" },
  base: null,
  draftName: "own",
};

/**
 * Verifies a save with a server that returns the given orders without the fields `version` and `companyId`. `asked`
 * receives the paths and queries of the requests.
 */
const verify = (request: SaveRequest, orders: readonly object[], now = NOW, asked: string[] = []) => {
  const documented = orders.map((order) => ({ ...savedOrder, version: undefined, companyId: undefined, ...order }));
  const fetch = async ({ url }: Request) => {
    const { pathname, search } = new URL(url);
    asked.push(`${pathname}${decodeURIComponent(search)}`);
    if (pathname.endsWith("/MediumSummury")) return Response.json(documented);
    return Response.json(documented.find(({ id }) => pathname.endsWith(`/${id}`)));
  };
  return findSavedOrder(createApi({ baseUrl: "http://server", fetch }), request, now, never);
};

test("a new order found on the server — counts as recorded, even if the server does not return all its fields", async () => {
  for (const extension of [
    {},
    { isInHall: true },
    { customerName: "Василиса", isMinimumWaived: true, promoCode: "ПРИВЕТ15" },
  ])
    expect(await verify({ ...newOrder, draft: { ...newOrder.draft, ...extension } }, [{ id: 7 }])).toMatchObject({
      kind: "recorded",
      result: { id: 7, companyId: 1 },
    });
});

test.each([
  ["with another phone number", { phone: "+79990000000" }],
  ["with another note", { note: "другой заказ" }],
  ["with another count of a dish", { items: [{ ...savedOrder.items[0], count: 5 }] }],
  ["that was created an hour earlier", { creationDate: "2026-11-21T12:05:12+03:00" }],
])("an order %s — is not mistaken for the new order", async (_, difference) => {
  expect(await verify(newOrder, [difference])).toMatchObject({ kind: "refused", failure: { kind: "unanswered" } });
});

test("a new order — is compared with the three latest orders of the phone number, the latest first", async () => {
  const asked: string[] = [];
  const orders = [6, 9, 7, 8].map((id) => ({ id, creationDate: "2026-11-21T12:05:12+03:00" }));
  expect((await verify(newOrder, [...orders, { id: 10, phone: "+79990000000" }], NOW, asked)).kind).toBe("refused");
  expect(asked).toEqual(["/api/Order/Company/1/MediumSummury", ...[9, 8, 7].map((id) => `/api/Order/Company/1/${id}`)]);
});

test("a new order with a due time — is looked up among the orders that are due at this time", async () => {
  const asked: string[] = [];
  const date = new Date(savedOrder.date).toISOString();
  const { kind } = await verify({ ...newOrder, draft: { ...newOrder.draft, date } }, [{ id: 7 }], NOW, asked);
  expect(kind).toBe("recorded");
  expect(asked[0]).toBe(`/api/Order/Company/1/MediumSummury?startDate=${date}&endDate=${date}`);
});

test("a new order with a due time — is not mistaken for an order with another due time", async () => {
  const date = new Date(Date.parse(savedOrder.date) + 3_600_000).toISOString();
  expect((await verify({ ...newOrder, draft: { ...newOrder.draft, date } }, [{ id: 7 }])).kind).toBe("refused");
});

test("the outcome of an order save — is unknown if the server refuses to return the orders", async () => {
  const fetch = async () => Response.json({ message: "Нет права." }, { status: 403 });
  const outcome = await findSavedOrder(createApi({ baseUrl: "http://server", fetch }), newOrder, NOW, never);
  expect(outcome).toMatchObject({ kind: "unknown", failure: { message: "Нет права." } });
});

test("a new order — is not mistaken for an order that was created ten minutes or more before the look-up", async () => {
  const created = Date.parse(savedOrder.creationDate);
  expect((await verify(newOrder, [{}], created + 599_999)).kind).toBe("recorded");
  expect((await verify(newOrder, [{}], created + 600_000)).kind).toBe("refused");
});

test("save of an existing order — counts as recorded only if the stored order equals the draft", async () => {
  const edited: SaveRequest = {
    ...newOrder,
    target: { companyId: 1, orderId: savedOrder.id, call: null },
    draft: toDraft(savedOrder),
    base: toDraftBase(savedOrder),
  };
  const asked: string[] = [];
  expect((await verify(edited, [{}], NOW, asked)).kind).toBe("recorded");
  expect(asked).toEqual(["/api/Order/Company/1/3517"]);
  expect((await verify(edited, [{ persons: 9 }])).kind).toBe("refused");
});

test("the outcome of an order save — is unknown if the server does not answer", async () => {
  const api = createApi({ baseUrl: "http://server", fetch: () => Promise.reject(new TypeError("no network")) });
  expect((await findSavedOrder(api, newOrder, NOW, never)).kind).toBe("unknown");
});
