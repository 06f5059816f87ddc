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

/** Verifies a save with a server that returns the given orders without the fields `version` and `companyId`. */
const verify = (request: SaveRequest, orders: readonly object[], now = NOW) => {
  const documented = orders.map((order) => ({ ...savedOrder, version: undefined, companyId: undefined, ...order }));
  const fetch = async ({ url }: Request) => {
    const { pathname } = new URL(url);
    if (pathname.endsWith("/MediumSummury")) return Response.json(documented);
    return Response.json(documented.find(({ id }) => pathname.endsWith(`/${id}`)));
  };
  return findSavedOrder(createApi({ baseUrl: "http://server", fetch }), request, now, never);
};

test("a new order found on the server — counts as recorded, even if the draft has fields that the server does not return", async () => {
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

test("save of an existing order — counts as recorded only if the stored order equals the draft", async () => {
  const edited: SaveRequest = {
    ...newOrder,
    target: { companyId: 1, orderId: savedOrder.id, call: null },
    draft: toDraft(savedOrder),
    base: toDraftBase(savedOrder),
  };
  expect((await verify(edited, [{}])).kind).toBe("recorded");
  expect((await verify(edited, [{ persons: 9 }])).kind).toBe("refused");
});

test("the outcome of a save — is unknown if the server does not answer", async () => {
  const api = createApi({ baseUrl: "http://server", fetch: () => Promise.reject(new TypeError("no network")) });
  expect((await findSavedOrder(api, newOrder, NOW, never)).kind).toBe("unknown");
});
