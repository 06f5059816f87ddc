import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createActor, type SnapshotFrom } from "xstate";
import {
  callLanesMachine,
  type LaneSummary,
  type LanesInput,
  MAX_LANES,
  shownLane,
} from "#machines/orders/lanes/callLanes.machine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

const call = { id: 7, phone: "+79210000007" };
const other = { id: 8, phone: "+79210000008" };
const typed: LaneSummary = { phone: "+79211112233", portions: 2, isBlank: false };
const blank: LaneSummary = { phone: "", portions: 0, isBlank: true };

type Snapshot = SnapshotFrom<typeof callLanesMachine>;

const givenLanes = (input: LanesInput) => {
  const lanes = createActor(callLanesMachine, { input });
  const emitted: string[] = [];
  lanes.on("*", ({ type }) => void emitted.push(type));
  lanes.start();
  const calls = () => lanes.getSnapshot().context.lanes.map((lane) => lane.call);
  const shown = () => shownLane(lanes.getSnapshot().context);
  return { lanes, emitted, calls, shown };
};

describe("tab of a new order", () => {
  test("a new order stays open while another order is shown, and is shown again when its tab is chosen", () => {
    const { lanes, calls, shown } = givenLanes({ calls: [], call: null });
    lanes.send({ type: "lane.describe", id: 1, summary: typed });
    lanes.send({ type: "lane.open", call: null });
    expect([lanes.getSnapshot().value, calls(), shown()?.id]).toEqual(["several", [null, null], 2]);
    lanes.send({ type: "lane.show", id: 1 });
    expect(shown()).toMatchObject(typed);
  });

  test("the tab of a new order is reused for a call while the order is blank", () => {
    const { lanes, calls } = givenLanes({ calls: [], call: null });
    lanes.send({ type: "lane.describe", id: 1, summary: blank });
    lanes.send({ type: "lane.open", call });
    expect([lanes.getSnapshot().value, calls()]).toEqual(["single", [call]]);
  });

  test("the tab of a new order is reused for a call only after the order is reported as blank", () => {
    const { lanes, calls } = givenLanes({ calls: [], call: null });
    lanes.send({ type: "lane.open", call });
    expect(calls()).toEqual([null, call]);
  });
});

describe("tab of a phone call", () => {
  test("a phone call gets one tab, even if the call is opened twice", () => {
    const { lanes, calls, shown } = givenLanes({ calls: [], call });
    lanes.send({ type: "lane.describe", id: 1, summary: typed });
    lanes.send({ type: "lane.open", call: other });
    lanes.send({ type: "lane.open", call });
    expect([calls(), shown()?.call]).toEqual([[call, other], call]);
  });

  test("a phone call is refused if six orders are open and no order is reported as blank", () => {
    const { lanes, emitted, calls } = givenLanes({ calls: [null, null, null, null, null, null], call: null });
    lanes.send({ type: "lane.open", call });
    expect([calls().length, emitted]).toEqual([MAX_LANES, ["lanes.full"]]);
  });
});

describe("closing the tab of an order", () => {
  test("a neighbouring order is shown after the shown order is closed", () => {
    const { lanes, shown } = givenLanes({ calls: [null, call, other], call });
    lanes.send({ type: "lane.close", id: 2 });
    expect(shown()?.call).toEqual(other);
    lanes.send({ type: "lane.close", id: 3 });
    expect([shown()?.id, lanes.getSnapshot().value]).toEqual([1, "single"]);
  });

  test("the shown order stays visible after a hidden order is closed", () => {
    const { lanes, shown } = givenLanes({ calls: [null, call], call });
    lanes.send({ type: "lane.close", id: 1 });
    expect(shown()?.call).toEqual(call);
  });

  test("closing the only order leaves the screen", () => {
    const { lanes, emitted, calls } = givenLanes({ calls: [], call: null });
    lanes.send({ type: "lane.close", id: 1 });
    expect([emitted, calls()]).toEqual([["lanes.left"], [null]]);
  });
});

test("the order tabs of an earlier visit are restored, and the tab of the call in the URL is shown", () => {
  const { calls, shown } = givenLanes({ calls: [null, call], call });
  expect([calls(), shown()?.call]).toEqual([[null, call], call]);
});

test("a call in the URL gets a new tab in addition to the restored order tabs", () => {
  const { calls, shown } = givenLanes({ calls: [null], call });
  expect([calls(), shown()?.call]).toEqual([[null, call], call]);
});

test("a new order that is opened after a save replaces the tab of the saved order", () => {
  const { lanes, calls, shown } = givenLanes({ calls: [call, other], call });
  lanes.send({ type: "lane.renew", id: 1 });
  expect([calls(), shown()?.call, shown()?.id]).toEqual([[null, other], null, 3]);
});

const checkShape = ({ context, value }: Snapshot): void => {
  const ids = context.lanes.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain(context.shownId);
  expect(ids.length).toBeLessThanOrEqual(MAX_LANES);
  expect(value).toBe(ids.length > 1 ? "several" : "single");
};

test("random events never remove a filled order except by closing or replacing it, and exactly one order is always shown", () => {
  const id = fc.integer({ min: 1, max: 9 });
  const event = fc.oneof(
    fc.record({ type: fc.constant("lane.open" as const), call: fc.constantFrom(null, call, other) }),
    fc.record({ type: fc.constant("lane.show" as const), id }),
    fc.record({ type: fc.constant("lane.describe" as const), id, summary: fc.constantFrom(typed, blank) }),
    fc.record({ type: fc.constant("lane.close" as const), id }),
    fc.record({ type: fc.constant("lane.renew" as const), id }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const { lanes } = givenLanes({ calls: [], call: null });
      for (const one of events) {
        const before = lanes.getSnapshot().context.lanes;
        lanes.send(one);
        const snapshot = lanes.getSnapshot();
        checkShape(snapshot);
        const closed = one.type === "lane.close" || one.type === "lane.renew" ? one.id : undefined;
        const left = new Set(snapshot.context.lanes.map((lane) => lane.id));
        expect(before.filter((lane) => !lane.isBlank && lane.id !== closed && !left.has(lane.id))).toEqual([]);
      }
    }),
  );
});

test("call lanes — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk } = givenWalk(callLanesMachine);
  walk({
    inputs: [
      { calls: [], call: null },
      { calls: [null, call], call: null },
      { calls: [null, null, null, null, null, null], call: null },
    ],
    events: [
      { type: "lane.open", call: null },
      { type: "lane.open", call },
      { type: "lane.open", call: other },
      { type: "lane.show", id: 1 },
      { type: "lane.describe", id: 1, summary: blank },
      { type: "lane.close", id: 1 },
      { type: "lane.close", id: 2 },
      { type: "lane.renew", id: 1 },
    ],
    project: ({ context }) => `${Math.min(context.lanes.length, 3)} ${shownLane(context)?.isBlank}`,
    invariant: checkShape,
  });
});
