import { describe, expect, test } from "vitest";
import { createActor } from "xstate";
import { inspectorMachine } from "#machines/inspector/inspector.machine.ts";
import { type LiveActor, MAX_STEPS, PASTED, type TabStep } from "#machines/inspector/inspector.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

const step = (at: number, over: Partial<TabStep> = {}): TabStep => ({
  tab: "a",
  session: "x:1",
  machine: "orderList",
  at,
  event: { type: "list.refresh" },
  states: ["orderList.loading"],
  edges: ["orderList.shown|list.refresh|1"],
  context: {},
  ...over,
});

const live: LiveActor = { tab: "a", session: "x:1", machine: "orderList", states: [], context: {}, next: [] };

const trail = `След для поддержки\n${JSON.stringify(step(5, { machine: "orderEditor" }))}\nхвост`;

const given = () => {
  const inspector = createActor(inspectorMachine, { input: { machine: "session" } }).start();
  return { inspector, context: () => inspector.getSnapshot().context };
};

describe("page that shows live machines", () => {
  test("page of live machines — tests cover every transition of its machine", () => {
    const { walk } = givenWalk(inspectorMachine);
    walk({
      input: { machine: "session" },
      events: [
        { type: "steps.came", steps: [step(1), step(2)] },
        { type: "actor.came", actor: live },
        { type: "actor.gone", tab: "a", session: "x:1" },
        { type: "machine.choose", machine: "orderList" },
        { type: "replay.to", at: 0 },
        { type: "replay.follow" },
        { type: "trail.paste", text: trail },
      ],
      project: ({ context }) => [context.steps.length, context.actors.length],
    });
  });

  test("page of live machines — stores repeated steps once, and at most the last 500 steps", () => {
    const { inspector, context } = given();
    const many = Array.from({ length: MAX_STEPS + 20 }, (_, at) => step(at));
    inspector.send({ type: "steps.came", steps: many });
    inspector.send({ type: "steps.came", steps: many.slice(-3) });
    expect(context().steps).toHaveLength(MAX_STEPS);
    expect(context().steps.at(-1)?.at).toBe(MAX_STEPS + 19);
  });

  test("page of live machines — ignores new steps during a replay, and shows the machine of the replayed step", () => {
    const { inspector, context } = given();
    inspector.send({ type: "steps.came", steps: [step(1), step(2, { machine: "orderEditor" })] });
    inspector.send({ type: "replay.to", at: 1 });
    inspector.send({ type: "steps.came", steps: [step(3)] });
    expect(context()).toMatchObject({ at: 1, machine: "orderEditor" });
    expect(context().steps).toHaveLength(2);
    inspector.send({ type: "replay.to", at: 7 });
    expect(context().at).toBe(1);
  });

  test("page of live machines — reads the steps from a pasted log and skips all other lines", () => {
    const { inspector, context } = given();
    inspector.send({ type: "trail.paste", text: "ничего" });
    expect(inspector.getSnapshot().value).toBe("following");
    inspector.send({ type: "trail.paste", text: trail });
    expect(inspector.getSnapshot().value).toBe("walking");
    expect(context().steps).toMatchObject([{ tab: PASTED, machine: "orderEditor" }]);
  });

  test("page of live machines — identifies a live actor by its tab and session, and stores its latest report", () => {
    const { inspector, context } = given();
    inspector.send({ type: "actor.came", actor: live });
    inspector.send({ type: "actor.came", actor: { ...live, states: ["orderList.shown"] } });
    inspector.send({ type: "actor.came", actor: { ...live, tab: "b" } });
    expect(context().actors.map(({ tab, states }) => [tab, states])).toEqual([
      ["a", ["orderList.shown"]],
      ["b", []],
    ]);
    inspector.send({ type: "actor.gone", tab: "a", session: "x:1" });
    expect(context().actors.map(({ tab }) => tab)).toEqual(["b"]);
  });
});

test("page of live machines — shows another machine on request, and follows the live steps again after a replay", () => {
  const { inspector, context } = given();
  inspector.send({ type: "machine.choose", machine: "orderEditor" });
  expect(context().machine).toBe("orderEditor");
  inspector.send({ type: "steps.came", steps: [step(1)] });
  inspector.send({ type: "replay.to", at: 0 });
  expect(inspector.getSnapshot()).toMatchObject({ value: "walking", context: { machine: "orderList" } });
  inspector.send({ type: "replay.follow" });
  expect(inspector.getSnapshot().value).toBe("following");
});
