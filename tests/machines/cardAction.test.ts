import { expect, test } from "vitest";
import { createActor } from "xstate";
import { ApiProblem } from "#api/client.ts";
import { cardActionActors } from "#machines/customers/cardAction.actors.ts";
import { cardActionMachine } from "#machines/customers/cardAction.machine.ts";
import { type ActedResult, reasonNotToActOnCard } from "#machines/customers/cardAction.ts";
import { describedApi } from "../support/machines/describedApi.ts";
import { steadyEnvironment } from "../support/machines/environments.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { aFailure } from "../support/machines/orderEditorSamples.ts";

const card = { companyId: 1, id: 31, version: 3 };
const merge = { ...card, kind: "merge" as const, intoId: 77 };
const changed = { companyId: 1, id: 31, version: 4, phone: "+79161234567" } as ActedResult;
const facts = { isAnonymized: false, mergedInto: null, openOrderCount: 0 };
const open = { type: "action.open" as const, kind: "merge" as const, card, facts };

test("action on a customer card — runs after the confirmation and reports the changed card", () => {
  const { actor, emitted } = givenMachine(cardActionMachine, undefined);
  actor.send({ type: "action.submit", request: merge });
  expect(actor.getSnapshot().value).toBe("idle");
  actor.send(open);
  actor.send({ type: "action.cancel" });
  expect(actor.getSnapshot().hasTag("open")).toBe(false);
  actor.send(open);
  actor.send({ type: "action.submit", request: merge });
  expect(actor.getSnapshot()).toMatchObject({ value: "running", context: { request: merge } });
  actor.send({ type: "mutation.recorded", result: changed });
  expect(actor.getSnapshot().value).toBe("idle");
  expect(emitted).toEqual([{ type: "action.done", kind: "merge", result: changed }]);
});

test("refused action on a customer card — leaves the dialog open, and shows the reason until the next attempt", () => {
  const { actor } = givenMachine(cardActionMachine, undefined);
  actor.send(open);
  actor.send({ type: "action.submit", request: merge });
  const failure = aFailure("refused", "Уже объединена");
  actor.send({ type: "mutation.refused", failure });
  expect(actor.getSnapshot()).toMatchObject({ value: "asking", context: { failure } });
  actor.send({ type: "action.submit", request: merge });
  expect(actor.getSnapshot().context.failure).toBeUndefined();
  actor.send({ type: "mutation.dropped" });
  expect(actor.getSnapshot().value).toBe("asking");
});

test("action on a customer card — after another user's change, shows the changed card and asks for a second confirmation", () => {
  const { actor, emitted } = givenMachine(cardActionMachine, undefined);
  actor.send(open);
  actor.send({ type: "action.submit", request: merge });
  actor.send({ type: "mutation.stale", current: changed });
  expect(actor.getSnapshot()).toMatchObject({
    value: "asking",
    context: { isStale: true, card: { ...card, version: 4 } },
  });
  expect(emitted).toEqual([{ type: "card.changed" }]);
});

test("action on a customer card — is refused without the permission, and reports the reason", () => {
  const { actor, calls } = givenMachine(cardActionMachine, { permissions: {} });
  expect(actor.getSnapshot().can(open)).toBe(false);
  actor.send(open);
  expect(actor.getSnapshot()).toMatchObject({ value: "idle", context: { card: undefined } });
  const { permissions } = actor.getSnapshot().context;
  for (const kind of ["merge", "unmerge", "anonymize", "edit"] as const)
    expect(reasonNotToActOnCard(permissions, kind, facts)).toEqual({ code: "permission", permission: "customer.edit" });
  actor.send({ type: "permissions.change", permissions: { "customer.edit": 1 } });
  actor.send(open);
  expect(actor.getSnapshot().value).toBe("asking");
  actor.send({ type: "permissions.change", permissions: {} });
  actor.send({ type: "action.submit", request: merge });
  expect([actor.getSnapshot().value, calls.length]).toEqual(["asking", 0]);
});

test.each([
  ["anonymized", { isAnonymized: true }, ["merge", "anonymize", "edit"]],
  ["merged", { mergedInto: { id: 77, alias: null, phone: "+79161234567" } }, ["merge", "anonymize", "edit"]],
  ["openOrder", { openOrderCount: 1 }, ["anonymize"]],
] as const)("action on a customer card — is refused with the reason '%s'", (code, change, refused) => {
  const { actor } = givenMachine(cardActionMachine, undefined);
  for (const kind of ["merge", "unmerge", "anonymize"] as const) {
    const isRefused = refused.some((one) => one === kind);
    const shown = { ...facts, ...change };
    expect(reasonNotToActOnCard(undefined, kind, shown)).toEqual(isRefused ? { code } : undefined);
    actor.send({ ...open, kind, facts: shown });
    expect(actor.getSnapshot().value).toBe(isRefused ? "idle" : "asking");
    actor.send({ type: "action.cancel" });
  }
  expect(reasonNotToActOnCard(undefined, "edit", { ...facts, ...change })).toEqual(
    refused.some((one) => one === "edit") ? { code } : undefined,
  );
});

test("action on a customer card — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, failed } = givenWalk(cardActionMachine);
  walk({
    events: [
      { type: "permissions.change", permissions: {} },
      { type: "permissions.change", permissions: undefined },
      open,
      { type: "action.submit", request: merge },
      { type: "action.cancel" },
      { type: "mutation.recorded", result: changed },
      { type: "mutation.stale", current: changed },
      { type: "mutation.refused", failure: aFailure("refused", "Нет") },
      { type: "mutation.dropped" },
      failed("mutation"),
    ],
  });
});

test("actions on a customer card — send an idempotency key and, except for anonymisation, the version", async () => {
  const { api, calls } = describedApi();
  let keys = 0;
  const actors = cardActionActors({ api, environment: steadyEnvironment, newKey: () => `card-key-${++keys}` });
  for (const request of [
    merge,
    { ...card, kind: "unmerge" as const },
    { companyId: 1, id: 31, kind: "anonymize" as const, phoneEnding: "4567" },
  ]) {
    const actor = createActor(cardActionMachine.provide({ actors })).start();
    actor.send({ ...open, kind: request.kind });
    actor.send({ type: "action.submit", request });
    await flushPromises();
    await flushPromises();
    expect(actor.getSnapshot().value).toBe("idle");
  }
  expect(calls.map(({ path, body, version, key }) => [path, body, version, key])).toEqual([
    ["/api/Customer/31/Company/1/Merge", { intoId: 77 }, '"3"', "card-key-1"],
    ["/api/Customer/31/Company/1/Unmerge", undefined, '"3"', "card-key-2"],
    ["/api/Customer/31/Company/1/Anonymize", { phoneEnding: "4567" }, null, "card-key-3"],
  ]);
});

test("action on a customer card — an error of the actor `mutation` is shown in the dialog", () => {
  const { actor, call } = givenMachine(cardActionMachine, undefined);
  actor.send(open);
  actor.send({ type: "action.submit", request: merge });
  call("mutation").fail(new ApiProblem(500, "Сбой"));
  return flushPromises().then(() =>
    expect(actor.getSnapshot()).toMatchObject({ value: "asking", context: { failure: { message: "Сбой" } } }),
  );
});
