import { describe, expect, test } from "vitest";
import { assign, fromPromise, setup } from "xstate";
import { errorOf } from "#machines/core/failure.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

const machine = setup({
  types: {
    context: {} as { count: number; limit: number; error: unknown },
    input: {} as { limit: number },
    events: {} as { type: "count.want"; by: number } | { type: "count.stop" },
  },
  actors: { load: stub<number, { by: number }>("load") },
  guards: { isBelow: ({ context }) => context.count < context.limit },
  actions: {
    add: assign(({ context }, by: number) => ({ count: context.count + by })),
    keepError: assign((_, error: unknown) => ({ error })),
  },
  delays: { pause: 100 },
}).createMachine({
  id: "counter",
  context: ({ input }) => ({ count: 0, limit: input.limit, error: undefined }),
  initial: "idle",
  states: {
    idle: { on: { "count.want": { guard: "isBelow", target: "loading" }, "count.stop": "stopped" } },
    loading: {
      invoke: {
        id: "load",
        src: "load",
        input: { by: 1 },
        onDone: { target: "resting", actions: { type: "add", params: outputOf } },
        onError: { target: "idle", actions: { type: "keepError", params: errorOf } },
      },
    },
    resting: { after: { pause: "idle" } },
    stopped: { type: "final" },
  },
});

const input = { limit: 2 };
const walker = givenWalk(machine);
const { walk, done, failed } = walker;
const want = { type: "count.want", by: 1 } as const;
const stop = { type: "count.stop" } as const;
const allEvents = [want, stop, done("load", 1), failed("load"), walker.after("pause")];
const project = ({ context }: { context: { count: number } }) => context.count;

describe("walk through a machine", () => {
  test("walk — reaches every state and takes every transition of a machine", () => {
    const { snapshots } = walk({ input, project, events: allEvents });
    expect(Math.max(...snapshots.map(({ context }) => context.count))).toBe(2);
  });

  test("walk — names a transition that no path takes because its event is missing in the model", () => {
    expect(() =>
      walk({ input, project, events: [want, done("load", 1), failed("load"), walker.after("pause")] }),
    ).toThrow(
      'machine "counter": no path takes "count.stop" in "counter.idle" to "counter.stopped": the model has no "count.stop"',
    );
  });

  test("walk — reports a guard that never passed", () => {
    expect(() => walk({ input: { limit: 0 }, events: [want, stop] })).toThrow('its guard "isBelow" never passed');
  });

  test("walk — reports the event, the state and the path of a violated invariant", () => {
    const invariant = (snapshot: { context: { count: number } }) => expect(snapshot.context.count).toBeLessThan(2);
    expect(() => walk({ input, project, events: allEvents, invariant })).toThrow(
      /^machine "counter" breaks its invariant on "done load 1" in loading: expected 2 to be less than 2\nPath:\n {2}0\. start with \{"limit":2\} → idle\n {2}1\. count\.want \{"by":1\} → loading\n/,
    );
  });

  test("walk — reports the event at which the machine fails", () => {
    const provide = {
      actions: {
        add: () => {
          throw new Error("no sum");
        },
      },
    };
    expect(() => walk({ input, events: allEvents, provide })).toThrow(
      /^machine "counter" breaks on "done load 1" in loading: no sum\nPath:/,
    );
  });

  test("walk — fails if a path reaches a state that is exempt from coverage", () => {
    expect(() => walk({ input, project, events: allEvents, exempt: { "counter.idle": "?" } })).toThrow(
      '"counter.idle" is exempt, but a path takes it',
    );
  });

  test("walk — rejects an event that is not handled in any reached state", () => {
    expect(() => walk({ input: { limit: 0 }, events: allEvents })).toThrow('no situation takes "count.want {"by":1}"');
  });

  test("a misspelt actor, delay, state or event — throws an error that lists the existing names", () => {
    // @ts-expect-error: no such actor
    expect(() => done("laod", 1)).toThrow('machine "counter" has no actor "laod"; it has load');
    // @ts-expect-error: no such actor
    expect(() => failed("laod")).toThrow('machine "counter" has no actor "laod"; it has load');
    // @ts-expect-error: no such delay
    expect(() => walker.after("puase")).toThrow('machine "counter" has no delay "puase"; it has pause');
    // @ts-expect-error: no such state
    expect(() => walker.after("pause", "counter.rest")).toThrow(
      'machine "counter" has no state "counter.rest"; it has counter.resting',
    );
    // @ts-expect-error: no such event
    expect(() => walk({ input, events: [{ type: "count.wnat", by: 1 }] })).toThrow(
      'machine "counter" has no event "count.wnat"; it has count.stop, count.want',
    );
  });

  test("walk — rejects an output, input or payload of a wrong type at compile time", () => {
    // @ts-expect-error: the output of the actor is a number
    done("load", "1");
    // @ts-expect-error: the limit is a number
    expect(() => walk({ input: { limit: "2" }, events: [] })).toThrow();
    // @ts-expect-error: "by" is a number
    expect(() => walk({ input, events: [{ type: "count.want", by: "1" }] })).toThrow();
  });
});

describe("givenMachine", () => {
  test("givenMachine — ends the call of a fake actor with the output that the test gives", async () => {
    const { actor, call, calls, clock } = givenMachine(machine, input);
    actor.send(want);
    expect(call("load").input).toEqual({ by: 1 });
    call("load").answer(5);
    await flushPromises();
    clock.increment(100);
    expect(actor.getSnapshot()).toMatchObject({ value: "idle", context: { count: 5 } });
    expect(calls).toHaveLength(1);
  });

  test("givenMachine — rejects an actor that the machine does not have", () => {
    const { call } = givenMachine(machine, input);
    // @ts-expect-error: no such actor
    expect(() => call("laod")).toThrow('machine "counter" has no actor "laod"; it has load');
    const extra = { laod: fromPromise(async () => 1) };
    // @ts-expect-error: no such actor
    expect(() => givenMachine(machine, input, extra)).toThrow('machine "counter" has no actor "laod"; it has load');
  });

  test("givenMachine — throws immediately for a call that was not made or has already ended", () => {
    const { actor, call } = givenMachine(machine, input);
    expect(() => call("load")).toThrow('machine "counter" has not called "load"; it called none');
    actor.send(want);
    const load = call("load");
    load.answer(1);
    expect(() => load.answer(1)).toThrow('machine "counter": this call of "load" has already ended');
    // @ts-expect-error: the output of the actor `load` is a number
    expect(() => load.answer("1")).toThrow();
  });
});
