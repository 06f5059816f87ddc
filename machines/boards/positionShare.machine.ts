import { assign, setup } from "xstate";
import type { GeoPoint } from "#domain/geometry.ts";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { callbackStub, stub } from "#machines/core/stub.ts";

/** Report of the device: a position, or the fact that the user has denied access to the position. */
export type PositionReport =
  | { readonly type: "position.found"; readonly point: GeoPoint }
  | { readonly type: "position.denied" };

/** Sharing of a courier's position with the dispatchers, while the courier agrees (areas, section 8). */
export const positionShareMachine = setup({
  types: {
    context: {} as {
      /** True if the courier had already agreed when this machine was started. */
      readonly wasShared: boolean;
      /** Latest unsent position of the phone. */
      readonly point: GeoPoint | undefined;
      /** Position that is being sent. */
      readonly sent: GeoPoint | undefined;
      /** Failure of the last attempt to send or hide the position. */
      readonly failure: Failure | undefined;
    },
    input: {} as { readonly wasShared: boolean },
    events: {} as PositionReport | { type: "share.start" } | { type: "share.stop" },
    tags: {} as "shared",
  },
  actors: {
    watch: callbackStub("watch"),
    send: stub<void, { readonly point: GeoPoint | undefined }>("send"),
    hide: stub<void>("hide"),
  },
  guards: {
    isResumed: ({ context }) => context.wasShared,
    hasPoint: ({ context }) => context.point !== undefined,
  },
  actions: {
    keepPoint: assign((_, point: GeoPoint) => ({ point })),
    /** Moves the position from `point` to `sent`. A position that arrives during the request is stored in `point`. */
    takePoint: assign(({ context }) => ({ sent: context.point, point: undefined })),
    forgetPoint: assign({ point: undefined }),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ failure: undefined }),
  },
  delays: { pause: 30_000 },
}).createMachine({
  id: "positionShare",
  context: ({ input }) => ({ ...input, point: undefined, sent: undefined, failure: undefined }),
  initial: "deciding",
  states: {
    deciding: { always: [{ guard: "isResumed", target: "sharing" }, { target: "off" }] },
    off: { on: { "share.start": "sharing" } },
    sharing: {
      tags: "shared",
      invoke: {
        id: "watch",
        src: "watch",
        onError: { target: "denied", description: "The phone has no positioning." },
      },
      on: {
        "position.found": { actions: { type: "keepPoint", params: ({ event }) => event.point } },
        "position.denied": { target: "denied", actions: "forgetPoint" },
        "share.stop": "hiding",
      },
      initial: "locating",
      states: {
        locating: { always: { guard: "hasPoint", target: "sending", actions: "takePoint" } },
        sending: {
          invoke: {
            id: "send",
            src: "send",
            input: ({ context: { sent } }) => ({ point: sent }),
            onDone: { target: "resting", actions: "clearFailure" },
            onError: { target: "resting", actions: { type: "keepFailure", params: failureOf } },
          },
        },
        resting: { after: { pause: "locating" } },
      },
    },
    hiding: {
      invoke: {
        id: "hide",
        src: "hide",
        onDone: { target: "off", actions: ["forgetPoint", "clearFailure"] },
        onError: {
          target: "off",
          actions: ["forgetPoint", { type: "keepFailure", params: failureOf }],
          description: "The server hides the position at the end of the trip.",
        },
      },
    },
    denied: { on: { "share.start": "sharing" } },
  },
});
