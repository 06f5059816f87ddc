import { describe, expect, test, vi } from "vitest";
import { createActor } from "xstate";
import { ApiProblem, createApi } from "#api/client.ts";
import { companyPriceMachine } from "#machines/catalogue/companyPrice.machine.ts";
import { dishPricesActors } from "#machines/catalogue/dishPrices.actors.ts";
import { dishPricesMachine, priceRowId, reasonNotToSavePrices } from "#machines/catalogue/dishPrices.machine.ts";
import {
  type CompanyPrice,
  type DishPrices,
  type DishPricesQuery,
  parseOwnPrice,
  priceText,
  reasonNotToSavePrice,
} from "#machines/catalogue/dishPrices.ts";
import { steadyEnvironment } from "../support/machines/environments.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { aFailure } from "../support/machines/orderEditorSamples.ts";

const aRow = (facts: Partial<CompanyPrice> = {}): CompanyPrice => ({
  companyId: 1,
  companyName: "Пекарня",
  itemName: "Маргарита",
  sharedPrice: 490,
  price: null,
  version: 0,
  stop: null,
  ...facts,
});
const aStop = { remaining: 5, until: null, reason: null };
const second = aRow({ companyId: 2, companyName: "Суши", price: 555, version: 3 });
const query: DishPricesQuery = { scope: { companyGroupId: 7 }, itemId: 12 };

const type = (text: string) => ({ type: "price.type", text }) as const;
const save = { type: "price.save" } as const;
const reset = { type: "price.reset" } as const;
const toggle = { type: "stop.toggle" } as const;
const refresh = (row: CompanyPrice) => ({ type: "row.refresh", row }) as const;
const recorded = (result: CompanyPrice | Pick<CompanyPrice, "stop">) =>
  ({ type: "mutation.recorded", result }) as const;
const stale = (current: CompanyPrice) => ({ type: "mutation.stale", current }) as const;
const refused = { type: "mutation.refused", failure: aFailure("refused", "Нет права") } as const;
const dropped = { type: "mutation.dropped" } as const;

test("own dish price of a company — is a number from 0 to the maximum, or the shared price if the field is empty", () => {
  expect(["", "  ", "0", "540,5", "-1", "много", "100000000"].map(parseOwnPrice)).toEqual([
    null,
    null,
    0,
    540.5,
    undefined,
    undefined,
    undefined,
  ]);
  expect([priceText({ price: null }), priceText({ price: 0 }), priceText({ price: 540.5 })]).toEqual([
    "",
    "0",
    "540,5",
  ]);
});

test("own dish price of a company — cannot be saved if it is invalid or unchanged", () => {
  const reasons = (price: number | null) =>
    ["", "0", "540", "540,00", "x"].map((text) => reasonNotToSavePrice({ price }, text));
  expect(reasons(null)).toEqual(["unchanged", undefined, undefined, undefined, "badPrice"]);
  expect(reasons(540)).toEqual([undefined, undefined, "unchanged", "unchanged", "badPrice"]);
});

