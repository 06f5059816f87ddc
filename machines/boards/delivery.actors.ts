import { hasFields, isListOf } from "#api/answerShape.ts";
import { type Api, unwrap } from "#api/client.ts";
import { outboxSending } from "#machines/core/outbox.actors.ts";
import type { OutboxEntry, OutboxParts } from "#machines/core/outbox.ts";
import { type QueryParts, queryActors } from "#machines/core/query.actors.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import type { CourierWork, DeliveryBoard, DeliveryQuery, DeliveryTap } from "./delivery.ts";

type Parts = QueryParts & OutboxParts<DeliveryTap>;

const areOrders = isListOf({ orderId: "number", internalId: "number", due: "moment", requiredAmount: "number" });

const areTrips = (value: unknown): boolean =>
  isListOf({ id: "number", state: "string", stops: "list" })(value) &&
  (value as { stops: readonly { order?: unknown }[] }[]).every(({ stops }) =>
    areOrders(stops.map((stop) => stop?.order)),
  );

const isBoard = (value: unknown): boolean =>
  hasFields(value, { couriers: "list", trips: "list", unassigned: "list" }) &&
  areOrders(Reflect.get(value, "unassigned")) &&
  areTrips(Reflect.get(value, "trips"));

const isWork = (value: unknown): boolean =>
  hasFields(value, { isOnDuty: "boolean", trips: "list", available: "list", paymentMethods: "list" }) &&
  areOrders(Reflect.get(value, "available")) &&
  areTrips(Reflect.get(value, "trips"));

/** Reads the dispatchers' board of a company. Throws if the server refuses the request or does not answer. */
export const readBoard = (api: Api, path: DeliveryQuery, signal: AbortSignal): Promise<DeliveryBoard> =>
  unwrap(api.GET("/api/Delivery/Company/{companyId}", { params: { path }, signal }), isBoard);

const board: QueryDescriptor<DeliveryQuery, DeliveryBoard> = { name: "delivery", load: readBoard };

const work: QueryDescriptor<DeliveryQuery, CourierWork> = {
  name: "courierWork",
  load: (api, path, signal) =>
    unwrap(api.GET("/api/Delivery/Company/{companyId}/My", { params: { path }, signal }), isWork),
};

/** Sends an action of a courier or a dispatcher. Throws if the server refuses the action or does not answer. */
export const postTap = (api: Api, companyId: number, { key, request }: OutboxEntry<DeliveryTap>): Promise<unknown> => {
  const header = { "Idempotency-Key": key };
  switch (request.kind) {
    case "stop": {
      const { kind: _, orderId, verb, ...body } = request;
      const params = { path: { companyId, orderId, verb }, header };
      return unwrap(api.POST("/api/DeliveryStop/{orderId}/Company/{companyId}/{verb}", { params, body }));
    }
    case "trip": {
      const { tripId, verb, at } = request;
      const params = { path: { companyId, tripId, verb }, header };
      return unwrap(api.POST("/api/DeliveryTrip/{tripId}/Company/{companyId}/{verb}", { params, body: { at } }));
    }
    case "move": {
      const { kind: _, tripId, ...body } = request;
      const params = { path: { companyId, tripId }, header };
      return unwrap(api.POST("/api/DeliveryTrip/{tripId}/Company/{companyId}/Move", { params, body }));
    }
    case "assign": {
      const { kind: _, orderId, ...body } = request;
      const params = { path: { companyId, orderId }, header };
      return unwrap(api.POST("/api/DeliveryStop/{orderId}/Company/{companyId}/Assign", { params, body }));
    }
    case "duty": {
      const { isOnDuty } = request;
      const params = { path: { companyId }, header };
      return unwrap(api.POST("/api/Delivery/Company/{companyId}/Duty", { params, body: { isOnDuty } }));
    }
  }
};

const outboxOf = (parts: Parts, companyId: number) =>
  outboxSending<DeliveryTap>(parts, (entry) => postTap(parts.api, companyId, entry));

/** Returns the actors of the board on which dispatchers see a company's deliveries. */
export const dispatchActors = (parts: Parts, companyId: number) => ({
  data: queryMachineOf<DeliveryQuery, DeliveryBoard>().provide({ actors: queryActors(parts, board) }),
  outbox: outboxOf(parts, companyId),
});

/** Returns the actors of the courier's screen. */
export const courierActors = (parts: Parts, companyId: number) => ({
  data: queryMachineOf<DeliveryQuery, CourierWork>().provide({ actors: queryActors(parts, work) }),
  outbox: outboxOf(parts, companyId),
});
