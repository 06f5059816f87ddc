import { describe, expect, test } from "vitest";
import { createActor, toPromise } from "xstate";
import { createApi, type Schemas, UnreadableAnswer } from "#api/client.ts";
import { favouritesActors } from "#machines/orders/editor/favourites.actors.ts";
import { favouriteIds, favouritesMachine } from "#machines/orders/editor/favourites.machine.ts";
import { applyFavourite, MAX_FAVOURITES, readFavouriteSettings } from "#machines/orders/editor/favourites.ts";
import { steadyEnvironment } from "../support/machines/environments.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { flushWrites } from "../support/machines/orderEditorFixtures.ts";

const full = Array.from({ length: MAX_FAVOURITES }, (_, at) => at + 1);

/** Ids of the dishes in the menu. They do not contain 800, a favourite dish that was removed from the menu. */
const menuIds = [...full, 900];

test("favourite dishes — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed } = givenWalk(favouritesMachine);
  walk({
    input: { companyId: 1 },
    project: ({ context }) => [context.saved.length, Math.min(context.changes.length, 1)],
    events: [
      done("read", [5]),
      done("read", full),
      failed("read"),
      { type: "favourite.toggle", itemId: 5, menuIds },
      { type: "favourite.toggle", itemId: 900, menuIds },
      done("save", [5]),
      failed("save"),
      { type: "network.online" },
    ],
  });
});

describe("favourite dishes", () => {
  const givenKnown = async (saved: readonly number[]) => {
    const given = givenMachine(favouritesMachine, { companyId: 1 });
    given.call("read").answer(saved);
    await flushPromises();
    return { ...given, ids: () => favouriteIds(given.actor.getSnapshot().context) };
  };

  test("the saved favourites of the company are read", async () => {
    const { call, ids, actor } = await givenKnown([5, 9]);
    expect(call("read").input).toEqual({ companyId: 1 });
    expect(ids()).toEqual([5, 9]);
    expect(actor.getSnapshot()).toMatchObject({ value: { known: "settled" } });
  });

  test("a failed read hides the favourites until a later read succeeds", async () => {
    const { actor, call } = givenMachine(favouritesMachine, { companyId: 1 });
    call("read").fail(new Error("no answer"));
    await flushPromises();
    expect(actor.getSnapshot().value).toBe("absent");
    actor.send({ type: "favourite.toggle", itemId: 5, menuIds });
    expect(actor.getSnapshot().context).toMatchObject({ saved: [], changes: [] });
    actor.send({ type: "network.online" });
    expect(actor.getSnapshot().value).toBe("reading");
    call("read").answer([9]);
    await flushPromises();
    expect(actor.getSnapshot().hasTag("known")).toBe(true);
  });

  test("a change of the favourites is shown immediately and saved", async () => {
    const { actor, call, ids } = await givenKnown([5]);
    actor.send({ type: "favourite.toggle", itemId: 9, menuIds });
    expect(ids()).toEqual([5, 9]);
    expect(call("save").input).toEqual({ companyId: 1, change: { itemId: 9, isFavourite: true, menuIds } });
    call("save").answer([5, 9, 12]);
    await flushPromises();
    expect(ids()).toEqual([5, 9, 12]);
    expect(actor.getSnapshot().value).toEqual({ known: "settled" });
  });

  test("a second change of the favourites during a save is saved afterwards", async () => {
    const { actor, call, calls, ids } = await givenKnown([5]);
    actor.send({ type: "favourite.toggle", itemId: 9, menuIds });
    actor.send({ type: "favourite.toggle", itemId: 5, menuIds });
    expect(ids()).toEqual([9]);
    expect(calls.filter(({ actor: name }) => name === "save")).toHaveLength(1);
    call("save").answer([5, 9]);
    await flushPromises();
    expect(ids()).toEqual([9]);
    expect(call("save").input).toEqual({ companyId: 1, change: { itemId: 5, isFavourite: false, menuIds } });
    call("save").answer([9]);
    await flushPromises();
    expect(actor.getSnapshot()).toMatchObject({ value: { known: "settled" }, context: { saved: [9], changes: [] } });
  });

  test("a failed save of the favourites undoes all unsaved changes and is reported once", async () => {
    const { actor, call, ids, emitted } = await givenKnown([5]);
    actor.send({ type: "favourite.toggle", itemId: 9, menuIds });
    actor.send({ type: "favourite.toggle", itemId: 12, menuIds });
    call("save").fail(new Error("no answer"));
    await flushPromises();
    expect(ids()).toEqual([5]);
    expect(actor.getSnapshot().value).toEqual({ known: "settled" });
    expect(emitted).toEqual([{ type: "favourites.failed" }]);
  });

  test("a full list of favourites accepts no further dish, but a dish can be removed", async () => {
    const { actor, ids, emitted } = await givenKnown(full);
    actor.send({ type: "favourite.toggle", itemId: 900, menuIds });
    expect(ids()).toEqual(full);
    expect(emitted).toEqual([{ type: "favourites.full" }]);
    actor.send({ type: "favourite.toggle", itemId: 1, menuIds });
    expect(ids()).toEqual(full.slice(1));
  });

  test("a favourite dish that is not in the menu any more does not count towards the limit", async () => {
    const { actor, call, ids, emitted } = await givenKnown([800, ...full.slice(1)]);
    actor.send({ type: "favourite.toggle", itemId: 900, menuIds });
    expect(ids()).toEqual([...full.slice(1), 900]);
    expect(call("save").input).toEqual({ companyId: 1, change: { itemId: 900, isFavourite: true, menuIds } });
    actor.send({ type: "favourite.toggle", itemId: 1, menuIds });
    expect(ids()).toEqual([...full.slice(1), 900]);
    expect(emitted).toEqual([{ type: "favourites.full" }]);
  });
});