describe("dish price in one company", () => {
  const given = (facts: Partial<CompanyPrice> = {}) => {
    const machine = givenMachine(companyPriceMachine, { itemId: 12, row: aRow(facts) });
    return {
      ...machine,
      snapshot: () => machine.actor.getSnapshot(),
      request: () => machine.call("mutation").input,
    };
  };

  test("dish price in one company — a walk through the state machine reaches every state and takes every transition", () => {
    const { walk, failed } = givenWalk(companyPriceMachine);
    walk({
      inputs: [{ itemId: 12, row: aRow() }],
      project: ({ context: { row, text, request, isStale, isSaved } }) => [
        row.price,
        text,
        request?.kind,
        isStale,
        isSaved,
      ],
      events: [
        type("540"),
        type("x"),
        reset,
        save,
        toggle,
        refresh(aRow({ price: 500, version: 1 })),
        recorded(aRow({ price: 540, version: 2 })),
        recorded({ stop: aStop }),
        stale(aRow({ price: 500, version: 1 })),
        refused,
        dropped,
        failed("mutation"),
      ],
    });
  });

  test("dish price in one company — a typed price is sent once with the version that the user saw", () => {
    const { actor, snapshot, request, calls } = given({ version: 3 });
    actor.send(type("540,5"));
    actor.send(save);
    actor.send(save);
    expect(calls).toHaveLength(1);
    expect(request()).toEqual({
      request: { kind: "price", companyId: 1, itemId: 12, price: 540.5, version: 3 },
    });
    expect([snapshot().value, snapshot().hasTag("busy")]).toEqual(["sending", true]);
    actor.send(recorded(aRow({ price: 540.5, version: 4 })));
    expect(snapshot()).toMatchObject({
      value: "editing",
      context: { text: "540,5", row: { price: 540.5, version: 4 }, isSaved: true },
    });
    actor.send(type("541"));
    expect(snapshot().context).toMatchObject({ text: "541", isSaved: false });
  });

  test("dish price in one company — an empty text is sent as null, which means the shared price", () => {
    const { actor, request } = given({ price: 540, version: 1 });
    actor.send(type(" "));
    actor.send(save);
    expect(request()).toMatchObject({ request: { kind: "price", price: null, version: 1 } });
  });

  test("dish price in one company — an invalid or unchanged price is not sent", () => {
    const { actor, snapshot, calls } = given({ price: 540 });
    for (const text of ["x", "-1", "540,0"]) {
      actor.send(type(text));
      actor.send(save);
    }
    expect([snapshot().value, calls.length]).toEqual(["editing", 0]);
  });

  test("dish price in one company — a conflict shows the other user's price, and the next save replaces that price", () => {
    const { actor, snapshot, request } = given();
    actor.send(type("600"));
    actor.send(save);
    actor.send(stale(aRow({ price: 510, version: 1 })));
    expect(snapshot()).toMatchObject({
      value: "editing",
      context: { text: "600", isStale: true, row: { price: 510, version: 1 } },
    });
    actor.send(save);
    expect(snapshot().context.isStale).toBe(false);
    expect(request()).toMatchObject({ request: { price: 600, version: 1 } });
  });

  test("dish price in one company — a reset replaces the typed price by the current price", () => {
    const { actor, snapshot } = given();
    actor.send(type("600"));
    actor.send(save);
    actor.send(stale(aRow({ price: 510, version: 1 })));
    actor.send(reset);
    expect(snapshot().context).toMatchObject({ text: "510", isStale: false });
  });

  test("dish price in one company — a refusal keeps the typed price, and its reason is shown until the next save", () => {
    const { actor, snapshot } = given();
    actor.send(type("600"));
    actor.send(save);
    actor.send(refused);
    expect(snapshot()).toMatchObject({ value: "editing", context: { text: "600", failure: refused.failure } });
    actor.send(save);
    expect(snapshot().context.failure).toBeUndefined();
    actor.send(dropped);
    expect(snapshot()).toMatchObject({ value: "editing", context: { text: "600", failure: undefined } });
  });

  test("dish price in one company — an error of the actor `mutation` is shown as a failure", async () => {
    const { actor, call, snapshot } = given();
    actor.send(type("600"));
    actor.send(save);
    call("mutation").fail(new ApiProblem(500, "Сбой"));
    await flushPromises();
    expect(snapshot()).toMatchObject({ value: "editing", context: { failure: { message: "Сбой" } } });
  });

  test("dish price in one company — a change of the dish's stop-list entry keeps the typed price", () => {
    const { actor, snapshot, request } = given();
    actor.send(type("600"));
    actor.send(toggle);
    expect(request()).toEqual({ request: { kind: "stop", companyId: 1, itemId: 12, isStopped: true } });
    actor.send(recorded({ stop: aStop }));
    expect(snapshot()).toMatchObject({
      value: "editing",
      context: { text: "600", isSaved: false, row: { stop: aStop, price: null } },
    });
    actor.send(toggle);
    expect(request()).toMatchObject({ request: { kind: "stop", isStopped: false } });
    actor.send(recorded({ stop: null }));
    expect(snapshot()).toMatchObject({
      value: "editing",
      context: { text: "600", isSaved: false, row: { stop: null, price: null } },
    });
  });

  test("dish price in one company — a newly read row replaces a price that the user has not changed", () => {
    const { actor, snapshot } = given();
    actor.send(refresh(aRow({ price: 510, version: 1, stop: aStop })));
    expect(snapshot().context).toMatchObject({ text: "510", row: { version: 1, stop: aStop } });
  });

  test("dish price in one company — a newly read row does not replace a price that is being typed", () => {
    const { actor, snapshot, request } = given();
    actor.send(type("600"));
    actor.send(refresh(aRow({ price: 510, version: 1, stop: aStop })));
    expect(snapshot().context).toMatchObject({ text: "600", row: { price: null, version: 0, stop: aStop } });
    actor.send(save);
    actor.send(refresh(aRow({ price: 520, version: 2 })));
    expect(snapshot().context.row).toMatchObject({ version: 0, stop: aStop });
    expect(request()).toMatchObject({ request: { version: 0 } });
  });
});

