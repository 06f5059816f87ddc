import { expect, test } from "vitest";
import { createActor } from "xstate";
import { ApiProblem, type Schemas } from "#api/client.ts";
import { companyCopyActors } from "#machines/catalogue/companyCopy.actors.ts";
import { companyCopyMachine } from "#machines/catalogue/companyCopy.machine.ts";
import { type CopySource, copyParts, listCopySources, reasonNotToCopy } from "#machines/catalogue/companyCopy.ts";
import { describedApi } from "../support/machines/describedApi.ts";
import { steadyEnvironment } from "../support/machines/environments.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { aFailure } from "../support/machines/orderEditorSamples.ts";

const full: CopySource = { id: 1, name: "Пекарня", parts: copyParts };
const limited: CopySource = { id: 2, name: "Суши", parts: ["tags", "discounts"] };
const report = { counts: [{ kind: "tag" as const, added: 2, existing: 1, unresolved: 0 }] };
const choose = { type: "company.choose" as const, id: 2 };
const submit = { type: "copy.submit" as const };
const close = { type: "copy.close" as const };

const givenCopy = (sources: readonly CopySource[]) => givenMachine(companyCopyMachine, { companyId: 5, sources });

const aCompany = (id: number, permissions: readonly string[]): Schemas["Company"] =>
  ({ id, name: `Компания ${id}`, permissions: Object.fromEntries(permissions.map((name) => [name, 1])) }) as never;

test("listCopySources — offers the companies and parts that the user's permissions in both companies allow", () => {
  const target = aCompany(5, ["settings.edit", "catalogue.edit"]);
  const companies = [
    aCompany(1, ["order.view", "catalogue.view"]),
    aCompany(2, ["order.view"]),
    aCompany(3, ["catalogue.view"]),
    target,
  ];
  const withoutMenu = copyParts.filter((part) => part !== "menu");
  expect(listCopySources(companies, 5)).toEqual([
    { id: 1, name: "Компания 1", parts: copyParts },
    { id: 2, name: "Компания 2", parts: withoutMenu },
  ]);
  const poor = [aCompany(1, ["order.view", "catalogue.view"]), aCompany(5, ["settings.edit"])];
  expect(listCopySources(poor, 5)).toEqual([{ id: 1, name: "Компания 1", parts: withoutMenu }]);
  expect(listCopySources([...companies.slice(0, 3), aCompany(5, ["order.view"])], 5)).toEqual([]);
  expect(listCopySources(companies, 9)).toEqual([]);
});

test("company copy dialog — preselects the only source company with all its parts, but no company if there are several", () => {
  expect(givenCopy([full]).actor.getSnapshot().context).toMatchObject({ source: full, parts: copyParts });
  const { actor } = givenCopy([full, limited]);
  expect(reasonNotToCopy(actor.getSnapshot().context)).toBe("noCompany");
  actor.send(submit);
  expect(actor.getSnapshot().value).toBe("choosing");
  actor.send(choose);
  expect(actor.getSnapshot().context).toMatchObject({ source: limited, parts: ["tags", "discounts"] });
});

test("parts of a company copy — have a fixed sequence, and cannot include a part that the user may not copy", () => {
  const { actor } = givenCopy([limited]);
  for (const part of ["tags", "discounts", "menu"] as const) actor.send({ type: "part.toggle", part });
  expect(actor.getSnapshot().context.parts).toEqual([]);
  expect(reasonNotToCopy(actor.getSnapshot().context)).toBe("noParts");
  actor.send(submit);
  expect(actor.getSnapshot().value).toBe("choosing");
  for (const part of ["discounts", "tags"] as const) actor.send({ type: "part.toggle", part });
  expect(actor.getSnapshot().context.parts).toEqual(["tags", "discounts"]);
});

test("company copy dialog — cannot be closed until the outcome is known, and then shows the report", () => {
  const { actor, emitted, call } = givenCopy([limited]);
  actor.send(submit);
  expect(call("mutation").input).toMatchObject({
    request: { companyId: 5, fromCompanyId: 2, parts: ["tags", "discounts"] },
  });
  actor.send(close);
  expect([actor.getSnapshot().value, emitted]).toEqual(["copying", []]);
  actor.send({ type: "mutation.recorded", result: report });
  expect(actor.getSnapshot()).toMatchObject({ value: "done", context: { report } });
  actor.send(close);
  expect(emitted).toEqual([{ type: "copy.done" }, { type: "copy.closed" }]);
});

test("refused copying between companies — shows the reason until the next attempt", () => {
  const { actor, emitted } = givenCopy([limited]);
  actor.send(submit);
  const failure = aFailure("refused", "Нет права");
  actor.send({ type: "mutation.refused", failure });
  expect(actor.getSnapshot()).toMatchObject({ value: "choosing", context: { failure } });
  actor.send(submit);
  expect(actor.getSnapshot().context.failure).toBeUndefined();
  actor.send({ type: "mutation.dropped" });
  expect(actor.getSnapshot().value).toBe("choosing");
  actor.send(close);
  expect(emitted).toEqual([{ type: "copy.closed" }]);
});

test("copying between companies — an error of the actor `mutation` is shown in the dialog", async () => {
  const { actor, call } = givenCopy([limited]);
  actor.send(submit);
  call("mutation").fail(new ApiProblem(500, "Сбой"));
  await flushPromises();
  expect(actor.getSnapshot()).toMatchObject({ value: "choosing", context: { failure: { message: "Сбой" } } });
});

test("copying between companies — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, failed } = givenWalk(companyCopyMachine);
  walk({
    inputs: [{ companyId: 5, sources: [full, limited] }],
    events: [
      choose,
      { type: "part.toggle", part: "tags" },
      { type: "part.toggle", part: "discounts" },
      submit,
      close,
      { type: "mutation.recorded", result: report },
      { type: "mutation.refused", failure: aFailure("refused", "Нет") },
      { type: "mutation.dropped" },
      failed("mutation"),
    ],
    project: ({ context }) => [context.source?.id, context.parts.length],
  });
});

test("copying between companies — sends one request with an idempotency key", async () => {
  const { api, calls } = describedApi();
  const actors = companyCopyActors({ api, environment: steadyEnvironment, newKey: () => "copy-key-1" });
  const actor = createActor(companyCopyMachine.provide({ actors }), { input: { companyId: 5, sources: [limited] } });
  actor.start().send(submit);
  await flushPromises();
  await flushPromises();
  expect(actor.getSnapshot().value).toBe("done");
  expect(calls.map(({ path, body, key }) => [path, body, key])).toEqual([
    ["/api/Company/5/CopyFrom", { fromCompanyId: 2, parts: ["tags", "discounts"] }, "copy-key-1"],
  ]);
});
