import { describe, expect, test, vi } from "vitest";
import { createActor, type EventObject, fromCallback, fromPromise, SimulatedClock } from "xstate";
import type { GeoPoint } from "#domain/geometry.ts";
import { type Positioning, positionShareActors } from "#machines/boards/positionShare.actors.ts";
import { type PositionReport, positionShareMachine } from "#machines/boards/positionShare.machine.ts";
import { describedApi } from "../support/machines/describedApi.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

const [here, there]: [GeoPoint, GeoPoint] = [
  { lat: 56.85, lon: 35.9 },
  { lat: 56.86, lon: 35.91 },
];
const found = (point: GeoPoint): PositionReport => ({ type: "position.found", point });

/** Starts the machine with a device that the test moves. Sending a position fails while `state.fail` is true. */
const givenShare = ({ wasShared = false, hasDevice = true } = {}) => {
  const clock = new SimulatedClock();
  const sent: (GeoPoint | null | undefined)[] = [];
  const state = { fail: false, report: (_: PositionReport): void => undefined, watching: 0 };
  const send = (point: GeoPoint | null | undefined): void => {
    if (state.fail) throw new Error("no network");
    sent.push(point);
  };
  const actor = createActor(
    positionShareMachine.provide({
      actors: {
        watch: fromCallback<EventObject>(({ sendBack }) => {
          if (!hasDevice) throw new Error("no device");
          state.watching += 1;
          state.report = sendBack;
          return () => {
            state.watching -= 1;
          };
        }),
        send: fromPromise<void, { readonly point: GeoPoint | undefined }>(async ({ input }) => send(input.point)),
        hide: fromPromise<void>(async () => send(null)),
      },
    }),
    { clock, input: { wasShared } },
  );
  actor.subscribe({ error: () => undefined });
  actor.start();
  return { actor, clock, sent, state, value: () => actor.getSnapshot().value };
};