test("applyFavourite — at the limit, a new favourite replaces a dish that is no longer in the menu", () => {
  const withRemoved = [800, ...full.slice(1)];
  expect(applyFavourite(withRemoved, { itemId: 900, isFavourite: true, menuIds })).toEqual([...full.slice(1), 900]);
  expect(applyFavourite(withRemoved, { itemId: 5, isFavourite: true, menuIds })).toHaveLength(MAX_FAVOURITES);
  expect(applyFavourite([800, 5], { itemId: 900, isFavourite: true, menuIds })).toEqual([800, 5, 900]);
  expect(applyFavourite(withRemoved, { itemId: 800, isFavourite: false, menuIds })).toEqual(full.slice(1));
});

test("applyFavourite — at the limit, a new favourite replaces only the first dish that is no longer in the menu", () => {
  const withRemoved = [1, 800, 801, ...full.slice(3)];
  expect(applyFavourite(withRemoved, { itemId: 900, isFavourite: true, menuIds })).toEqual([
    1,
    801,
    ...full.slice(3),
    900,
  ]);
});

test("applyFavourite — below the limit, keeps all dishes that are no longer in the menu", () => {
  const removed = full.slice(1).map((id) => id + 800);
  expect(applyFavourite(removed, { itemId: 1, isFavourite: true, menuIds: [1] })).toEqual([...removed, 1]);
  const fewer = removed.slice(5);
  expect(applyFavourite(fewer, { itemId: 1, isFavourite: true, menuIds: [1] })).toEqual([...fewer, 1]);
});

test("applyFavourite — adds a listed dish only once, and ignores the removal of a dish that is not listed", () => {
  expect(applyFavourite([5, 9], { itemId: 5, isFavourite: true, menuIds })).toEqual([9, 5]);
  expect(applyFavourite([5, 9], { itemId: 7, isFavourite: false, menuIds })).toEqual([5, 9]);
});

