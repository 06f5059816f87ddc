import { describe, expect, test, vi } from "vitest";
import { createActor, SimulatedClock, toPromise } from "xstate";
import { createApi, NoAnswer } from "#api/client.ts";
import { blankDraft } from "#machines/orders/editor/draft.ts";
import type { DraftWrite, NamedDraft } from "#machines/orders/editor/draftKeeper.machine.ts";
import { toDraft, toDraftBase, toOrderSave } from "#machines/orders/editor/draftOrder.ts";
import type { Assortment, SaveRequest } from "#machines/orders/editor/editorContext.ts";
import { type DraftStore, orderEditorActors } from "#machines/orders/editor/orderEditor.actors.ts";
import type { Order } from "#machines/queries/order.ts";
import { steadyEnvironment } from "../support/machines/environments.ts";
import { flushWrites } from "../support/machines/orderEditorFixtures.ts";
import { margherita, maria, sampleCategories, savedOrder, tenPercent } from "../support/machines/orderEditorSamples.ts";

type Answer = (request: Request) => Response | Promise<Response>;

const KEY = "key-12345";

const problem = (status: number, more: object = {}) =>
  Response.json({ type: "about:blank", title: "No", status, message: "Нельзя.", traceId: "t1", ...more }, { status });

const givenActors = (answer: Answer, drafts: Partial<DraftStore> = {}, hasKeys = true) => {
  const requests: Request[] = [];
  const writes: DraftWrite[] = [];
  const removed: string[] = [];
  const cached: [number, Assortment][] = [];
  const store: DraftStore = {
    newName: () => "own",
    list: async () => [],
    claim: async () => true,
    keep: async (write) => void writes.push(write),
    forget: async (name) => void removed.push(name),
    ...drafts,
  };
  const api = createApi({
    baseUrl: "http://server",
    fetch: async (request) => {
      requests.push(request.clone());
      return answer(request);
    },
  });
  const actors = orderEditorActors(
    {
      api,
      environment: steadyEnvironment,
      now: () => 5,
      hasKeys: () => hasKeys,
      drafts: store,
      search: async (street) => ({ streets: [street], houses: [] }),
      newKey: () => KEY,
      cacheAssortment: (companyId, assortment) => cached.push([companyId, assortment]),
    },
    1,
  );
  return { actors, requests, writes, removed, cached };
};

const newOrder: SaveRequest = {
  target: { companyId: 1, orderId: null, call: null },
  draft: { ...blankDraft(null), phone: "89161234567", lines: toDraft(savedOrder).lines },
  base: null,
  draftName: "own",
};
const oldOrder: SaveRequest = {
  ...newOrder,
  target: { ...newOrder.target, orderId: 3517 },
  base: toDraftBase(savedOrder),
};

const save = async (request: SaveRequest, answer: Answer, drafts?: Partial<DraftStore>) => {
  const given = givenActors(answer, drafts);
  const mutation = createActor(given.actors.save, { input: { request } }).start();
  await flushWrites();
  await flushWrites();
  return { ...given, mutation, outcome: mutation.getSnapshot().context.outcome, request: given.requests[0] };
};