describe("sharing of a courier's position", () => {
  test("the position of the device is not watched before the courier agrees", async () => {
    const { value, sent, state } = givenShare();
    await flushPromises();
    expect([value(), sent, state.watching]).toEqual(["off", [], 0]);
  });

  test("sharing of the position continues after a reload if the courier has agreed before", () => {
    const { value, state } = givenShare({ wasShared: true });
    expect([value(), state.watching]).toEqual([{ sharing: "locating" }, 1]);
  });

  test("the first position is sent immediately, then the latest position every 30 s", async () => {
    const { actor, clock, sent, state, value } = givenShare();
    actor.send({ type: "share.start" });
    state.report(found(here));
    await flushPromises();
    expect([sent, value()]).toEqual([[here], { sharing: "resting" }]);
    state.report(found(here));
    state.report(found(there));
    clock.increment(29_999);
    await flushPromises();
    expect(sent).toEqual([here]);
    clock.increment(1);
    await flushPromises();
    expect(sent).toEqual([here, there]);
    clock.increment(30_000);
    expect(value()).toEqual({ sharing: "locating" });
  });

  test("a position found while the previous position is being sent is sent after the next pause", async () => {
    const { clock, sent, state } = givenShare({ wasShared: true });
    state.report(found(here));
    state.report(found(there));
    await flushPromises();
    expect(sent).toEqual([here]);
    clock.increment(30_000);
    await flushPromises();
    expect(sent).toEqual([here, there]);
  });

  test("a failure to send a position is shown until the next position is sent", async () => {
    const { actor, clock, sent, state } = givenShare({ wasShared: true });
    state.fail = true;
    state.report(found(here));
    await flushPromises();
    expect(actor.getSnapshot().context.failure).toBeDefined();
    state.fail = false;
    state.report(found(there));
    clock.increment(30_000);
    await flushPromises();
    expect([sent, actor.getSnapshot().context.failure]).toEqual([[there], undefined]);
  });

  test("stopping the sharing hides the courier on the server and stops watching the device", async () => {
    const { actor, sent, state, value } = givenShare({ wasShared: true });
    state.report(found(here));
    await flushPromises();
    actor.send({ type: "share.stop" });
    expect([value(), state.watching]).toEqual(["hiding", 0]);
    await flushPromises();
    expect([value(), sent]).toEqual(["off", [here, null]]);
  });

  test.each([
    ["succeeds", false],
    ["fails", true],
  ] as const)(
    "an unsent position is dropped at the end of sharing if the request to hide the courier %s",
    async (_, fail) => {
      const { actor, sent, state, value } = givenShare({ wasShared: true });
      state.report(found(here));
      await flushPromises();
      state.report(found(there));
      state.fail = fail;
      actor.send({ type: "share.stop" });
      await flushPromises();
      state.fail = false;
      actor.send({ type: "share.start" });
      await flushPromises();
      expect(value()).toEqual({ sharing: "locating" });
      expect(sent).toEqual(fail ? [here] : [here, null]);
    },
  );

  test("hiding the position clears the failure of the previous attempt to send the position", async () => {
    const { actor, state, value } = givenShare({ wasShared: true });
    state.fail = true;
    state.report(found(here));
    await flushPromises();
    state.fail = false;
    actor.send({ type: "share.stop" });
    await flushPromises();
    expect([value(), actor.getSnapshot().context.failure]).toEqual(["off", undefined]);
  });

  test("a failed request to hide the position is shown, and sharing stays off", async () => {
    const { actor, state, value } = givenShare({ wasShared: true });
    state.fail = true;
    actor.send({ type: "share.stop" });
    await flushPromises();
    expect([value(), actor.getSnapshot().context.failure === undefined]).toEqual(["off", false]);
  });

  test("a denied location permission stops the sharing and drops the unsent position, and the courier can start again", () => {
    const { actor, state, value } = givenShare({ wasShared: true });
    state.report(found(here));
    state.report(found(there));
    state.report({ type: "position.denied" });
    expect([value(), state.watching]).toEqual(["denied", 0]);
    actor.send({ type: "share.start" });
    expect(value()).toEqual({ sharing: "locating" });
  });

  test("a device without positioning is treated like a denied permission", () => {
    expect(givenShare({ wasShared: true, hasDevice: false }).value()).toBe("denied");
  });

  test("sharing of a courier's position — a walk through the state machine reaches every state and takes every transition", () => {
    const { walk, done, failed, after } = givenWalk(positionShareMachine);
    walk({
      inputs: [{ wasShared: false }, { wasShared: true }],
      events: [
        { type: "share.start" },
        { type: "share.stop" },
        found(here),
        { type: "position.denied" },
        done("send", undefined),
        failed("send"),
        done("hide", undefined),
        failed("hide"),
        failed("watch"),
        after("pause"),
      ],
    });
  });
});

describe("actors of position sharing", () => {
  const position = (latitude: number, longitude: number) => ({ coords: { latitude, longitude } });

  test("the geolocation watch reports rounded positions and denied permissions, and is cleared when the sharing stops", async () => {
    const watchPosition = vi.fn<Positioning["watchPosition"]>(() => 7);
    const clearWatch = vi.fn();
    const { api, calls } = describedApi(() => new Response(null, { status: 204 }));
    const actors = positionShareActors({ api, companyId: 1, positioning: { watchPosition, clearWatch } });
    const machine = createActor(positionShareMachine.provide({ actors }), { input: { wasShared: true } });
    machine.start();
    const [onFound, onError] = watchPosition.mock.calls[0] ?? [];
    onError?.({ code: 3 });
    expect(machine.getSnapshot().matches("sharing")).toBe(true);
    onFound?.(position(56.850049, 35.90006));
    await flushPromises();
    machine.send({ type: "share.stop" });
    expect(clearWatch).toHaveBeenCalledWith(7);
    await flushPromises();
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      ["/api/Delivery/Company/1/Position", { point: { lat: 56.85, lon: 35.9001 } }],
      ["/api/Delivery/Company/1/Position", { point: null }],
    ]);
    machine.send({ type: "share.start" });
    const [, onLaterError] = watchPosition.mock.calls[1] ?? [];
    onLaterError?.({ code: 1 });
    expect(machine.getSnapshot().value).toBe("denied");
    machine.stop();
  });

  test("a device without positioning cannot be watched", () => {
    const { api } = describedApi(() => undefined);
    const actors = positionShareActors({ api, companyId: 1, positioning: undefined });
    const machine = createActor(positionShareMachine.provide({ actors }), { input: { wasShared: true } });
    machine.start();
    expect(machine.getSnapshot().value).toBe("denied");
  });
});
