import { expect, test } from "vitest";
import { createActor, fromPromise } from "xstate";
import { pageMachine } from "#machines/shell/page.machine.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";

test("page machine — reports the error of a child actor", async () => {
  const faults: unknown[] = [];
  const page = createActor(
    pageMachine.provide({ actions: { reportFault: (_: unknown, error: unknown) => faults.push(error) } }),
  ).start();
  page.send({ type: "xstate.error.actor.orders", error: new Error("broken") });
  await flushPromises();
  expect(faults).toEqual([new Error("broken")]);
});

test("page machine — stops an actor on request", () => {
  const page = createActor(pageMachine).start();
  const child = createActor(
    fromPromise(() => new Promise(() => {})),
    { parent: page },
  ).start();
  page.send({ type: "actor.stop", actor: child });
  expect(child.getSnapshot().status).toBe("stopped");
});
