import type { Schemas } from "#api/client.ts";
import type { OutboxEntry } from "#machines/core/outbox.ts";
import { boardMachineOf } from "./board.machine.ts";

export type DeliveryBoard = Schemas["DeliveryBoard"];
export type CourierWork = Schemas["CourierWork"];
export type DeliveryOrder = Schemas["DeliveryOrder"];
export type DeliveryStop = Schemas["DeliveryStop"];
export type DeliveryTrip = Schemas["DeliveryTrip"];

/** Query for the deliveries of a company. */
export interface DeliveryQuery {
  readonly companyId: number;
}

/**
 * Action of a courier on an order. `at` is the server time of the action, ISO 8601; the payment's `amount` is in
 * roubles.
 */
export interface StopTap {
  readonly kind: "stop";
  readonly orderId: number;
  readonly verb: "Take" | "Deliver" | "Fail" | "Reopen" | "Seen";
  readonly at: string;
  readonly reason?: string;
  readonly payment?: { readonly paymentMethodId: number; readonly amount: number };
}

/** Action of a courier or a dispatcher. */
export type DeliveryTap =
  | StopTap
  | { readonly kind: "trip"; readonly tripId: number; readonly verb: "Start" | "Return"; readonly at: string }
  | { readonly kind: "move"; readonly tripId: number; readonly courierId: number; readonly seenCourierId: number }
  | {
      readonly kind: "assign";
      readonly orderId: number;
      /** New courier. Null unassigns the order. */
      readonly courierId: number | null;
      /**
       * Courier that the dispatcher saw before the change. The server refuses the change if the order has another
       * courier now.
       */
      readonly seenCourierId: number | null;
    }
  | { readonly kind: "duty"; readonly isOnDuty: boolean };

/** Order whose delivery the courier has just marked as succeeded or failed. The user can still undo this action. */
export interface UndoableStop {
  readonly orderId: number;
  readonly internalId: number;
}

/** Machine of the dispatchers' board. */
export const dispatchMachine = boardMachineOf<DeliveryQuery, DeliveryBoard, DeliveryTap, UndoableStop>();

/** Machine of the courier's screen. */
export const courierMachine = boardMachineOf<DeliveryQuery, CourierWork, DeliveryTap, UndoableStop>();

/**
 * Returns true if the courier still has to make the stop, because the delivery has neither succeeded nor failed yet.
 */
export const isOpenStop = ({ state }: Pick<DeliveryStop, "state">): boolean =>
  state === "assigned" || state === "onTheWay";

/**
 * Returns true if the payments of the order cover its amount and no invoice is pending. Other pending payments count as
 * paid.
 */
export const isSettled = ({ requiredAmount, invoicedAmount = 0 }: DeliveryOrder): boolean =>
  requiredAmount === 0 && invoicedAmount === 0;

/** Id of a new trip until the server has created the trip. */
export const NEW_TRIP = 0;

const takeOrder = (work: CourierWork, orderId: number): CourierWork => {
  const order = work.available.find((one) => one.orderId === orderId);
  if (!order) return work;
  const available = work.available.filter((one) => one !== order);
  const planned = work.trips.find(({ state }) => state === "planned");
  const stop = {
    order,
    position: (planned?.stops.length ?? 0) + 1,
    state: "assigned",
    at: null,
    receivedAt: null,
  } as const;
  if (planned)
    return {
      ...work,
      available,
      trips: work.trips.map((trip) => (trip === planned ? { ...trip, stops: [...trip.stops, stop] } : trip)),
    };
  const fresh: DeliveryTrip = {
    id: NEW_TRIP,
    number: 0,
    courierId: 0,
    courierAlias: "",
    state: "planned",
    startedAt: null,
    stops: [stop],
  };
  return { ...work, available, trips: [...work.trips, fresh] };
};

