import { hasFields, isListOf } from "#api/answerShape.ts";
import { unwrap } from "#api/client.ts";
import { outboxSending } from "#machines/core/outbox.actors.ts";
import type { OutboxParts } from "#machines/core/outbox.ts";
import { type QueryParts, queryActors } from "#machines/core/query.actors.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import type { KitchenItem, KitchenQuery, KitchenTap } from "./kitchen.ts";

const areEntries = isListOf({
  id: "number",
  orderId: "number",
  state: "string",
  due: "moment",
  startAt: "moment",
  readyAt: "moment?",
  stationIds: "list",
});

const isDish = (dish: unknown): boolean =>
  dish === null || hasFields(dish, { name: "string", count: "number", modificators: "list" });

const areItems = (answer: unknown): boolean =>
  areEntries(answer) &&
  Array.isArray(answer) &&
  answer.every((item: object) => isDish(Reflect.get(item, "dish")) && isDish(Reflect.get(item, "known")));

/** Descriptor of the query for the dishes in a kitchen. The parent machine sets the polling intervals. */
export const kitchenItemsQuery: QueryDescriptor<KitchenQuery, readonly KitchenItem[]> = {
  name: "kitchen",
  load: (api, { companyId, stationId }, signal) =>
    unwrap(
      api.GET("/api/Kitchen/Company/{companyId}", {
        params: { path: { companyId }, query: { ...(stationId !== undefined && { stationId }) } },
        signal,
      }),
      areItems,
    ),
};

/** Returns the actors of the kitchen display of a company. */
export const kitchenActors = (parts: QueryParts & OutboxParts<KitchenTap>, companyId: number) => ({
  data: queryMachineOf<KitchenQuery, readonly KitchenItem[]>().provide({
    actors: queryActors(parts, kitchenItemsQuery),
  }),
  outbox: outboxSending<KitchenTap>(parts, ({ key, request }) => {
    const { itemId: lineId, verb, ...body } = request;
    const params = { path: { companyId, lineId, verb }, header: { "Idempotency-Key": key } };
    return unwrap(parts.api.POST("/api/Kitchen/{lineId}/Company/{companyId}/{verb}", { params, body }));
  }),
});
