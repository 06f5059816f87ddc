import { describe, expect, test, vi } from "vitest";
import { createActor } from "xstate";
import { createApi, type Schemas } from "#api/client.ts";
import { homeFiguresActors } from "#machines/shell/homeFigures.actors.ts";
import { homeFiguresMachine } from "#machines/shell/homeFigures.machine.ts";
import { type CompanyFigures, sumCompanies } from "#machines/shell/homeFigures.ts";
import { steadyEnvironment } from "../support/machines/environments.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { aFailure } from "../support/machines/orderEditorSamples.ts";

const aState = (more: Partial<Schemas["CompanyState"]> = {}): Schemas["CompanyState"] => ({
  openCount: 3,
  lateCount: 1,
  acceptedToday: 100.1,
  finance: null,
  payments: null,
  orders: { totalCount: 9, openCount: 4, closeCount: 5, canceledCount: 0 },
  orderByDay: [],
  ...more,
});

const figuresOf = (state: Schemas["CompanyState"] | undefined): CompanyFigures => ({
  state,
  at: 5,
  failure: undefined,
});

const loaded = (companyId: number, state = aState(), at = 1000) =>
  ({
    type: "query.loaded",
    from: `company${companyId}`,
    loaded: { query: { companyId }, data: state, at },
    cause: "first",
  }) as const;
const failed = (companyId: number) =>
  ({ type: "query.failed", from: `company${companyId}`, failure: aFailure("unanswered") }) as const;

test("figures of the home page — a walk through the state machine takes every transition", () => {
  const { walk } = givenWalk(homeFiguresMachine);
  walk({
    input: { companyIds: [1, 2, 3, 4, 5, 6] },
    project: ({ context: { waiting, figures } }) => [waiting.length, Object.keys(figures), figures[1]?.failure?.kind],
    invariant: ({ context: { waiting, figures } }) =>
      expect(waiting.length).toBe(Math.max(0, 2 - Object.keys(figures).length)),
    events: [loaded(1), loaded(2), failed(1), failed(2), { type: "company.refresh", companyId: 1 }],
  });
});

describe("figures of the home page", () => {
  const given = (companyIds: readonly number[]) => {
    const machine = givenMachine(homeFiguresMachine, { companyIds });
    return {
      ...machine,
      requested: () => machine.calls.map(({ input }) => input.query.companyId),
      context: () => machine.actor.getSnapshot().context,
    };
  };

  test("figures of the home page — are requested for at most four companies at once", () => {
    const { actor, requested } = given([1, 2, 3, 4, 5, 6, 7]);
    expect(requested()).toEqual([1, 2, 3, 4]);
    actor.send(loaded(2));
    expect(requested()).toEqual([1, 2, 3, 4, 5]);
    actor.send(failed(1));
    expect(requested()).toEqual([1, 2, 3, 4, 5, 6]);
    actor.send(loaded(2));
    actor.send(failed(2));
    actor.send(loaded(1));
    expect(requested()).toEqual([1, 2, 3, 4, 5, 6]);
    actor.send(loaded(5));
    actor.send(loaded(6));
    expect(requested()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test("figures of the home page — have a separate time and failure for each company", () => {
    const { actor, context } = given([1, 2, 3]);
    actor.send(loaded(1, aState({ openCount: 7 }), 1000));
    actor.send(failed(2));
    expect(context().figures).toEqual({
      1: { state: aState({ openCount: 7 }), at: 1000, failure: undefined },
      2: { state: undefined, at: undefined, failure: aFailure("unanswered") },
    });
    actor.send(failed(1));
    expect(context().figures[1]).toEqual({
      state: aState({ openCount: 7 }),
      at: 1000,
      failure: aFailure("unanswered"),
    });
    actor.send(loaded(2, aState(), 2000));
    expect(context().figures[2]).toEqual({ state: aState(), at: 2000, failure: undefined });
  });
});

test("figures of the home page — a failed read of one company delays no other read and can be repeated", async () => {
  const asked: string[] = [];
  let isDown = true;
  const api = createApi({
    baseUrl: "http://server",
    fetch: async ({ url }) => {
      const id = new URL(url).pathname.split("/")[3] ?? "";
      asked.push(id);
      return id === "1" && isDown ? new Response("", { status: 500 }) : Response.json(aState());
    },
  });
  const parts = { api, environment: steadyEnvironment, now: () => 5 };
  const home = createActor(homeFiguresMachine.provide({ actors: homeFiguresActors(parts) }), {
    input: { companyIds: [1, 2] },
  });
  home.start();
  const figures = () => home.getSnapshot().context.figures;
  await vi.waitFor(() => expect(Object.keys(figures())).toEqual(["1", "2"]), { timeout: 30_000 });
  expect(figures()).toMatchObject({
    1: { state: undefined, failure: { kind: "fault" } },
    2: { state: aState(), at: 5 },
  });
  isDown = false;
  home.send({ type: "company.refresh", companyId: 1 });
  await vi.waitFor(() => expect(figures()[1]).toEqual({ state: aState(), at: 5, failure: undefined }), {
    timeout: 30_000,
  });
  expect(asked).toEqual(["1", "2", "1"]);
  home.stop();
});

describe("sumCompanies", () => {
  test("sumCompanies — adds up the figures, and counts the companies without figures", () => {
    expect(
      sumCompanies([figuresOf(aState()), undefined, figuresOf(undefined), figuresOf(aState({ openCount: 5 }))]),
    ).toEqual({ openCount: 8, lateCount: 2, acceptedToday: 200.2, missing: 2 });
  });

  test("sumCompanies — without the field `openCount`, counts the open orders of today (`orders.openCount`)", () => {
    expect(sumCompanies([figuresOf({ ...aState(), openCount: undefined } as never)])).toMatchObject({ openCount: 4 });
  });

  test("sumCompanies — returns no number of late orders if a company does not report one", () => {
    const { lateCount, ...documented } = aState();
    expect(lateCount).toBe(1);
    expect(sumCompanies([figuresOf(aState()), figuresOf(documented)]).lateCount).toBeUndefined();
  });

  test("sumCompanies — omits incomes that the user may not see", () => {
    const hidden = figuresOf(aState({ acceptedToday: null }));
    expect(sumCompanies([figuresOf(aState()), hidden]).acceptedToday).toBe(100.1);
    expect(sumCompanies([hidden]).acceptedToday).toBeUndefined();
  });
});
