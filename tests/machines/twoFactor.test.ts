import { describe, expect, test } from "vitest";
import { createActor } from "xstate";
import { type Api, ApiProblem, createApi, NoAnswer } from "#api/client.ts";
import { twoFactorActors } from "#machines/accounts/twoFactor.actors.ts";
import { twoFactorMachine } from "#machines/accounts/twoFactor.machine.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

const off = { isEnabled: false, recoveryCodesLeft: 0 };
const on = { isEnabled: true, recoveryCodesLeft: 10 };
const refused = () => new ApiProblem(400, "Проверьте.", { code: "Код не подходит." });

const given = async (status = off) => {
  const machine = givenMachine(twoFactorMachine, undefined);
  machine.call("load").answer(status);
  await flushPromises();
  return { ...machine, snapshot: () => machine.actor.getSnapshot() };
};

const givenConfirming = async () => {
  const machine = await given();
  machine.actor.send({ type: "twoFactor.begin" });
  machine.call("begin").answer();
  await flushPromises();
  return machine;
};

const givenLeaving = async () => {
  const machine = await given(on);
  machine.actor.send({ type: "twoFactor.disable" });
  return machine;
};

describe("second factor", () => {
  test("state of the second factor — can be read again by the user after a failed read", async () => {
    const { actor, call } = givenMachine(twoFactorMachine, undefined);
    call("load").fail(new NoAnswer());
    await flushPromises();
    expect(actor.getSnapshot()).toMatchObject({ value: "failed", context: { failure: { kind: "unanswered" } } });
    actor.send({ type: "twoFactor.retry" });
    expect(actor.getSnapshot()).toMatchObject({ value: "loading", context: { failure: undefined } });
    call("load").answer(on);
    await flushPromises();
    expect(actor.getSnapshot()).toMatchObject({ value: "on", context: { status: on } });
  });

  test("recovery codes — are shown after the second factor is enabled", async () => {
    const { actor, call, snapshot } = await givenConfirming();
    expect(snapshot().value).toBe("confirming");
    actor.send({ type: "twoFactor.submit" });
    expect(snapshot().hasTag("busy")).toBe(true);
    call("enable").answer();
    await flushPromises();
    expect(snapshot().value).toBe("showing");
    actor.send({ type: "twoFactor.close" });
    expect(snapshot().value).toBe("loading");
    call("load").answer(on);
    await flushPromises();
    expect(snapshot()).toMatchObject({ value: "on", context: { status: on } });
  });

  test("second factor — is enabled once after a double click", async () => {
    const { actor, calls } = await givenConfirming();
    actor.send({ type: "twoFactor.submit" });
    actor.send({ type: "twoFactor.submit" });
    expect(calls.filter(({ actor: name }) => name === "enable")).toHaveLength(1);
  });

  test("second factor — shows the reason for a failed start", async () => {
    const { actor, call, snapshot } = await given();
    actor.send({ type: "twoFactor.begin" });
    call("begin").fail(new NoAnswer());
    await flushPromises();
    expect(snapshot()).toMatchObject({ value: "off", context: { failure: { kind: "unanswered" } } });
  });

  test("second factor — shows the form again after a wrong code", async () => {
    const { actor, call, snapshot } = await givenConfirming();
    actor.send({ type: "twoFactor.submit" });
    call("enable").fail(refused());
    await flushPromises();
    expect(snapshot()).toMatchObject({
      value: "confirming",
      context: { failure: { errors: { code: "Код не подходит." } } },
    });
    actor.send({ type: "twoFactor.edit" });
    expect(snapshot()).toMatchObject({ value: "confirming", context: { failure: undefined } });
    actor.send({ type: "twoFactor.cancel" });
    expect(snapshot().value).toBe("loading");
  });

  test("state of the second factor — is read again after an unanswered attempt to enable the second factor", async () => {
    const { actor, call, snapshot } = await givenConfirming();
    actor.send({ type: "twoFactor.submit" });
    call("enable").fail(new NoAnswer());
    await flushPromises();
    expect(snapshot()).toMatchObject({ value: "loading", context: { failure: { kind: "unanswered" } } });
    call("load").answer(on);
    await flushPromises();
    expect(snapshot().value).toBe("on");
  });

  test("state of the second factor — is read again if the server reports that the second factor is already enabled", async () => {
    const { actor, call, snapshot } = await givenConfirming();
    actor.send({ type: "twoFactor.submit" });
    call("enable").fail(new ApiProblem(409, "Вход по коду уже включён."));
    await flushPromises();
    call("load").answer(on);
    await flushPromises();
    expect(snapshot()).toMatchObject({ value: "on", context: { failure: { message: "Вход по коду уже включён." } } });
  });

  test("second factor — is disabled with a code", async () => {
    const { actor, call, emitted, snapshot } = await givenLeaving();
    expect(snapshot().value).toBe("leaving");
    actor.send({ type: "twoFactor.submit" });
    call("disable").answer();
    await flushPromises();
    expect(snapshot().value).toBe("off");
    expect(emitted).toEqual([{ type: "twoFactor.disabled" }]);
  });

  test("second factor — stays enabled after a refused attempt to disable it, and typing clears the failure", async () => {
    const { actor, call, snapshot } = await givenLeaving();
    actor.send({ type: "twoFactor.submit" });
    call("disable").fail(refused());
    await flushPromises();
    expect(snapshot()).toMatchObject({ value: "leaving", context: { failure: { kind: "refused" } } });
    actor.send({ type: "twoFactor.edit" });
    expect(snapshot()).toMatchObject({ value: "leaving", context: { failure: undefined } });
    actor.send({ type: "twoFactor.cancel" });
    expect(snapshot().value).toBe("loading");
  });

  test("state of the second factor — is read again after an unanswered attempt to disable the second factor", async () => {
    const { actor, call, snapshot } = await givenLeaving();
    actor.send({ type: "twoFactor.submit" });
    call("disable").fail(new NoAnswer());
    await flushPromises();
    expect(snapshot().value).toBe("loading");
    call("load").answer(off);
    await flushPromises();
    expect(snapshot().value).toBe("off");
  });

  test("second factor — a walk through the state machine reaches every state and takes every transition", () => {
    const { walk, done, failed } = givenWalk(twoFactorMachine);
    walk({
      input: undefined,
      events: [
        { type: "twoFactor.begin" },
        { type: "twoFactor.disable" },
        { type: "twoFactor.submit" },
        { type: "twoFactor.edit" },
        { type: "twoFactor.cancel" },
        { type: "twoFactor.close" },
        { type: "twoFactor.retry" },
        done("load", off),
        done("load", on),
        failed("load"),
        done("begin"),
        failed("begin"),
        done("enable"),
        failed("enable"),
        failed("enable", refused()),
        done("disable"),
        failed("disable"),
        failed("disable", refused()),
      ],
      project: ({ context }) => context.failure?.kind,
    });
  });
});