const loaded = (companies: readonly CompanyPrice[], hiddenCount = 0) =>
  ({
    type: "query.loaded",
    from: "query",
    loaded: { query, data: { companies: [...companies], hiddenCount } satisfies DishPrices, at: 5 },
    cause: "first",
  }) as const;
const report = (companyId: number, isDirty: boolean, isBusy = false) =>
  ({ type: "row.report", companyId, isDirty, isBusy }) as const;
const prices = {
  save: { type: "prices.save" },
  refresh: { type: "prices.refresh" },
  close: { type: "prices.close" },
  stay: { type: "prices.stay" },
  discard: { type: "prices.discard" },
} as const;
const readFailed = { type: "query.failed", from: "query", failure: aFailure("unanswered") } as const;

describe("dish prices by company", () => {
  const given = () => {
    const machine = givenMachine(dishPricesMachine, { query });
    return {
      ...machine,
      snapshot: () => machine.actor.getSnapshot(),
      rowCalls: () => machine.calls.filter(({ actor }) => actor === "company"),
    };
  };

  test("dish prices by company — a walk through the state machine reaches every state and takes every transition", () => {
    const { walk, failed } = givenWalk(dishPricesMachine);
    walk({
      input: { query },
      project: ({ context }) => [context.rows, context.failure?.kind],
      events: [
        loaded([aRow()]),
        loaded([]),
        readFailed,
        failed("query"),
        report(1, true),
        report(1, false, true),
        report(1, false),
        ...Object.values(prices),
      ],
    });
  });

  test("dish prices by company — have one actor for each company, which stops when the company leaves the group", () => {
    const { actor, snapshot, rowCalls } = given();
    expect(snapshot().context.rows).toBeUndefined();
    actor.send(loaded([aRow(), second], 1));
    expect(rowCalls().map(({ input }) => input)).toEqual([
      { itemId: 12, row: aRow() },
      { itemId: 12, row: second },
    ]);
    expect(snapshot().context).toMatchObject({
      dish: { itemName: "Маргарита", sharedPrice: 490 },
      hiddenCount: 1,
      rows: [
        { companyId: 1, isDirty: false, isBusy: false },
        { companyId: 2, isDirty: false, isBusy: false },
      ],
    });
    actor.send(report(2, true));
    actor.send(loaded([second]));
    expect(snapshot().context.rows).toEqual([{ companyId: 2, isDirty: true, isBusy: false }]);
    expect(rowCalls()).toHaveLength(2);
    expect(Object.keys(snapshot().children)).not.toContain(priceRowId(1));
  });

  test("dish prices by company — the failure of a read is shown until the next answer", async () => {
    const { actor, call, snapshot } = given();
    actor.send(readFailed);
    expect(snapshot().context.failure).toMatchObject({ kind: "unanswered" });
    actor.send(loaded([aRow()]));
    expect(snapshot().context.failure).toBeUndefined();
    call("query").fail(new ApiProblem(500, "Сбой"));
    await flushPromises();
    expect(snapshot().context.failure).toMatchObject({ message: "Сбой" });
  });

  test("dish prices by company — can be saved only if a price is changed and no request is in progress", () => {
    const { actor, snapshot } = given();
    const reason = () => reasonNotToSavePrices(snapshot().context);
    expect(reason()).toBe("unchanged");
    actor.send(loaded([aRow(), second]));
    expect(reason()).toBe("unchanged");
    actor.send(report(1, true));
    expect(reason()).toBeUndefined();
    actor.send(report(2, false, true));
    expect(reason()).toBe("busy");
  });

  test("dish prices by company — closing with an unsaved price needs a confirmation, and is refused during a request", () => {
    const { actor, snapshot, emitted } = given();
    actor.send(loaded([aRow()]));
    actor.send(report(1, true, true));
    actor.send(prices.close);
    expect([snapshot().value, emitted]).toEqual(["shown", []]);
    actor.send(report(1, true));
    actor.send(prices.close);
    expect([snapshot().value, emitted]).toEqual(["leaving", []]);
    actor.send(prices.stay);
    expect(snapshot().value).toBe("shown");
    actor.send(prices.close);
    actor.send(prices.discard);
    expect([snapshot().value, emitted]).toEqual(["shown", [{ type: "prices.closed" }]]);
    actor.send(report(1, false));
    actor.send(prices.close);
    expect(emitted).toHaveLength(2);
  });
});