describe("saving an order", () => {
  test("a new order is sent with its idempotency key", async () => {
    const { outcome, request } = await save(newOrder, () => Response.json(savedOrder, { status: 201 }));
    expect(outcome).toEqual({ kind: "recorded", result: savedOrder });
    expect(new URL(request?.url ?? "").pathname).toBe("/api/Order/Company/1");
    expect(request?.headers.get("Idempotency-Key")).toBe(KEY);
    expect(request?.headers.get("If-Match")).toBeNull();
    expect(await request?.json()).toEqual({ ...toOrderSave(newOrder.draft), companyId: 1, orderId: null });
  });

  test("an order due as soon as possible is sent with the time of its save, and the journal stores this time", async () => {
    const request = { ...newOrder, at: "2026-11-21T10:00:00.000Z" };
    const { request: sent, writes } = await save(request, () => Response.json(savedOrder, { status: 201 }));
    expect(await sent?.json()).toMatchObject({ date: request.at, isAsap: true });
    expect(writes[0]?.record.intent).toEqual({ key: KEY, at: request.at });
  });

  test("an order with a due time is sent with this due time, and not as due as soon as possible", async () => {
    const date = "2026-11-21T12:00:00.000Z";
    const request = { ...newOrder, draft: { ...newOrder.draft, date }, at: "2026-11-21T10:00:00.000Z" };
    const { request: sent } = await save(request, () => Response.json(savedOrder, { status: 201 }));
    const body: object = await sent?.json();
    expect(body).toMatchObject({ date });
    expect(body).not.toHaveProperty("isAsap");
  });

  test("an edited order is sent with its idempotency key and base version", async () => {
    const { outcome, request } = await save(oldOrder, () => Response.json(savedOrder));
    expect(outcome.kind).toBe("recorded");
    expect(new URL(request?.url ?? "").pathname).toBe("/api/Order/3517/Company/1");
    expect(request?.headers.get("Idempotency-Key")).toBe(KEY);
    expect(request?.headers.get("If-Match")).toBe('"7"');
  });

  test("a refused save returns a general message, the messages of single fields and a trace id", async () => {
    const { outcome } = await save(newOrder, () => problem(400, { errors: { phone: "Плохой номер." } }));
    expect(outcome).toEqual({
      kind: "refused",
      failure: { kind: "refused", message: "Нельзя.", errors: { phone: "Плохой номер." }, traceId: "t1" },
    });
  });

  test("a save fails with keyReused if its idempotency key was used for a different draft", async () => {
    const { outcome } = await save(newOrder, () => problem(422));
    expect(outcome).toMatchObject({ kind: "refused", failure: { kind: "keyReused" } });
  });

  test("saving an outdated version returns the other user's order", async () => {
    const { outcome } = await save(oldOrder, () => problem(412, { order: savedOrder }));
    expect(outcome).toEqual({ kind: "stale", current: savedOrder });
  });

  test("saving an outdated version counts as refused if the order in the response is malformed", async () => {
    const { outcome } = await save(oldOrder, () => problem(412, { order: { id: "?" } }));
    expect(outcome.kind).toBe("refused");
  });

  test.each<[string, Answer]>([
    ["no answer", () => Promise.reject(new NoAnswer())],
    ["an expired session", () => problem(401)],
    ["a server error", () => problem(500)],
    ["a first attempt that is still in progress", () => problem(409, { type: "urn:problem:in-progress" })],
    ["an answer that is not JSON", () => new Response("<html>", { headers: { "Content-Type": "application/json" } })],
    ["an answer that is not an order", () => Response.json({ ok: true })],
  ])("after %s, the outcome of a save is unknown and is verified under the same idempotency key", async (_, answer) => {
    const { mutation, requests, removed } = await save(newOrder, answer);
    expect(mutation.getSnapshot()).toMatchObject({ value: "waiting", status: "active" });
    expect(requests.map(({ headers }) => headers.get("Idempotency-Key"))).toEqual([KEY, KEY]);
    expect(removed).toEqual([]);
  });

  test("the verification of a save ends as recorded if the server returns the order", async () => {
    const answers = [() => Promise.reject(new NoAnswer()), async () => Response.json(savedOrder)];
    const { outcome, requests } = await save(newOrder, () => (answers.shift() ?? (() => problem(500)))());
    expect(outcome).toEqual({ kind: "recorded", result: savedOrder });
    expect(requests).toHaveLength(2);
  });
});

describe("verifying a save on a server without idempotency keys", () => {
  test("the unanswered save is looked for among the saved orders, and is not sent again", async () => {
    const sent: string[] = [];
    const answer = (request: Request) => {
      const { pathname } = new URL(request.url);
      sent.push(`${request.method} ${pathname}`);
      if (request.method === "POST") throw new NoAnswer();
      return Response.json(pathname.endsWith("/MediumSummury") ? [savedOrder] : savedOrder);
    };
    const { actors } = givenActors(answer, {}, false);
    const request = { ...newOrder, draft: { ...toDraft(savedOrder), zone: "byAddress" as const } };
    const mutation = createActor(actors.save, { input: { request } }).start();
    await vi.waitFor(() => expect(mutation.getSnapshot().context.outcome.kind).toBe("recorded"));
    expect(sent).toEqual([
      "POST /api/Order/Company/1",
      "GET /api/Order/Company/1/MediumSummury",
      `GET /api/Order/Company/1/${savedOrder.id}`,
    ]);
  });
});

describe("merging two changes of one order", () => {
  test("the actor `merge` returns the merged draft and the fields in which both users made different changes", async () => {
    const base = toDraft(savedOrder);
    const { actors } = givenActors(() => problem(500));
    const input = { base, mine: { ...base, note: "моё", house: "14" }, theirs: { ...base, note: "их" } };
    expect(await toPromise(createActor(actors.merge, { input }).start())).toEqual({
      draft: input.mine,
      overlaps: ["note"],
    });
  });
});

