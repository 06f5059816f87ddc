import { describe, expect, test } from "vitest";
import { createActor, toPromise } from "xstate";
import { createApi, NoAnswer } from "#api/client.ts";
import { blankDraft, type DraftRecord } from "#machines/orders/editor/draft.ts";
import { toDraft } from "#machines/orders/editor/draftOrder.ts";
import { type DraftStore, orderEditorActors } from "#machines/orders/editor/orderEditor.actors.ts";
import type { Attempt } from "#machines/orders/editor/orderEditor.ts";
import { settle } from "../support/machines/orderEditorFixtures.ts";
import { categories, margherita, maria, savedOrder, tenPercent } from "../support/machines/orderEditorSamples.ts";

const problem = (status: number, more: object = {}) =>
  Response.json({ type: "about:blank", title: "No", status, message: "Нельзя.", traceId: "t1", ...more }, { status });

const given = (answer: (request: Request) => Response | Promise<Response>) => {
  const requests: Request[] = [];
  const kept: DraftRecord[] = [];
  const drafts: DraftStore = {
    find: async () => null,
    keep: async (record) => void kept.push(record),
    forget: async () => {},
  };
  const fetch = async (request: Request) => {
    requests.push(request.clone());
    return answer(request);
  };
  const api = createApi({ baseUrl: "http://server", fetch });
  return {
    requests,
    kept,
    actors: orderEditorActors(
      { api, drafts, assortments: new Map(), search: async () => [], newKey: () => "key-12345" },
      1,
    ),
  };
};

const newOrder: Attempt = {
  place: { companyId: 1, orderId: null, call: null },
  key: "key-12345",
  draft: { ...blankDraft(null), phone: "89161234567", lines: toDraft(savedOrder).lines },
  version: null,
  isAskedAgain: false,
};
const oldOrder: Attempt = { ...newOrder, place: { ...newOrder.place, orderId: 3517 }, version: 7 };

const save = async (attempt: Attempt, answer: (request: Request) => Response | Promise<Response>) => {
  const world = given(answer);
  const outcome = await toPromise(createActor(world.actors.save, { input: attempt }).start());
  return { outcome, request: world.requests[0] };
};

describe("saving", () => {
  test("a new order goes out with its key, an edited one with its version too", async () => {
    const first = await save(newOrder, () => Response.json(savedOrder, { status: 201 }));
    expect(first.outcome.kind).toBe("recorded");
    expect(new URL(first.request?.url ?? "").pathname).toBe("/api/Order/Company/1");
    expect(first.request?.headers.get("Idempotency-Key")).toBe("key-12345");
    const second = await save(oldOrder, () => Response.json(savedOrder));
    expect(new URL(second.request?.url ?? "").pathname).toBe("/api/Order/3517/Company/1");
    expect(second.request?.headers.get("If-Match")).toBe('"7"');
  });

  test("a refusal brings its sentence, its fields and its trace", async () => {
    const { outcome } = await save(newOrder, () => problem(400, { errors: { phone: "Плохой номер." } }));
    expect(outcome).toEqual({
      kind: "refused",
      refusal: { message: "Нельзя.", errors: { phone: "Плохой номер." }, traceId: "t1" },
    });
  });

  test("a stale version brings the order of the other one", async () => {
    const { outcome } = await save(oldOrder, () => problem(412, { order: savedOrder }));
    expect(outcome).toEqual({ kind: "stale", order: savedOrder });
  });

  test("a stale version without a readable order is a refusal, not a fault", async () => {
    const { outcome } = await save(oldOrder, () => problem(412, { order: { id: "?" } }));
    expect(outcome.kind).toBe("refused");
  });

  test.each<[string, () => Response | Promise<Response>]>([
    ["silence", () => Promise.reject(new NoAnswer())],
    ["an expired session", () => problem(401)],
    ["a fault of the server", () => problem(500)],
    ["a first attempt that is still at work", () => problem(409, { type: "urn:problem:in-progress" })],
    ["an answer that is no JSON", () => new Response("<html>", { headers: { "Content-Type": "application/json" } })],
    ["an answer that is no order", () => Response.json({ ok: true })],
  ])("%s leaves open whether the order was saved", async (_, answer) => {
    expect((await save(newOrder, answer)).outcome.kind).toBe("uncertain");
  });

  test("a fault that comes again under the same key is a refusal: a booked order would have been found", async () => {
    const again = { ...newOrder, isAskedAgain: true };
    expect((await save(again, () => problem(500))).outcome.kind).toBe("refused");
    expect((await save(again, () => Promise.reject(new NoAnswer()))).outcome.kind).toBe("uncertain");
  });
});

