import { fromPromise } from "xstate";
import { hasFields, isListOf } from "#api/answerShape.ts";
import { type Api, unwrap } from "#api/client.ts";
import { postTap, readBoard } from "#machines/boards/delivery.actors.ts";
import { type DeliveryBoard, isOpenStop } from "#machines/boards/delivery.ts";
import { toFailure } from "#machines/core/failure.ts";
import { failedOutcome } from "#machines/core/mutation.ts";
import { readInChunks } from "#machines/core/readInChunks.ts";
import { patchStatus } from "#machines/orders/status/statusChange.actors.ts";
import { closesUnpaid } from "#machines/orders/status/statusChange.ts";
import { isOrder, paymentSums, readPayments } from "#machines/payments/orderSnapshot.ts";
import { completeOrder, type Order } from "#machines/queries/order.ts";
import {
  type BulkCall,
  type BulkCourier,
  type BulkItem,
  type BulkJournal,
  type BulkOrder,
  type BulkOutcome,
  type BulkReading,
  type BulkRun,
  type BulkTarget,
  queueItems,
  type RecalledRun,
} from "./bulkChange.ts";

/** Dependencies of the actors of a bulk change. */
export interface BulkParts {
  readonly api: Api;
  readonly newKey: () => string;
  /** Returns the server's time, ms since 1970. */
  readonly now: () => number;
  readonly journal: BulkJournal;
}

interface ReadInput {
  readonly companyId: number;
  readonly target: BulkTarget;
  readonly orderIds: readonly number[];
}

/**
 * Sample unpaid amount, roubles. It is used to test if the target status closes orders, before the payments are read.
 */
const SOME_DEBT = 0.01;

/** Reads the unpaid amount of an order if the target status closes orders. Otherwise returns 0. */
const readUnpaid = async (api: Api, order: Order, target: BulkTarget, signal: AbortSignal): Promise<number> => {
  if (target.kind !== "status" || !closesUnpaid(SOME_DEBT, target.status)) return 0;
  const path = { companyId: order.companyId, orderId: order.id };
  const payments = await readPayments(api, path, signal);
  return paymentSums(order, payments).unpaid;
};

type Place = Pick<BulkOrder, "courierId" | "isDelivered">;

const noPlace: Place = { courierId: null, isDelivered: false };

const placesOf = ({ trips }: Pick<DeliveryBoard, "trips">): ReadonlyMap<number, Place> =>
  new Map(
    trips.flatMap(({ courierId, stops }) =>
      stops
        .filter((stop) => isOpenStop(stop) || stop.state === "delivered")
        .map((stop) => [stop.order.orderId, { courierId, isDelivered: stop.state === "delivered" }]),
    ),
  );

const factsOf = ({ version, statusId, isClosed, isCanceled, deliveryAddress }: Order) => ({
  version,
  statusId,
  isClosed,
  isCanceled,
  hasAddress: Boolean(deliveryAddress),
});

const readOrders = async (
  api: Api,
  { companyId, target, orderIds }: ReadInput,
  signal: AbortSignal,
): Promise<BulkReading[]> => {
  const board = target.kind === "courier" ? await readBoard(api, { companyId }, signal) : { trips: [] };
  const places = placesOf(board);
  return readInChunks(orderIds, async (orderId): Promise<BulkReading> => {
    try {
      const params = { path: { companyId, orderId } };
      const answer = await unwrap(api.GET("/api/Order/Company/{companyId}/{orderId}", { params, signal }), isOrder);
      const order = completeOrder(answer, companyId);
      const unpaid = await readUnpaid(api, order, target, signal);
      return { orderId, order: { id: orderId, ...factsOf(order), unpaid, ...(places.get(orderId) ?? noPlace) } };
    } catch (error) {
      return { orderId, failure: toFailure(error) };
    }
  });
};

const call = async (api: Api, { key, request }: BulkCall): Promise<Partial<BulkOrder>> => {
  if (request.kind === "status") {
    const { version, statusId, isClosed, isCanceled } = await patchStatus(api, { key, request });
    return { version, statusId, isClosed, isCanceled };
  }
  const { companyId, ...tap } = request;
  await postTap(api, companyId, { key, request: tap });
  return { courierId: tap.courierId };
};

const change = async (api: Api, keyed: BulkCall): Promise<BulkOutcome> => {
  const { orderId } = keyed.request;
  try {
    return { orderId, kind: "changed", order: await call(api, keyed) };
  } catch (error) {
    const outcome = failedOutcome(error, () => orderId);
    switch (outcome.kind) {
      case "stale":
        return { orderId, kind: "refused", reason: { code: "stale" } };
      case "refused":
        return { orderId, kind: "refused", reason: { code: "failed", failure: outcome.failure } };
      default:
        return { orderId, kind: "unanswered" };
    }
  }
};

const areItems = isListOf({ orderId: "number", internalId: "number", step: "object" });

const isRun = (value: unknown): value is BulkRun =>
  hasFields(value, { kind: "string", target: "object", facts: "object", isUndo: "boolean", items: "list" }) &&
  areItems(Reflect.get(value, "items"));

const recall = async ({ journal, now }: BulkParts): Promise<RecalledRun | undefined> => {
  const stored = await journal.find();
  return stored && isRun(stored.record) ? { run: stored.record, ageMs: now() - stored.savedAt } : undefined;
};

/** Returns the actors of a bulk change. Calls that change an order are never aborted. */
export const bulkChangeActors = (parts: BulkParts) => {
  const { api, newKey, journal } = parts;
  return {
    recall: fromPromise<RecalledRun | undefined>(() => recall(parts)),
    loadCouriers: fromPromise<readonly BulkCourier[], { readonly companyId: number }>(async ({ input, signal }) => {
      const { couriers } = await readBoard(api, input, signal);
      return couriers.map(({ id, alias, isOnDuty }) => ({ id, alias, isOnDuty }));
    }),
    read: fromPromise<readonly BulkReading[], ReadInput>(({ input, signal }) => readOrders(api, input, signal)),
    journal: fromPromise<readonly BulkItem[], BulkRun>(async ({ input }) => {
      const items = queueItems(input.items, newKey);
      await journal.keep({ ...input, items });
      return items;
    }),
    send: fromPromise<readonly BulkOutcome[], readonly BulkCall[]>(({ input }) =>
      Promise.all(input.map((keyed) => change(api, keyed))),
    ),
    keep: fromPromise<void, BulkRun>(({ input }) => journal.keep(input)),
    forget: fromPromise<void>(() => journal.forget()),
  };
};