test("actors of the second factor — put neither the secret nor the codes into a context or an event", async () => {
  const sent: string[] = [];
  const answers: Readonly<Record<string, unknown>> = {
    GET: off,
    POST: { secret: "JBSWY3DP", uri: "otpauth://totp/x?secret=JBSWY3DP" },
    PUT: { recoveryCodes: ["ABCD-EFGH"] },
  };
  const api: Api = createApi({
    baseUrl: "http://server",
    fetch: async (request) => {
      sent.push(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`);
      return Response.json(answers[request.method]);
    },
  });
  const shown: unknown[] = [];
  const seen: string[] = [];
  const actors = twoFactorActors({
    api,
    userId: 4,
    read: () => ({ password: "пароль-7", code: "123456" }),
    showSecret: (secret) => shown.push(secret),
    showCodes: (codes) => shown.push(codes),
  });
  const actor = createActor(twoFactorMachine.provide({ actors }), {
    inspect: (inspected) => {
      const snapshot = "snapshot" in inspected ? inspected.snapshot : undefined;
      seen.push(JSON.stringify([snapshot, "event" in inspected && inspected.event]));
    },
  }).start();
  await expect.poll(() => actor.getSnapshot().value).toBe("off");
  actor.send({ type: "twoFactor.begin" });
  await expect.poll(() => actor.getSnapshot().value).toBe("confirming");
  actor.send({ type: "twoFactor.submit" });
  await expect.poll(() => actor.getSnapshot().value).toBe("showing");
  expect(sent).toEqual([
    "GET /api/Account/4/TwoFactor ",
    "POST /api/Account/4/TwoFactor ",
    'PUT /api/Account/4/TwoFactor {"password":"пароль-7","code":"123456"}',
  ]);
  expect(shown).toEqual([answers["POST"], ["ABCD-EFGH"]]);
  for (const secret of ["JBSWY3DP", "ABCD-EFGH", "пароль-7", "123456"]) expect(seen.join()).not.toContain(secret);
});
