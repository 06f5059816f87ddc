import { describe, expect, test } from "vitest";
import { createActor, SimulatedClock } from "xstate";
import type { CartAnswer, CartTrace, PricedCart, TrackedStatus } from "#domain/guestCart.ts";
import { moveCategory, shopCategoriesEditor, shopEditor } from "#machines/directory/descriptors/shop.ts";
import { shopCartActors } from "#machines/shop/shopCart.actors.ts";
import { shopCartMachine } from "#machines/shop/shopCart.machine.ts";
import type { GuestFields } from "#machines/shop/shopCart.ts";
import { describedApi } from "../support/machines/describedApi.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

const fields: GuestFields = { d1: "2", key: "guest-key-1", amount: "980" };
const cart: PricedCart = { key: "guest-key-2", amount: 1000, lines: [], sums: [], button: "Заказать за 1 000,00 р." };
const placed = { outcome: "placed", url: "/shop/kolos/order/token" } as const;

/** Starts the cart with a fake server. The test sets the answers. An undefined answer counts as lost. */
const givenCart = () => {
  const clock = new SimulatedClock();
  const server: { send?: CartAnswer; verify?: CartTrace; status?: TrackedStatus } = {};
  const sent: GuestFields[] = [];
  const verified: GuestFields[] = [];
  const stored: { fields: GuestFields | undefined } = { fields: undefined };
  const answer = async <Answer>(value: Answer | undefined): Promise<Answer> => {
    if (value === undefined) throw new Error("no answer");
    return value;
  };
  const calls = {
    send: (one: GuestFields) => {
      sent.push(one);
      return answer(server.send);
    },
    verify: (one: GuestFields) => {
      verified.push(one);
      return answer(server.verify);
    },
    readStatus: () => answer(server.status),
  };
  const pending = {
    keep: (one: GuestFields) => {
      stored.fields = one;
    },
    clear: () => {
      stored.fields = undefined;
    },
  };
  const actor = createActor(shopCartMachine.provide({ actors: shopCartActors(calls, pending) }), { clock });
  const opened: string[] = [];
  actor.on("order.placed", ({ url }) => opened.push(url));
  actor.start();
  return { actor, clock, server, sent, verified, stored, opened, value: () => actor.getSnapshot().value };
};

