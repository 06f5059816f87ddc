import { expect, test } from "vitest";
import { createActor, fromPromise } from "xstate";
import { ApiProblem } from "#api/client.ts";
import { taskMachine } from "#machines/core/task.machine.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

const givenTask = (work: () => Promise<number>) => {
  const counts: number[] = [];
  const run = fromPromise<number, { id: number }>(work);
  const actor = createActor(taskMachine.provide({ actors: { run } }));
  actor.on("task.done", ({ count }) => counts.push(count));
  return { actor: actor.start(), counts };
};

test("a task that requires a confirmation — reports the number of changed records only after the confirmation", async () => {
  const { actor, counts } = givenTask(async () => 340);
  actor.send({ type: "task.ask", id: 0 });
  actor.send({ type: "task.cancel" });
  await flushPromises();
  expect(counts).toEqual([]);
  actor.send({ type: "task.ask", id: 0 });
  actor.send({ type: "task.confirm" });
  await flushPromises();
  expect([counts, actor.getSnapshot().value]).toEqual([[340], "idle"]);
});

test("the refusal of a task — is shown until the user runs the task again", async () => {
  const { actor } = givenTask(() => Promise.reject(new ApiProblem(403, "Нет права")));
  actor.send({ type: "task.start", id: 5 });
  await flushPromises();
  expect(actor.getSnapshot().context.failure).toMatchObject({ kind: "refused", message: "Нет права" });
  actor.send({ type: "task.start", id: 5 });
  expect(actor.getSnapshot().context.failure).toBeUndefined();
});

test("task with a confirmation — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed } = givenWalk(taskMachine);
  walk({
    events: [
      { type: "task.ask", id: 1 },
      { type: "task.start", id: 1 },
      { type: "task.confirm" },
      { type: "task.cancel" },
      { type: "failure.dismiss" },
      done("run", 1),
      failed("run"),
    ],
  });
});

test("dismissing the refusal of a task — removes the message of the refusal", async () => {
  const { actor } = givenTask(() => Promise.reject(new ApiProblem(403, "Нет права")));
  actor.send({ type: "task.start", id: 5 });
  await flushPromises();
  actor.send({ type: "failure.dismiss" });
  expect(actor.getSnapshot()).toMatchObject({ value: "idle", context: { failure: undefined } });
});