const stopAfter = (stop: DeliveryStop, { verb, at, payment }: StopTap): DeliveryStop => {
  switch (verb) {
    case "Deliver":
      return {
        ...stop,
        state: "delivered",
        at,
        order: { ...stop.order, requiredAmount: Math.max(0, stop.order.requiredAmount - (payment?.amount ?? 0)) },
      };
    case "Fail":
    case "Seen":
      return { ...stop, state: "failed", at };
    case "Reopen":
      return { ...stop, state: "onTheWay", at: null };
    case "Take":
      return stop;
  }
};

const tripStateOf = ({ state, stops }: DeliveryTrip): DeliveryTrip["state"] => {
  if (stops.some((stop) => stop.state === "onTheWay")) return "out";
  if (stops.some((stop) => stop.state === "assigned")) return state;
  return "returning";
};

const changeStop = (work: CourierWork, tap: StopTap): CourierWork => ({
  ...work,
  trips: work.trips.map((trip) => {
    if (!trip.stops.some(({ order }) => order.orderId === tap.orderId)) return trip;
    const stops = trip.stops.map((stop) => (stop.order.orderId === tap.orderId ? stopAfter(stop, tap) : stop));
    return { ...trip, stops, state: tripStateOf({ ...trip, stops }) };
  }),
});

const startTrip = (trip: DeliveryTrip, startedAt: string): DeliveryTrip =>
  trip.state === "planned"
    ? {
        ...trip,
        state: "out",
        startedAt,
        stops: trip.stops.map((stop) => (stop.state === "assigned" ? { ...stop, state: "onTheWay" } : stop)),
      }
    : trip;

const applyTap = (work: CourierWork, tap: DeliveryTap): CourierWork => {
  switch (tap.kind) {
    case "stop":
      return tap.verb === "Take" ? takeOrder(work, tap.orderId) : changeStop(work, tap);
    case "trip":
      return {
        ...work,
        trips:
          tap.verb === "Start"
            ? work.trips.map((trip) => (trip.id === tap.tripId ? startTrip(trip, tap.at) : trip))
            : work.trips.filter(({ id }) => id !== tap.tripId),
      };
    case "duty":
      return { ...work, isOnDuty: tap.isOnDuty };
    case "assign":
    case "move":
      return work;
  }
};

/** Returns a courier's orders and trips, with the unconfirmed taps applied. */
export const applyCourierTaps = (work: CourierWork, entries: readonly OutboxEntry<DeliveryTap>[]): CourierWork =>
  entries.reduce((current, { request }) => applyTap(current, request), work);

/**
 * Returns true if the courier must be alerted: the courier has a new open stop, or the order of an open stop was
 * cancelled.
 */
export const hasCourierNews = (before: CourierWork, after: CourierWork): boolean => {
  const known = new Map(before.trips.flatMap(({ stops }) => stops).map((stop) => [stop.order.orderId, stop]));
  return after.trips
    .flatMap(({ stops }) => stops)
    .filter(isOpenStop)
    .some(({ order }) => {
      const earlier = known.get(order.orderId);
      return !earlier || (order.isCancelled && !earlier.order.isCancelled);
    });
};

/** Reason why an order cannot get another courier, or why its courier cannot be removed. */
export type AssignReason =
  | { readonly code: "current" | "closed" }
  | { readonly code: "delivered" }
  | { readonly code: "noAddress" };

/**
 * Returns the reason why an order cannot be assigned to a courier, or undefined if there is none. With a `courierId` of
 * null, returns the reason why the present courier cannot be removed from the order.
 */
export const reasonNotToAssign = (
  order: {
    readonly courierId: number | null;
    readonly isDelivered: boolean;
    readonly isClosed: boolean;
    readonly isCanceled: boolean;
    readonly hasAddress: boolean;
  },
  courierId: number | null,
): AssignReason | undefined => {
  if (order.isDelivered) return { code: "delivered" };
  if (order.courierId === courierId) return { code: "current" };
  if (courierId === null) return undefined;
  if (order.isClosed || order.isCanceled) return { code: "closed" };
  return order.hasAddress ? undefined : { code: "noAddress" };
};
