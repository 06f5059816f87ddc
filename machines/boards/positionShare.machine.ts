import { assign, setup } from "xstate";
import type { GeoPoint } from "#domain/geometry.ts";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { callbackStub, stub } from "#machines/core/stub.ts";

/** Report of the device: its position, or that the user denied access to the position. */
export type PositionReport =
  | { readonly type: "position.found"; readonly point: GeoPoint }
  | { readonly type: "position.denied" };

/** Sharing of a courier's position with the dispatchers, while the courier agrees (areas, section 8). */
export const positionShareMachine = setup({
  types: {
    context: {} as {
      /** True if the courier had already agreed before this page was loaded. */
      readonly wasShared: boolean;
      /** Last position of the phone that is not sent yet. */
      readonly point: GeoPoint | undefined;
      /** Failure of the last attempt to send a position. */
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
    wasShared: ({ context }) => context.wasShared,
    hasPoint: ({ context }) => context.point !== undefined,
  },
  actions: {
    keepPoint: assign((_, point: GeoPoint) => ({ point })),
    forgetPoint: assign({ point: undefined }),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ failure: undefined }),
  },
  delays: { pause: 30_000 },
}).createMachine({
  id: "positionShare",
  context: ({ input }) => ({ ...input, point: undefined, failure: undefined }),
  initial: "deciding",
  states: {
    deciding: { always: [{ guard: "wasShared", target: "sharing" }, { target: "off" }] },
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
        "position.denied": "denied",
        "share.stop": "hiding",
      },
      initial: "locating",
      states: {
        locating: { always: { guard: "hasPoint", target: "sending" } },
        sending: {
          invoke: {
            id: "send",
            src: "send",
            input: ({ context: { point } }) => ({ point }),
            onDone: { target: "resting", actions: "clearFailure" },
            onError: { target: "resting", actions: { type: "keepFailure", params: failureOf } },
          },
          exit: "forgetPoint",
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