test("readFavouriteSettings — ignores settings of other modules, invalid dish ids, and dishes with the value 0", () => {
  const settings = [
    { name: "5", value: 1 },
    { name: "9", value: 0 },
    { name: "x", value: 1 },
    { name: "0", value: 1 },
    { name: "x7", value: 1 },
    { name: "7x", value: 1 },
    { name: "12", value: 1 },
  ];
  const payload = [
    { module: "favouriteItems.1", settings },
    { module: "favouriteItems.2", settings: [{ name: "7", value: 1 }] },
    { module: "dashBoard", settings: [{ name: "countPerPage", value: 1 }] },
  ];
  expect(readFavouriteSettings(1, { appName: "client", updateDate: null, payload })).toEqual([5, 12]);
});

describe("settings with the favourite dishes", () => {
  const givenServer = (names: readonly string[]) => {
    let settings = names.map((name) => ({ name, value: 1 }));
    const bodies: Schemas["UserSettingsSave"][] = [];
    const queries: string[] = [];
    const paths: string[] = [];
    const api = createApi({
      baseUrl: "http://server",
      fetch: async (request) => {
        const { pathname, search } = new URL(request.url);
        paths.push(`${request.method} ${pathname}`);
        if (request.method === "POST") {
          const body: Schemas["UserSettingsSave"] = await request.json();
          bodies.push(body);
          settings = (body.payload[0]?.settings ?? []).map(({ name, value }) => ({ name, value }));
        } else queries.push(search);
        return Response.json({
          appName: "client",
          updateDate: null,
          payload: [{ module: "favouriteItems.1", settings }],
        });
      },
    });
    const actors = favouritesActors({ api, environment: steadyEnvironment });
    return { actors, bodies, queries, paths, addElsewhere: (name: string) => settings.push({ name, value: 1 }) };
  };

  test("a save of the favourites keeps the dishes that another window has added since the read", async () => {
    const { actors, bodies, queries, paths, addElsewhere } = givenServer(["5"]);
    const actor = createActor(favouritesMachine.provide({ actors }), { input: { companyId: 1 } }).start();
    await flushWrites();
    addElsewhere("12");
    actor.send({ type: "favourite.toggle", itemId: 9, menuIds });
    await flushWrites();
    const named = ["5", "12", "9"].map((name) => ({ name, value: 1 }));
    expect(bodies).toEqual([{ appName: "client", payload: [{ module: "favouriteItems.1", settings: named }] }]);
    expect(queries).toEqual(Array.from({ length: 2 }, () => "?appName=client&payload=favouriteItems.1"));
    expect(paths).toEqual(["GET /api/UserSetting", "GET /api/UserSetting", "POST /api/UserSetting"]);
    expect(favouriteIds(actor.getSnapshot().context)).toEqual([5, 12, 9]);
    actor.stop();
  });

  test.each([[{}], [null], ["settings"], [{ payload: {} }]])(
    "the answer %j to a read of the favourites is unreadable",
    async (answer) => {
      const api = createApi({ baseUrl: "http://server", fetch: async () => Response.json(answer) });
      const { read } = favouritesActors({ api, environment: steadyEnvironment });
      const reading = toPromise(createActor(read, { input: { companyId: 1 } }).start());
      await expect(reading).rejects.toBeInstanceOf(UnreadableAnswer);
    },
  );

  test("leaving the screen aborts the read of the favourites, but not a save", async () => {
    const requests: Request[] = [];
    const api = createApi({
      baseUrl: "http://server",
      fetch: (request) => {
        requests.push(request);
        return new Promise(() => {});
      },
    });
    const { read, save } = favouritesActors({ api, environment: steadyEnvironment });
    const change = { itemId: 9, isFavourite: true, menuIds };
    const reading = createActor(read, { input: { companyId: 1 } }).start();
    const saving = createActor(save, { input: { companyId: 1, change } }).start();
    await flushWrites();
    reading.stop();
    saving.stop();
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  });

  test("an answer without settings counts as a failed read of the favourites", async () => {
    const api = createApi({ baseUrl: "http://server", fetch: async () => Response.json({}) });
    const actors = favouritesActors({ api, environment: steadyEnvironment });
    const actor = createActor(favouritesMachine.provide({ actors }), { input: { companyId: 1 } }).start();
    await flushWrites();
    expect(actor.getSnapshot().value).toBe("absent");
    actor.stop();
  });
});
