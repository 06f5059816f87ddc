import { expect, test } from "vitest";
import { createActor } from "xstate";
import { ApiProblem, NoAnswer } from "#api/client.ts";
import { blankSupplier, type SupplierDraft, supplierEditor } from "#machines/directory/descriptors/suppliers.ts";
import { entryCreationActors } from "#machines/directory/entryCreation.actors.ts";
import {
  addCreated,
  entryCreationMachine,
  entryCreationMachineOf,
  type NamedEntryDraft,
} from "#machines/directory/entryCreation.machine.ts";
import { describedApi } from "../support/machines/describedApi.ts";
import { steadyEnvironment } from "../support/machines/environments.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { aFailure } from "../support/machines/orderEditorSamples.ts";

const open = { type: "creation.open" as const, draft: { name: "" } };
const submit = { type: "creation.submit" as const };
const cancel = { type: "creation.cancel" as const };
const journalled = { type: "mutation.journalled" as const, key: "key-1" };
const doubtful = { type: "mutation.doubtful" as const };
const recorded = { type: "mutation.recorded" as const, result: { id: 7 } };
const refused = { type: "mutation.refused" as const, failure: aFailure("refused", "Уже есть") };
const named = (name: string) => ({ type: "name.change" as const, name });

/** Starts the machine and submits an entry with a name. */
const givenSubmitted = (name: string) => {
  const given = givenMachine(entryCreationMachine, undefined);
  given.actor.send(open);
  given.actor.send(named(name));
  given.actor.send(submit);
  return given;
};

test("new directory entry — is sent with a trimmed name, and is not sent without a name", () => {
  const { actor, call } = givenSubmitted("  ");
  expect(actor.getSnapshot().value).toBe("naming");
  actor.send(named(" Супы "));
  actor.send(submit);
  expect(call("save").input).toEqual({ request: { name: "Супы" }, key: undefined });
});

test("recorded directory entry — is reported once, closes the dialog, and is added to the loaded choices", () => {
  const { actor, emitted } = givenSubmitted("Супы");
  actor.send(journalled);
  actor.send(recorded);
  expect(actor.getSnapshot()).toMatchObject({ value: "closed", context: { unanswered: undefined } });
  expect(emitted).toEqual([{ type: "entry.created", id: 7 }]);
  const { created } = actor.getSnapshot().context;
  const toRow = (id: number, { name }: NamedEntryDraft) => ({ id, name });
  const loaded = [{ id: 1, name: "Пицца" }];
  expect(addCreated(loaded, created, toRow)).toEqual([...loaded, { id: 7, name: "Супы" }]);
  expect(addCreated([{ id: 7, name: "Суп" }], created, toRow)).toEqual([{ id: 7, name: "Суп" }]);
  expect(addCreated(loaded, [], toRow)).toBe(loaded);
});

test("refused directory entry — shows the reason, and the next attempt has a new idempotency key", () => {
  const { actor, call } = givenSubmitted("Супы");
  actor.send(journalled);
  actor.send(refused);
  expect(actor.getSnapshot()).toMatchObject({ value: "naming", context: { failure: refused.failure } });
  actor.send(submit);
  expect(actor.getSnapshot().context.failure).toBeUndefined();
  expect(call("save").input).toEqual({ request: { name: "Супы" }, key: undefined });
});

test("dialog of a new directory entry — can be cancelled after a refusal, and opens again with empty fields", () => {
  const { actor } = givenSubmitted("Супы");
  actor.send(refused);
  actor.send(cancel);
  expect(actor.getSnapshot().value).toBe("closed");
  actor.send(open);
  expect(actor.getSnapshot()).toMatchObject({ value: "naming", context: { draft: { name: "" }, failure: undefined } });
});

test("unexpected error while a directory entry is saved — is shown in the dialog", async () => {
  const { actor, call } = givenSubmitted("Супы");
  call("save").fail(new Error("broken"));
  await flushPromises();
  expect(actor.getSnapshot()).toMatchObject({ value: "naming", context: { failure: { kind: "fault" } } });
});

test("unanswered creation of a directory entry — can be left while its outcome is unknown, and reuses its idempotency key only for the same name", () => {
  const { actor, call } = givenSubmitted("Супы");
  actor.send(cancel);
  expect(actor.getSnapshot().value).toEqual({ saving: "sending" });
  actor.send(journalled);
  actor.send(doubtful);
  actor.send(cancel);
  expect(actor.getSnapshot().value).toBe("closed");
  actor.send({ ...open, draft: { name: "Супы" } });
  actor.send(submit);
  expect(call("save").input).toEqual({ request: { name: "Супы" }, key: "key-1" });
  actor.send(doubtful);
  actor.send(cancel);
  actor.send({ ...open, draft: { name: "Салаты" } });
  actor.send(submit);
  expect(call("save").input).toEqual({ request: { name: "Салаты" }, key: undefined });
});

test("creation of a directory entry — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, failed } = givenWalk(entryCreationMachine);
  walk({
    events: [open, named("Супы"), named(""), submit, cancel, journalled, doubtful, recorded, refused, failed("save")],
    project: ({ context }) => [
      context.draft?.name,
      context.unanswered !== undefined,
      context.failure !== undefined,
      context.created.length > 0,
    ],
    invariant: ({ context, value }) => {
      if (value !== "closed") expect(context.draft).toBeDefined();
    },
  });
});

test("creation of a supplier with a lost answer — is retried under the same idempotency key, and creates one supplier", async () => {
  const { api, calls } = describedApi();
  let attempts = 0;
  const save: typeof supplierEditor.save = async (...input) => {
    const saved = await supplierEditor.save(...input);
    attempts += 1;
    if (attempts === 1) throw new NoAnswer();
    return saved;
  };
  const actors = entryCreationActors(
    { save },
    { api, scope: { companyId: 5 }, environment: steadyEnvironment, newKey: () => "supplier-key-1" },
  );
  const actor = createActor(entryCreationMachineOf<SupplierDraft>().provide({ actors })).start();
  actor.send({ type: "creation.open", draft: { ...blankSupplier, name: "Мельница" } });
  actor.send(submit);
  await flushPromises();
  await flushPromises();
  await flushPromises();
  expect(actor.getSnapshot()).toMatchObject({
    value: "closed",
    context: { created: [{ draft: { name: "Мельница" } }] },
  });
  expect(calls.map(({ path, key }) => [path, key])).toEqual([
    ["/api/Supplier/Company/5", "supplier-key-1"],
    ["/api/Supplier/Company/5", "supplier-key-1"],
  ]);
});

test("refused creation of a supplier — is not retried", async () => {
  const { api } = describedApi();
  const problem = new ApiProblem(400, "Ошибка", { name: "Уже есть." });
  const actors = entryCreationActors(
    { save: () => Promise.reject(problem) },
    { api, scope: { companyId: 5 }, environment: steadyEnvironment, newKey: () => "supplier-key-1" },
  );
  const actor = createActor(entryCreationMachine.provide({ actors })).start();
  actor.send({ type: "creation.open", draft: { name: "Мельница" } });
  actor.send(submit);
  await flushPromises();
  await flushPromises();
  expect(actor.getSnapshot()).toMatchObject({ value: "naming", context: { failure: { kind: "refused" } } });
});