describe("guest's cart", () => {
  test("a placed order opens its status page, and the stored cart is deleted", async () => {
    const { actor, server, opened, stored, value } = givenCart();
    server.send = placed;
    actor.send({ type: "order.send", fields });
    expect(stored.fields).toEqual(fields);
    await flushPromises();
    expect([value(), opened, stored.fields]).toEqual(["sent", [placed.url], undefined]);
    actor.send({ type: "order.track" });
    expect(value()).toMatchObject({ tracked: expect.anything() });
  });

  test("a changed total is shown with the new cart, and the next submission sends the new cart", async () => {
    const { actor, server, sent, opened, value } = givenCart();
    server.send = { outcome: "priced", cart, problem: "Цена изменилась." };
    actor.send({ type: "order.send", fields });
    await flushPromises();
    const { context } = actor.getSnapshot();
    expect([value(), context.cart, context.problem]).toEqual([
      "repriced",
      cart,
      { code: "refused", sentence: "Цена изменилась." },
    ]);
    server.send = placed;
    const repriced = { ...fields, key: cart.key, amount: "1000" };
    actor.send({ type: "order.send", fields: repriced });
    expect([value(), context.problem, actor.getSnapshot().context.problem]).toEqual([
      { checking: "sending" },
      { code: "refused", sentence: "Цена изменилась." },
      undefined,
    ]);
    await flushPromises();
    expect([value(), sent, opened]).toEqual(["sent", [fields, repriced], [placed.url]]);
  });

  test("a refused order keeps the cart and shows the reason", async () => {
    const { actor, server, value } = givenCart();
    server.send = { outcome: "refused", problem: "Укажите улицу." };
    actor.send({ type: "order.send", fields });
    await flushPromises();
    expect([value(), actor.getSnapshot().context.problem]).toEqual([
      "choosing",
      { code: "refused", sentence: "Укажите улицу." },
    ]);
  });

  test("after a lost response the order is looked up by its idempotency key and is not retried automatically", async () => {
    const { actor, clock, server, sent, verified, opened, stored, value } = givenCart();
    actor.send({ type: "order.send", fields });
    await flushPromises();
    expect([value(), stored.fields]).toEqual([{ checking: "waiting" }, fields]);
    server.verify = placed;
    clock.increment(3000);
    await flushPromises();
    expect([value(), opened, sent.length, verified.length]).toEqual(["sent", [placed.url], 1, 2]);
    expect(verified).toEqual([fields, fields]);
  });

  test("an order without an answer is looked up again after pauses that double", async () => {
    const { actor, clock, verified } = givenCart();
    actor.send({ type: "order.send", fields });
    await flushPromises();
    const counts: number[] = [];
    for (let seconds = 3; seconds <= 21; seconds += 3) {
      clock.increment(3000);
      await flushPromises();
      counts.push(verified.length);
    }
    expect(counts).toEqual([2, 2, 3, 3, 3, 3, 4]);
  });

  test("an order that did not arrive is shown as not sent, and the next attempt has the same idempotency key", async () => {
    const { actor, server, sent, stored, opened, value } = givenCart();
    server.verify = { outcome: "absent" };
    actor.send({ type: "order.send", fields });
    await flushPromises();
    expect([value(), actor.getSnapshot().context.problem, stored.fields]).toEqual([
      "choosing",
      { code: "notSent" },
      undefined,
    ]);
    server.send = placed;
    actor.send({ type: "order.send", fields: actor.getSnapshot().context.fields });
    await flushPromises();
    expect([value(), sent, opened, stored.fields]).toEqual(["sent", [fields, fields], [placed.url], undefined]);
    expect(actor.getSnapshot().context.problem).toBeUndefined();
  });

  test("after a reload, a sent order is looked up by its idempotency key and not sent again", async () => {
    const { actor, server, sent, verified, opened } = givenCart();
    server.verify = placed;
    actor.send({ type: "order.resume", fields });
    await flushPromises();
    expect([sent, verified, opened]).toEqual([[], [fields], [placed.url]]);
  });

  test("the order status is read every 10 s until the order has ended, even after a lost response", async () => {
    const { actor, clock, server, value } = givenCart();
    actor.send({ type: "order.track" });
    clock.increment(10_000);
    await flushPromises();
    expect(value()).toEqual({ tracked: "idle" });
    server.status = { stage: "cooking", isOver: false, payment: "due" };
    clock.increment(10_000);
    await flushPromises();
    expect([value(), actor.getSnapshot().context.status?.stage]).toEqual([{ tracked: "idle" }, "cooking"]);
    server.status = { stage: "done", isOver: true, payment: "due" };
    clock.increment(10_000);
    await flushPromises();
    expect([value(), actor.getSnapshot().context.status]).toEqual([{ tracked: "over" }, server.status]);
  });

  test("guest's cart — a walk through the state machine reaches every state and takes every transition", () => {
    const { walk, done, failed, after: delayed } = givenWalk(shopCartMachine);
    walk({
      events: [
        { type: "order.send", fields },
        { type: "order.resume", fields },
        { type: "order.track" },
        done("send", placed),
        done("send", { outcome: "priced", cart }),
        done("send", { outcome: "refused", problem: "Нет." }),
        failed("send"),
        done("verify", placed),
        done("verify", { outcome: "absent" }),
        failed("verify"),
        done("readStatus", { stage: "ready", isOver: false, payment: "due" }),
        done("readStatus", { stage: "done", isOver: true, payment: "due" }),
        failed("readStatus"),
        delayed("retryDelay"),
        delayed("pollDelay"),
      ],
    });
  });
});

describe("settings of the shop", () => {
  const { signal } = new AbortController();
  const scope = { companyId: 1 };

  test("the settings of a shop are read, and an empty status is saved as null", async () => {
    const { api, calls } = describedApi();
    const choices = await shopEditor.loadChoices(api, scope, signal);
    expect(choices.statuses.every(({ name }) => name !== "")).toBe(true);
    const { draft, version } = await shopEditor.read(api, scope, 1, signal);
    expect([draft.slug, draft.statusId, typeof version]).toEqual(["kolos", 0, "number"]);
    await shopEditor.save(
      api,
      scope,
      { id: 1, draft: { ...draft, slug: " kolos " }, version: 3, key: "shop-key" },
      signal,
    );
    expect(calls.at(-1)?.body).toMatchObject({ slug: "kolos", statusId: null });
    expect(shopEditor.blank(scope, choices).slug).toBe("");
  });

  test("only the categories shown in the shop are saved, in their sequence, and an empty title is saved as null", async () => {
    const { api, calls } = describedApi();
    await shopCategoriesEditor.loadChoices(api, scope, signal);
    const { draft } = await shopCategoriesEditor.read(api, scope, 1, signal);
    expect(draft.categories[0]).toMatchObject({ name: "Пицца", title: "Пицца из печи" });
    const row = (categoryId: number, isShown: boolean) => ({ categoryId, isShown, name: "", title: " ", dishCount: 1 });
    const categories = moveCategory([row(1, true), row(2, false), row(3, true)], 3, 0);
    expect(moveCategory(categories, 9, 0)).toEqual(categories);
    await shopCategoriesEditor.save(api, scope, { id: 1, draft: { categories }, version: 3, key: "shop-key" }, signal);
    expect(calls.at(-1)?.body).toEqual({
      categories: [
        { categoryId: 3, title: null },
        { categoryId: 1, title: null },
      ],
    });
    expect(shopCategoriesEditor.blank(scope, undefined)).toEqual({ categories: [] });
  });
});