describe("journal of order saves", () => {
  const record = { draft: newOrder.draft, base: newOrder.base, intent: { key: KEY } };

  test("the draft is stored with its idempotency key before the order is sent", async () => {
    const order: string[] = [];
    const drafts = { keep: async ({ record: { intent } }: DraftWrite) => void order.push(`keep ${intent?.key}`) };
    const answer = () => {
      order.push("send");
      return Response.json(savedOrder);
    };
    await save(newOrder, answer, drafts);
    expect(order).toEqual([`keep ${KEY}`, "send"]);
  });

  test("one write stores the whole draft under the name of the draft", async () => {
    const { writes } = await save(newOrder, () => Response.json(savedOrder));
    expect(writes).toStrictEqual([{ name: "own", record }]);
  });

  test("a new attempt can reuse the idempotency key of an earlier attempt", async () => {
    const { actors, requests, writes } = givenActors(() => Response.json(savedOrder));
    createActor(actors.save, { input: { request: newOrder, key: "key-of-earlier" } }).start();
    await flushWrites();
    expect(writes[0]?.record.intent).toEqual({ key: "key-of-earlier" });
    expect(requests.map(({ headers }) => headers.get("Idempotency-Key"))).toEqual(["key-of-earlier"]);
  });

  test("an order is saved even if writing its draft fails", async () => {
    const { outcome } = await save(newOrder, () => Response.json(savedOrder), {
      keep: () => Promise.reject(new Error("The disk is full")),
    });
    expect(outcome.kind).toBe("recorded");
  });

  test.each<[string, Answer]>([
    ["recorded", () => Response.json(savedOrder)],
    ["refused", () => problem(400)],
    ["stale", () => problem(412, { order: savedOrder })],
  ])("a %s save keeps the stored draft", async (end, answer) => {
    const { mutation, removed } = await save(oldOrder, answer);
    expect(mutation.getSnapshot().value).toBe(end);
    expect(removed).toEqual([]);
  });
});

describe("reading the data of the editor", () => {
  const menu = (request: Request): Response => {
    const { pathname } = new URL(request.url);
    if (pathname.includes("/Category/")) return Response.json(sampleCategories);
    if (pathname.includes("/Item/")) return Response.json([margherita]);
    if (pathname.includes("/Discount/")) return Response.json([tenPercent]);
    return Response.json(savedOrder);
  };
  const readAssortment = async (answer: Answer) => {
    const given = givenActors(answer);
    const query = createActor(given.actors.assortment, { input: { query: { companyId: 1 } } }).start();
    await flushWrites();
    return { ...given, context: query.getSnapshot().context };
  };
  const readOrder = (answer: Answer): Promise<Order> =>
    toPromise(createActor(givenActors(answer).actors.readOrder, { input: { companyId: 1, orderId: 3517 } }).start());

  test("the menu and the discounts are cached for later openings", async () => {
    const { context, cached } = await readAssortment(menu);
    const data = { menu: { categories: sampleCategories, items: [margherita] }, discounts: [tenPercent] };
    expect(context).toMatchObject({ data, at: 5 });
    expect(cached).toEqual([[1, data]]);
  });

  test("the menu and the discounts of the company are requested, and leaving the editor aborts the requests", async () => {
    const { actors, requests } = givenActors(() => new Promise(() => {}));
    const query = createActor(actors.assortment, { input: { query: { companyId: 1 } } }).start();
    await flushWrites();
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([
      "/api/Category/Company/1",
      "/api/Item/Company/1",
      "/api/Discount/Company/1",
    ]);
    query.stop();
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
  });

  test("the dishes of an order without dish ids are looked up in the company's menu by name", async () => {
    const items = savedOrder.items.map(({ itemId: _, ...item }) => item);
    const { actors, requests } = givenActors((request) =>
      request.url.includes("/Item/") ? menu(request) : Response.json({ ...savedOrder, items }),
    );
    const order = await toPromise(createActor(actors.readOrder, { input: { companyId: 1, orderId: 3517 } }).start());
    expect(order.items.map(({ itemId }) => itemId)).toEqual([margherita.id]);
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([
      "/api/Order/Company/1/3517",
      "/api/Item/Company/1",
    ]);
  });

  test.each([
    ["categories", "/Category/"],
    ["dishes", "/Item/"],
    ["discounts", "/Discount/"],
  ])("the menu and the discounts are not cached if the %s cannot be read", async (_, path) => {
    const { context, cached } = await readAssortment((request) =>
      request.url.includes(path) ? problem(500) : menu(request),
    );
    expect(context).toMatchObject({ data: undefined, failure: { kind: "fault", traceId: "t1" } });
    expect(cached).toEqual([]);
  });

  test("a response that is not a menu is a failure", async () => {
    const { context } = await readAssortment((request) =>
      request.url.includes("/Item/") ? Response.json([{ id: 1 }]) : menu(request),
    );
    expect(context).toMatchObject({ data: undefined, failure: { kind: "unreadable" } });
  });

  test("a valid order is read, and a malformed order is rejected", async () => {
    expect(await readOrder(menu)).toEqual(savedOrder);
    await expect(readOrder(() => Response.json({ ...savedOrder, date: "soon" }))).rejects.toThrow();
    await expect(readOrder(() => problem(404))).rejects.toMatchObject({ status: 404 });
  });

  test("the actor `readDiscounts` reads the discounts of the company", async () => {
    const { actors } = givenActors(menu);
    const discounts = await toPromise(createActor(actors.readDiscounts, { input: { companyId: 1 } }).start());
    expect(discounts).toEqual([tenPercent]);
  });

  test("an earlier order is read by its id", async () => {
    const { actors, requests } = givenActors(menu);
    const repeat = createActor(actors.repeat, { input: { companyId: 1 } }).start();
    repeat.send({ type: "repeat.request", orderId: 3517 });
    await flushWrites();
    expect(new URL(requests[0]?.url ?? "").pathname).toBe("/api/Order/Company/1/3517");
    expect(repeat.getSnapshot().value).toBe("idle");
  });
});

