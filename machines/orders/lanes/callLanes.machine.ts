import { assign, emit, setup } from "xstate";
import type { DraftCall } from "../editor/draft.ts";

/** Maximum number of new orders that are open side by side (areas, section 13). */
export const MAX_LANES = 6;

/** Facts about the order in a lane. */
export interface LaneSummary {
  /** Phone number as typed, or an empty text. */
  readonly phone: string;
  readonly portions: number;
  /** True if no data are lost when the lane is closed, because its order is empty or saved. */
  readonly isBlank: boolean;
}

/** Lane: a new order in its own editor. Several lanes can be open, but only one lane is shown. */
export interface Lane extends LaneSummary {
  readonly id: number;
  /** Phone call during which the order is taken, or null. */
  readonly call: DraftCall | null;
}

/**
 * Input of the lanes; `call` comes from the URL. `calls` contains the call of each lane of an earlier visit, or null
 * for a lane without a call.
 */
export interface LanesInput {
  readonly calls: readonly (DraftCall | null)[];
  readonly call: DraftCall | null;
}

interface LanesContext {
  readonly lanes: readonly Lane[];
  readonly shownId: number;
  readonly lastId: number;
}

const isSameCall = (one: DraftCall | null, other: DraftCall | null): boolean =>
  one === null || other === null ? one === other : one.id === other.id && one.phone === other.phone;

const laneOf = (id: number, call: DraftCall | null): Lane => ({
  id,
  call,
  phone: call?.phone ?? "",
  portions: 0,
  // The lane's editor may still find a stored draft. The lane therefore counts as blank only when `lane.describe`
  // reports a blank order.
  isBlank: false,
});

export const shownLane = ({ lanes, shownId }: LanesContext): Lane | undefined => lanes.find(({ id }) => id === shownId);

/**
 * Returns the lane for a call, or a blank lane without a call if `call` is null. Returns undefined if there is no
 * such lane.
 */
const findLane = ({ lanes }: LanesContext, call: DraftCall | null): Lane | undefined =>
  lanes.find((lane) => isSameCall(lane.call, call) && (call !== null || lane.isBlank));

const addLane = ({ lanes, lastId }: LanesContext, call: DraftCall | null): LanesContext => {
  const added = laneOf(lastId + 1, call);
  return { lanes: [...lanes, added], shownId: added.id, lastId: added.id };
};

const replaceLane = ({ lanes, lastId }: LanesContext, replaced: number, call: DraftCall | null): LanesContext => {
  const added = laneOf(lastId + 1, call);
  return { lanes: lanes.map((lane) => (lane.id === replaced ? added : lane)), shownId: added.id, lastId: added.id };
};

const closeLane = (context: LanesContext, closed: number): LanesContext => {
  const at = context.lanes.findIndex(({ id }) => id === closed);
  const lanes = context.lanes.toSpliced(at, 1);
  const neighbour = lanes[Math.min(at, lanes.length - 1)];
  const isShown = context.shownId === closed;
  return { ...context, lanes, shownId: isShown && neighbour ? neighbour.id : context.shownId };
};

const restoreLanes = ({ calls, call }: LanesInput): LanesContext => {
  const kept = calls.slice(0, MAX_LANES).map((one, at) => laneOf(at + 1, one));
  const restored = { lanes: kept, shownId: 1, lastId: kept.length };
  const named = kept.find((lane) => isSameCall(lane.call, call));
  if (named) return { ...restored, shownId: named.id };
  return kept.length === MAX_LANES ? restored : addLane(restored, call);
};

/**
 * Lanes: new orders that are open at the same time. One of the lanes is shown (areas, section 13, B4). Each lane has
 * its own order editor and draft, and may belong to a phone call.
 */
export const callLanesMachine = setup({
  types: {
    context: {} as LanesContext,
    input: {} as LanesInput,
    events: {} as
      /** The user wants to enter a new order, for a phone call or without one. */
        | { type: "lane.open"; call: DraftCall | null }
        | { type: "lane.show"; id: number }
        | { type: "lane.describe"; id: number; summary: LaneSummary }
        | { type: "lane.close"; id: number }
        /** The order of the lane was saved, and the user begins the next order. */
        | { type: "lane.renew"; id: number },
    emitted: {} as { type: "lanes.full" } | { type: "lanes.left" },
  },
  guards: {
    isOpen: ({ context }, call: DraftCall | null) => findLane(context, call) !== undefined,
    isShownBlank: ({ context }) => shownLane(context)?.isBlank === true,
    isFull: ({ context }) => context.lanes.length >= MAX_LANES,
    isSeveral: ({ context }) => context.lanes.length > 1,
    isOneOfTwo: ({ context: { lanes } }, id: number) => lanes.length === 2 && lanes.some((lane) => lane.id === id),
    isKnown: ({ context }, id: number) => context.lanes.some((lane) => lane.id === id),
  },
  actions: {
    add: assign(({ context }, call: DraftCall | null) => addLane(context, call)),
    replaceShown: assign(({ context }, call: DraftCall | null) => replaceLane(context, context.shownId, call)),
    renew: assign(({ context }, id: number) => replaceLane(context, id, null)),
    showOpen: assign(({ context }, call: DraftCall | null) => ({
      shownId: findLane(context, call)?.id ?? context.shownId,
    })),
    show: assign((_, id: number) => ({ shownId: id })),
    describe: assign(({ context }, { id, summary }: { id: number; summary: LaneSummary }) => ({
      lanes: context.lanes.map((lane) => (lane.id === id ? { ...lane, ...summary } : lane)),
    })),
    close: assign(({ context }, id: number) => closeLane(context, id)),
    reportFull: emit({ type: "lanes.full" }),
    reportLeft: emit({ type: "lanes.left" }),
  },
}).createMachine({
  id: "callLanes",
  context: ({ input }) => restoreLanes(input),
  initial: "restoring",
  on: {
    "lane.open": [
      {
        guard: { type: "isOpen", params: ({ event }) => event.call },
        actions: { type: "showOpen", params: ({ event }) => event.call },
      },
      { guard: "isShownBlank", actions: { type: "replaceShown", params: ({ event }) => event.call } },
      { guard: "isFull", actions: "reportFull" },
      { target: ".several", actions: { type: "add", params: ({ event }) => event.call } },
    ],
    "lane.describe": { actions: { type: "describe", params: ({ event }) => event } },
    "lane.renew": {
      guard: { type: "isKnown", params: ({ event }) => event.id },
      actions: { type: "renew", params: ({ event }) => event.id },
    },
  },
  states: {
    restoring: { always: [{ guard: "isSeveral", target: "several" }, { target: "single" }] },
    single: {
      description: "One order is open, so no tabs are shown.",
      on: { "lane.close": { actions: "reportLeft" } },
    },
    several: {
      on: {
        "lane.show": {
          guard: { type: "isKnown", params: ({ event }) => event.id },
          actions: { type: "show", params: ({ event }) => event.id },
        },
        "lane.close": [
          {
            guard: { type: "isOneOfTwo", params: ({ event }) => event.id },
            target: "single",
            actions: { type: "close", params: ({ event }) => event.id },
          },
          {
            guard: { type: "isKnown", params: ({ event }) => event.id },
            actions: { type: "close", params: ({ event }) => event.id },
          },
        ],
      },
    },
  },
});