describe("dish prices by company — requests to the server", () => {
  interface Sent {
    readonly method: string;
    readonly path: string;
    readonly version: string | null;
    readonly key: string | null;
    readonly body: unknown;
  }

  /** Starts the machine with a fake server. `answer` answers every request except the read of a group's prices. */
  const given = async (
    answer: (sent: Sent) => Response,
    { rows = [aRow(), second], scope = query.scope as DishPricesQuery["scope"] } = {},
  ) => {
    const sent: Sent[] = [];
    let reads = 0;
    const fetch = async (request: Request) => {
      const path = new URL(request.url).pathname;
      if (request.method === "GET" && path.includes("/CompanyGroup/")) {
        reads += 1;
        return Response.json({ companies: rows, hiddenCount: 0 });
      }
      const { headers } = request;
      const text = await request.text();
      const one = {
        method: request.method,
        path,
        version: headers.get("If-Match"),
        key: headers.get("Idempotency-Key"),
        body: text ? JSON.parse(text) : undefined,
      };
      sent.push(one);
      return answer(one);
    };
    let keys = 0;
    const actors = dishPricesActors({
      api: createApi({ baseUrl: "http://server", fetch }),
      environment: steadyEnvironment,
      now: () => 5,
      newKey: () => `price-key-${++keys}`,
    });
    const actor = createActor(dishPricesMachine.provide({ actors }), { input: { query: { ...query, scope } } });
    actor.start();
    await vi.waitFor(() => expect(actor.getSnapshot().context.rows).toBeDefined(), { timeout: 30_000 });
    const row = (companyId: number) => {
      const child = actor.getSnapshot().children[priceRowId(companyId)];
      if (!child) throw new Error(`no company ${companyId}`);
      return child as ReturnType<typeof createActor<typeof companyPriceMachine>>;
    };
    const settled = () =>
      vi.waitFor(() => expect(actor.getSnapshot().context.rows?.some(({ isBusy }) => isBusy)).toBe(false), {
        timeout: 30_000,
      });
    return { actor, sent, row, settled, reads: () => reads };
  };

  const priceOf = ({ body, path }: Sent) => {
    const { price } = body as { price: number | null };
    return aRow({ companyId: Number(path.split("/")[5]), price, version: 9 });
  };

  test("dish prices by company — only changed prices are saved, and a refusal for one company does not affect other companies", async () => {
    const third = aRow({ companyId: 3 });
    const { actor, sent, row, settled } = await given(
      (one) =>
        one.path.includes("/Company/2/")
          ? Response.json({ status: 403, message: "У вас нет права" }, { status: 403 })
          : Response.json(priceOf(one)),
      { rows: [aRow(), second, third] },
    );
    row(1).send(type("510"));
    row(2).send(type(""));
    expect(actor.getSnapshot().context.rows).toMatchObject([{ isDirty: true }, { isDirty: true }, { isDirty: false }]);
    actor.send(prices.save);
    expect(reasonNotToSavePrices(actor.getSnapshot().context)).toBe("busy");
    await settled();
    expect(sent).toEqual([
      { method: "PUT", path: "/api/Item/12/Company/1/Price", version: '"0"', key: "price-key-1", body: { price: 510 } },
      {
        method: "PUT",
        path: "/api/Item/12/Company/2/Price",
        version: '"3"',
        key: "price-key-2",
        body: { price: null },
      },
    ]);
    expect(row(1).getSnapshot().context).toMatchObject({ isSaved: true, row: { price: 510, version: 9 } });
    expect(row(2).getSnapshot().context).toMatchObject({ text: "", failure: { message: "У вас нет права" } });
    expect(actor.getSnapshot().context.rows).toMatchObject([{ isDirty: false }, { isDirty: true }, { isDirty: false }]);
    actor.stop();
  });

  test("dish prices by company — discarding the typed prices restores the saved prices", async () => {
    const { actor, sent, row } = await given(() => Response.error());
    row(2).send(type("1"));
    actor.send(prices.close);
    expect(actor.getSnapshot().value).toBe("leaving");
    actor.send(prices.discard);
    expect(row(2).getSnapshot().context.text).toBe("555");
    expect([reasonNotToSavePrices(actor.getSnapshot().context), sent]).toEqual(["unchanged", []]);
    actor.stop();
  });

  test("dish prices by company — after another user's change, the typed price stays beside the current price from the response", async () => {
    const current = aRow({ price: 777, version: 4 });
    const { actor, row, settled } = await given(() =>
      Response.json({ status: 412, message: "Цену уже изменили", entry: current }, { status: 412 }),
    );
    row(1).send(type("600"));
    actor.send(prices.save);
    await settled();
    expect(row(1).getSnapshot().context).toMatchObject({ text: "600", isStale: true, row: current });
    actor.stop();
  });

  test("dish prices by company — a dish is added to and removed from the stop list of the company", async () => {
    const { actor, sent, row, settled } = await given(({ method }) =>
      method === "PUT"
        ? Response.json({ ...aStop, itemId: 12, itemName: "Маргарита", at: "2026-11-29T10:00:00Z", userAlias: null })
        : new Response(null, { status: 204 }),
    );
    row(2).send(toggle);
    await settled();
    expect(row(2).getSnapshot().context.row.stop).toEqual(aStop);
    row(2).send(toggle);
    await settled();
    expect(row(2).getSnapshot().context.row.stop).toBeNull();
    const body = { until: null, remaining: null, reason: null };
    expect(sent).toEqual([
      { method: "PUT", path: "/api/ItemStop/12/Company/2", version: null, key: "price-key-1", body },
      { method: "DELETE", path: "/api/ItemStop/12/Company/2", version: null, key: null, body: undefined },
    ]);
    actor.stop();
  });

  test.each([
    ["has already ended", null, { stop: null }, undefined],
    ["still exists although the server answers 404", aStop, { stop: aStop }, "Не найдено"],
  ])(
    "removal of a stop-list entry that %s — shows the state of the entry on the server",
    async (_, stop, row, message) => {
      const {
        actor,
        row: rowOf,
        settled,
      } = await given(
        ({ method }) =>
          method === "GET"
            ? Response.json(aRow({ stop }))
            : Response.json({ status: 404, message: "Не найдено" }, { status: 404 }),
        { rows: [aRow({ stop: aStop })] },
      );
      rowOf(1).send(toggle);
      await settled();
      expect(rowOf(1).getSnapshot().context).toMatchObject({ row });
      expect(rowOf(1).getSnapshot().context.failure?.message).toBe(message);
      actor.stop();
    },
  );

  test("dish prices by company — an unanswered save is repeated under its idempotency key", async () => {
    const { actor, sent, row, settled } = await given((one) =>
      sent.length === 1 ? new Response("", { status: 502 }) : Response.json(priceOf(one)),
    );
    row(1).send(type("510"));
    actor.send(prices.save);
    await settled();
    expect(sent.map(({ key, body }) => [key, body])).toEqual([
      ["price-key-1", { price: 510 }],
      ["price-key-1", { price: 510 }],
    ]);
    expect(row(1).getSnapshot().context.isSaved).toBe(true);
    actor.stop();
  });

  test("dish prices by company — a refresh reads the prices again", async () => {
    const { actor, reads } = await given(() => Response.error());
    actor.send(prices.refresh);
    await vi.waitFor(() => expect(reads()).toBe(2), { timeout: 30_000 });
    actor.stop();
  });

  test("dish prices in the scope of one company — are read by the operation of that company", async () => {
    const { actor, sent, row } = await given(() => Response.json(aRow()), { scope: { companyId: 1 } });
    expect(sent.map(({ path }) => path)).toEqual(["/api/Item/12/Company/1/Price"]);
    expect(row(1).getSnapshot().context.row).toEqual(aRow());
    expect(actor.getSnapshot().context.hiddenCount).toBe(0);
    actor.stop();
  });
});
