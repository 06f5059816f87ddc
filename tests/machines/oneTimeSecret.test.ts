import { expect, test } from "vitest";
import { createActor } from "xstate";
import { createOneTimeSecrets } from "#app/services/oneTimeSecrets.ts";
import { oneTimeSecretMachine } from "#machines/accounts/oneTimeSecret.machine.ts";
import { pageMachine } from "#machines/shell/page.machine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

const label = { kind: "passwordLink", holder: "" } as const;

const givenSecrets = () => createOneTimeSecrets(createActor(pageMachine).start());

test("the text of a one-time secret — is deleted when the user closes the secret", () => {
  const { actor, issue, text } = givenSecrets();
  issue(label, "/password#abc");
  expect([actor.getSnapshot().value, text()]).toEqual(["shown", "/password#abc"]);
  actor.send({ type: "secret.close" });
  expect([actor.getSnapshot().value, actor.getSnapshot().context.label, text()]).toEqual(["hidden", undefined, ""]);
});

test("a newer one-time secret — replaces the secret that is shown", () => {
  const { actor, issue, text } = givenSecrets();
  issue(label, "/password#abc");
  issue({ kind: "phoneToken", holder: "+74952000001" }, "token");
  expect([actor.getSnapshot().context.label?.kind, text()]).toEqual(["phoneToken", "token"]);
});

test("snapshot of the one-time secret machine — does not contain the text of the secret", () => {
  const { actor, issue } = givenSecrets();
  issue(label, "/password#abc");
  expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain("abc");
});

test("one-time secret — a walk through the state machine reaches every state and takes every transition", () => {
  givenWalk(oneTimeSecretMachine).walk({ events: [{ type: "secret.issue", label }, { type: "secret.close" }] });
});