describe("opening", () => {
  const menu = (request: Request): Response => {
    const { pathname } = new URL(request.url);
    if (pathname.includes("/Category/")) return Response.json(categories);
    if (pathname.includes("/Item/")) return Response.json([margherita]);
    if (pathname.includes("/Discount/")) return Response.json([tenPercent]);
    return Response.json(savedOrder);
  };
  const open = async (answer: (request: Request) => Response) => {
    const input = { companyId: 1, orderId: 3517, call: null };
    return toPromise(createActor(given(answer).actors.open, { input }).start());
  };

  test("menu, discounts, order and draft come together", async () => {
    expect(await open(menu)).toMatchObject({ kind: "opened", opened: { order: { id: 3517 }, stored: null } });
  });

  test("a missing order is unknown, any other failure can be tried again", async () => {
    expect(await open((request) => (request.url.includes("/Order/") ? problem(404) : menu(request)))).toEqual({
      kind: "unknown",
    });
    expect(await open((request) => (request.url.includes("/Item/") ? problem(500) : menu(request)))).toMatchObject({
      kind: "failed",
      refusal: { traceId: "t1" },
    });
  });

  test("of a new order that nobody answers goes on with what was read before, or with nothing; of a saved one it fails", async () => {
    const mood = { isAway: true };
    const { actors } = given((request) => (mood.isAway ? Promise.reject(new NoAnswer()) : menu(request)));
    const openedAs = async (orderId: number | null) =>
      toPromise(createActor(actors.open, { input: { companyId: 1, orderId, call: null } }).start());
    expect(await openedAs(null)).toMatchObject({ kind: "opened", opened: { isCurrent: false, menu: { items: [] } } });
    mood.isAway = false;
    expect(await openedAs(null)).toMatchObject({ kind: "opened", opened: { isCurrent: true } });
    mood.isAway = true;
    expect(await openedAs(null)).toMatchObject({
      kind: "opened",
      opened: { isCurrent: false, menu: { items: [{ id: margherita.id }] }, discounts: [{ id: tenPercent.id }] },
    });
    expect(await openedAs(3517)).toMatchObject({ kind: "failed" });
  });

  test("a malformed menu is a failure that is told, not a broken screen", async () => {
    const answer = (request: Request) => (request.url.includes("/Item/") ? Response.json([{ id: 1 }]) : menu(request));
    expect(await open(answer)).toMatchObject({ kind: "failed" });
  });
});

describe("the journal", () => {
  test("keeps the record with its key and hands the key out", async () => {
    const { actors, kept } = given(() => problem(500));
    const record = { draft: blankDraft(null), base: null, intent: null };
    const output = await toPromise(createActor(actors.journal, { input: record }).start());
    expect(output).toEqual({ intent: { key: "key-12345" }, isKept: true });
    expect(kept).toEqual([{ ...record, intent: { key: "key-12345" } }]);
  });
});

describe("the customer", () => {
  const lookUp = async (answer: () => Response) => {
    const customer = createActor(given(answer).actors.customer).start();
    customer.send({ type: "phone.change", phone: "89161234567" });
    await settle();
    return customer.getSnapshot().value;
  };

  test("is known, new, or not to be told", async () => {
    expect(await lookUp(() => Response.json(maria))).toBe("known");
    expect(await lookUp(() => problem(404))).toBe("newcomer");
    expect(await lookUp(() => problem(403))).toBe("absent");
    expect(await lookUp(() => Response.json({ alias: 1 }))).toBe("absent");
  });

  test("may come without former addresses, from a server that implements only the documents", async () => {
    const { addresses: _, lastOrders: __, ...documented } = maria;
    expect(await lookUp(() => Response.json(documented))).toBe("known");
  });
});