describe("stored drafts of the order editor", () => {
  test("a draft of an earlier visit is claimed, and is overwritten and deleted under its old name", async () => {
    const stored = { savedAt: 1, record: { draft: newOrder.draft, base: null, intent: null } };
    const claims: string[] = [];
    const { actors, writes, removed } = givenActors(() => problem(500), {
      list: async (): Promise<readonly NamedDraft[]> => [{ name: "earlier", stored }],
      claim: async (name) => {
        claims.push(name);
        return true;
      },
    });
    const keeper = createActor(actors.drafts, { input: { ownName: "own" } }).start();
    await flushWrites();
    keeper.send({ type: "draft.change", record: stored.record });
    await flushWrites();
    keeper.send({ type: "draft.drop" });
    await flushWrites();
    expect(claims).toEqual(["earlier"]);
    expect(writes).toEqual([{ name: "earlier", record: stored.record }]);
    expect(removed).toEqual(["earlier"]);
  });
});

describe("address search", () => {
  test("suggestions of streets come from the address search", async () => {
    const { actors } = givenActors(() => problem(500));
    const clock = new SimulatedClock();
    const address = createActor(actors.address, { clock }).start();
    address.send({ type: "street.change", street: "Садовая" });
    clock.increment(150);
    await flushWrites();
    expect(address.getSnapshot().context.suggestions.streets).toEqual(["Садовая"]);
  });
});

describe("customer look-up", () => {
  const lookUp = async (answer: () => Response) => {
    const customer = createActor(givenActors(answer).actors.customer).start();
    customer.send({ type: "phone.change", phone: "89161234567" });
    await flushWrites();
    return customer.getSnapshot().value;
  };

  test("customer look-up — returns a known customer, a new customer or a failure", async () => {
    expect(await lookUp(() => Response.json(maria))).toBe("known");
    expect(await lookUp(() => Response.json({ ...maria, orderCount: 0 }))).toBe("newcomer");
    expect(await lookUp(() => problem(404))).toBe("newcomer");
    expect(await lookUp(() => problem(403))).toBe("absent");
    expect(await lookUp(() => Response.json({ alias: 1 }))).toBe("absent");
  });

  test("customer look-up — requests the customer of the company by phone number, and is aborted by another number", async () => {
    const { actors, requests } = givenActors(() => new Promise(() => {}));
    const customer = createActor(actors.customer).start();
    customer.send({ type: "phone.change", phone: "89161234567" });
    await flushWrites();
    expect(requests.map(({ url }) => decodeURIComponent(new URL(url).pathname))).toEqual([
      "/api/Customer/Company/1/+79161234567",
    ]);
    customer.send({ type: "phone.change", phone: "8916123456" });
    expect(requests[0]?.signal.aborted).toBe(true);
  });

  test("customer look-up — accepts an answer without earlier addresses", async () => {
    const { addresses: _, lastOrders: __, ...documented } = maria;
    expect(await lookUp(() => Response.json(documented))).toBe("known");
  });
});
