import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import type { Schemas } from "#api/client.ts";
import { companyStateMachine } from "#machines/shell/companyState.machine.ts";
import { after, done, failed, walk } from "../support/paths.ts";
import { settled } from "../support/settled.ts";

const state: Schemas["CompanyState"] = {
  openCount: 12,
  lateCount: 2,
  acceptedToday: 18_450,
  finance: null,
  payments: null,
  orders: { totalCount: 40, openCount: 12, closeCount: 28, canceledCount: 2 },
  orderByDay: [],
};

test("a card is asked for anew each minute and keeps what it knew when nobody answers", async () => {
  const clock = new SimulatedClock();
  let asked = 0;
  const load = fromPromise<Schemas["CompanyState"], { companyId: number }>(async () => {
    asked += 1;
    if (asked > 1) throw new Error("away");
    return state;
  });
  const card = createActor(companyStateMachine.provide({ actors: { load } }), {
    input: { companyId: 1 },
    clock,
  }).start();
  await settled();
  clock.increment(60_000);
  await settled();
  expect([asked, card.getSnapshot().context.state, card.getSnapshot().hasTag("failed")]).toEqual([2, state, true]);
});

test("every state and transition of the card is walked", () => {
  const events = [
    done("load", state),
    failed("load"),
    after("refreshEvery", "companyState.known"),
    after("refreshEvery", "companyState.failed"),
  ];
  expect(walk(companyStateMachine, { input: { companyId: 1 }, events })).toMatchObject({ missing: [] });
});
