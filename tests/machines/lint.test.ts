import { expect, test } from "vitest";
import { type AnyStateMachine, and, createMachine, fromCallback, fromPromise, not, StateMachine, setup } from "xstate";
import { lintMachine } from "../support/machines/lintMachine.ts";

const files = import.meta.glob<Record<string, unknown>>("../../machines/**/*.machine.ts", { eager: true });

const machinesOf = (module: Record<string, unknown>): AnyStateMachine[] =>
  Object.values(module).filter((value): value is AnyStateMachine => value instanceof StateMachine);

for (const [file, module] of Object.entries(files)) {
  test(`${file.replace("../../", "")} — passes the machine lint`, () => {
    const machines = machinesOf(module);
    expect(machines.length).toBeGreaterThan(0);
    expect(machines.flatMap(lintMachine)).toEqual([]);
  });
}

test("machine lint — reports unknown delays and actors, missing onError, inline code and unreachable states", () => {
  const wrong = createMachine({
    id: "wrong",
    initial: "one",
    states: {
      one: { after: { soon: "two" }, entry: () => {} },
      two: { invoke: { src: "nobody" }, on: { go: { guard: () => true, target: "one" } } },
      three: {},
    },
  });
  expect(lintMachine(wrong)).toEqual([
    'wrong.one: unknown delay "soon"',
    "wrong.one: inline code among its actions",
    'wrong.two: the actor "nobody" is not named in setup',
    'wrong.two: the actor "nobody" has no onError',
    "wrong.two: inline code among its guards",
    "wrong.three: no transition leads here",
  ]);
});

test("machine lint — reports a write request in an initial state", () => {
  const early = createMachine({
    id: "early",
    initial: "saving",
    states: { saving: { invoke: { src: "save", onError: "off" } }, off: {} },
  });
  expect(lintMachine(early)).toEqual([
    'early.saving: the actor "save" is not named in setup',
    'early.saving: "save" changes something and is called from an initial state',
  ]);
});

test("machine lint — accepts a callback actor without onError, and finds inline code in combined guards", () => {
  const machine = setup({
    actors: { listen: fromCallback(() => {}), load: fromPromise(async () => {}) },
    guards: { isOpen: () => true },
  }).createMachine({
    id: "combined",
    invoke: [{ src: "listen" }, { src: "load" }],
    on: { go: { guard: and(["isOpen", not("isOpen")]) }, stop: { guard: not(() => true) } },
  });
  expect(lintMachine(machine)).toEqual([
    'combined: the actor "load" has no onError',
    "combined: inline code among its guards",
  ]);
});

test("machine lint — reports an initial state that does not exist", () => {
  expect(lintMachine(createMachine({ id: "wrong", initial: "nowhere", states: { here: {} } }))).toEqual([
    'wrong: the initial state "nowhere" does not exist',
  ]);
});
