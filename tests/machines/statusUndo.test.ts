import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createActor } from "xstate";
import { createApi } from "#api/client.ts";
import { statusUndoActors } from "#machines/orders/status/statusUndo.actors.ts";
import { statusUndoMachine } from "#machines/orders/status/statusUndo.machine.ts";
import { steadyEnvironment } from "../support/machines/environments.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { aFailure } from "../support/machines/orderEditorSamples.ts";
import { anOrder } from "../support/machines/orderSamples.ts";
import { createOrderServer } from "../support/machines/paymentFixtures.ts";

type OrderServer = ReturnType<typeof createOrderServer>;

const input = { request: { companyId: 1, orderId: 17, version: 8, statusId: 1, reason: "" } };
const recorded = { type: "mutation.recorded", result: anOrder() } as const;
const stale = { type: "mutation.stale", current: { order: anOrder(), unpaid: undefined } } as const;
const refused = { type: "mutation.refused", failure: aFailure("refused") } as const;
const notRecorded = { type: "mutation.notRecorded" } as const;

test("undo of a status change — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, failed, after } = givenWalk(statusUndoMachine);
  walk({
    input,
    project: ({ context }) => context.failure?.kind,
    invariant: ({ context, value }) => {
      if (value !== "refused" && value !== "ended") expect(context.failure).toBeUndefined();
    },
    events: [
      { type: "undo.run" },
      { type: "undo.dismiss" },
      recorded,
      stale,
      refused,
      notRecorded,
      failed("undo"),
      after("offer"),
    ],
  });
});

describe("undo of a status change", () => {
  const given = () => {
    const machine = givenMachine(statusUndoMachine, input);
    return { ...machine, value: () => machine.actor.getSnapshot().value };
  };

  test("undo of a status change — is offered for 8 s", () => {
    const { clock, emitted, value } = given();
    clock.increment(7999);
    expect(value()).toBe("offered");
    clock.increment(1);
    expect(value()).toBe("ended");
    expect(emitted).toEqual([{ type: "undo.ended" }]);
  });

  test("undo of a status change — is sent once with the former status, and does not expire during the request", () => {
    const { actor, calls, call, clock, value } = given();
    actor.send({ type: "undo.run" });
    actor.send({ type: "undo.run" });
    clock.increment(60_000);
    expect(value()).toBe("running");
    expect(calls).toHaveLength(1);
    expect(call("undo").input).toEqual(input);
  });

  test("undo of a status change — ends when the undo is recorded", () => {
    const { actor, emitted, value } = given();
    actor.send({ type: "undo.run" });
    actor.send(recorded);
    expect(value()).toBe("ended");
    expect(emitted).toEqual([{ type: "undo.done" }, { type: "undo.ended" }]);
  });

  test.each([
    ["is refused", refused, aFailure("refused")],
    ["conflicts with another user's change", stale, undefined],
    ["is not recorded", notRecorded, undefined],
  ])(
    "undo of a status change — an undo that %s is shown as refused until the user dismisses the message",
    (_, event, failure) => {
      const { actor, emitted, value } = given();
      actor.send({ type: "undo.run" });
      actor.send(event);
      expect([value(), actor.getSnapshot().context.failure]).toEqual(["refused", failure]);
      expect(emitted).toEqual([{ type: "undo.refused" }]);
      actor.send({ type: "undo.dismiss" });
      expect(value()).toBe("ended");
      expect(emitted.at(-1)).toEqual({ type: "undo.ended" });
    },
  );

  test("undo of a status change — an error of the actor that sends the undo is reported without a reason", async () => {
    const { actor, call, emitted, value } = given();
    actor.send({ type: "undo.run" });
    call("undo").fail();
    await vi.waitFor(() => expect(value()).toBe("refused"), { timeout: 30_000 });
    expect(actor.getSnapshot().context.failure).toBeUndefined();
    expect(emitted).toEqual([{ type: "undo.refused" }]);
  });
});

describe("undo of a status change on a server", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Returns a server with an order that just got the status 2 instead of 1, and the undo of this change. */
  const givenUndo = (spoil: (server: OrderServer) => void = () => undefined) => {
    const server = createOrderServer();
    server.changeStatus(2);
    const { companyId, orderId } = input.request;
    const request = { companyId, orderId, version: server.order().version, statusId: 1, reason: "" };
    spoil(server);
    let keys = 0;
    const calls: string[] = [];
    const fetch = (sent: Request) => {
      calls.push(`${sent.method} ${new URL(sent.url).pathname}`);
      return server.fetch(sent);
    };
    const parts = {
      api: createApi({ baseUrl: "http://server", fetch }),
      environment: steadyEnvironment,
      newKey: () => `undo-key-${++keys}`,
    };
    const undo = createActor(statusUndoMachine.provide({ actors: statusUndoActors(parts) }), { input: { request } });
    const emitted: string[] = [];
    undo.on("*", ({ type }) => emitted.push(type));
    undo.start();
    undo.send({ type: "undo.run" });
    return { server, undo, emitted, calls };
  };

  test("undo of a status change — restores the former status with one idempotency key", async () => {
    const { server, undo, emitted, calls } = givenUndo();
    await vi.advanceTimersByTimeAsync(1000);
    expect([server.order().statusId, undo.getSnapshot().value]).toEqual([1, "ended"]);
    expect(emitted).toEqual(["undo.done", "undo.ended"]);
    expect(server.sent.map(({ key }) => key)).toEqual(["undo-key-1"]);
    expect(calls).toEqual(["POST /api/Order/Company/1/17/Undo"]);
  });

  test("undo of a status change — counts as recorded if only the answer is lost", async () => {
    const { server, emitted } = givenUndo((spoiled) => spoiled.setNetwork("answerLost"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.order().statusId).toBe(1);
    expect(emitted).toEqual(["undo.done", "undo.ended"]);
  });

  test("undo of a status change — ends as refused if the request does not reach the server", async () => {
    const { server, undo } = givenUndo((spoiled) => spoiled.setNetwork("requestLost"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([server.order().statusId, undo.getSnapshot().value]).toEqual([2, "refused"]);
  });

  test.each([
    ["is too late", (server: OrderServer) => server.expireUndo(), "Вернуть прежний статус уже нельзя."],
    ["conflicts with another user's change", (server: OrderServer) => server.change({ note: "без лука" }), undefined],
  ])("undo of a status change — an undo that %s changes nothing and ends as refused", async (_, spoil, message) => {
    const { server, undo, emitted } = givenUndo(spoil);
    await vi.advanceTimersByTimeAsync(1000);
    const { value, context } = undo.getSnapshot();
    expect([value, context.failure?.message]).toEqual(["refused", message]);
    expect(server.order().statusId).toBe(2);
    expect(emitted).toEqual(["undo.refused"]);
  });
});
