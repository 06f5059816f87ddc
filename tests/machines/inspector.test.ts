import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { createActor, fromPromise } from "xstate";
import { stepOf } from "#app/trail/step.ts";
import { taskMachine } from "#machines/core/task.machine.ts";
import { inspectorMachine } from "#machines/inspector/inspector.machine.ts";
import {
  changesBetween,
  isStepShown,
  type LiveActor,
  MAX_STEPS,
  PASTED,
  type TabStep,
  type TrailStep,
  treeOf,
} from "#machines/inspector/inspector.ts";
import { toTestFile } from "#machines/inspector/testFile.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
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

const live: LiveActor = {
  tab: "a",
  session: "x:1",
  parent: undefined,
  machine: "orderList",
  title: "",
  states: [],
  context: {},
  next: [],
};

const trail = `След для поддержки\n${JSON.stringify(step(5, { machine: "orderEditor" }))}\nхвост`;

const given = () => {
  const inspector = createActor(inspectorMachine, { input: { machine: "session" } }).start();
  return { inspector, context: () => inspector.getSnapshot().context };
};

describe("inspector page", () => {
  test("inspector page — a walk through the state machine takes every transition", () => {
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

  test("inspector page — stores a repeated step only once, and at most the last 500 steps", () => {
    const { inspector, context } = given();
    const many = Array.from({ length: MAX_STEPS + 20 }, (_, at) => step(at));
    inspector.send({ type: "steps.came", steps: many });
    inspector.send({ type: "steps.came", steps: many.slice(-3) });
    expect(context().steps).toHaveLength(MAX_STEPS);
    expect(context().steps.at(-1)?.at).toBe(MAX_STEPS + 19);
  });

  test("inspector page — ignores new steps during a replay", () => {
    const { inspector, context } = given();
    inspector.send({ type: "steps.came", steps: [step(1), step(2, { machine: "orderEditor" })] });
    inspector.send({ type: "replay.to", at: 1 });
    inspector.send({ type: "steps.came", steps: [step(3)] });
    expect(context()).toMatchObject({ at: 1, machine: "orderEditor" });
    expect(context().steps).toHaveLength(2);
    inspector.send({ type: "replay.to", at: 7 });
    expect(context().at).toBe(1);
  });

  test("inspector page — reads the steps from a pasted log", () => {
    const { inspector, context } = given();
    inspector.send({ type: "trail.paste", text: "ничего" });
    expect(inspector.getSnapshot().value).toBe("following");
    inspector.send({ type: "trail.paste", text: trail });
    expect(inspector.getSnapshot().value).toBe("walking");
    expect(context().steps).toMatchObject([{ tab: PASTED, machine: "orderEditor" }]);
  });

  test("inspector page — identifies a live actor by its tab and session", () => {
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

test("inspector page — shows the live steps again after a replay", () => {
  const { inspector, context } = given();
  inspector.send({ type: "machine.choose", machine: "orderEditor" });
  expect(context().machine).toBe("orderEditor");
  inspector.send({ type: "steps.came", steps: [step(1)] });
  inspector.send({ type: "replay.to", at: 0 });
  expect(inspector.getSnapshot()).toMatchObject({ value: "walking", context: { machine: "orderList" } });
  inspector.send({ type: "replay.follow" });
  expect(inspector.getSnapshot().value).toBe("following");
});

describe("live actors and steps on the inspector page", () => {
  test("the actors of a tab form a tree by their parents", () => {
    const actor = (session: string, parent?: string, tab = "a"): LiveActor => ({ ...live, session, parent, tab });
    const actors = [
      actor("child", "root"),
      actor("root", "page"),
      actor("grandchild", "child"),
      actor("other", undefined, "b"),
    ];
    expect(treeOf(actors, "a").map((one) => [one.actor.session, one.depth])).toEqual([
      ["root", 0],
      ["child", 1],
      ["grandchild", 2],
    ]);
    expect(treeOf(actors, "b")).toHaveLength(1);
  });

  test("the filter of steps finds steps by their machine, event, tab and sender", () => {
    const shown = step(1, { sender: "moneyDialog" });
    for (const text of ["", "orderLIST", "list.refresh", "money", " a "]) expect(isStepShown(shown, text)).toBe(true);
    expect(isStepShown(shown, "printer")).toBe(false);
    expect(isStepShown(step(1), "undefined")).toBe(false);
  });

  test("the comparison of two contexts names each changed value by its path", () => {
    const before = { draft: { phone: "1", lines: [{ count: 1 }] }, at: 1, same: [1] };
    const after = { draft: { phone: "2", lines: [{ count: 1 }, { count: 2 }] }, at: 1, same: [1], added: true };
    expect(changesBetween(before, after)).toEqual([
      { path: "draft.phone", before: "1", after: "2" },
      { path: "draft.lines.1", before: undefined, after: { count: 2 } },
      { path: "added", before: undefined, after: true },
    ]);
    expect(changesBetween(after, after)).toEqual([]);
    expect(changesBetween({ a: {} }, { a: { b: 1 } })).toEqual([{ path: "a", before: {}, after: { b: 1 } }]);
  });
});

describe("test file of recorded steps", () => {
  test("recorded steps can be saved as a test that passes for the recorded states and fails for other states", async () => {
    const steps: TrailStep[] = [];
    const actor = createActor(taskMachine.provide({ actors: { run: fromPromise(async () => 2) } }), {
      inspect: (inspected) => steps.push(...[stepOf(inspected, 1) ?? []].flat()),
    }).start();
    actor.send({ type: "task.ask", id: 3 });
    actor.send({ type: "task.confirm" });
    await flushPromises();
    const text = toTestFile(
      steps.filter(({ machine }) => machine === "task"),
      "#machines/core/task.machine.ts",
      "taskMachine",
    );
    mkdirSync(".cache", { recursive: true });
    const folder = mkdtempSync(".cache/trail-");
    try {
      writeFileSync(
        `${folder}/shim.ts`,
        'export { expect } from "vitest";\nexport const runs: (() => void)[] = [];\nexport const test = (_: string, run: () => void) => runs.push(run);',
      );
      const runsOf = async (name: string, content: string): Promise<(() => void)[]> => {
        writeFileSync(`${folder}/${name}.ts`, content.replace('"vitest"', '"./shim.ts"'));
        await import(resolve(folder, `${name}.ts`));
        return (await import(resolve(folder, "shim.ts"))).runs.splice(0);
      };
      const [replay] = await runsOf("right", text ?? "");
      expect(replay).not.toThrow();
      const [wrong] = await runsOf("wrong", (text ?? "").replaceAll("task.running", "task.confirming"));
      expect(wrong).toThrow();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("an eventless transition belongs to the step of the event that caused the transition", () => {
    const edges = ["orderList.opening|always|1"];
    const steps = [step(1), step(2), step(2, { edges, states: ["orderList.known"] })];
    const text = toTestFile(steps, "#machines/orders/list/orderList.machine.ts", "orderListMachine") ?? "";
    expect(text.match(/activeAfter\(\{/g)).toHaveLength(1);
    expect(text).toContain("orderList.known");
    expect(toTestFile([step(1)], "#machines/orders/list/orderList.machine.ts", "orderListMachine")).toBeUndefined();
  });
});
