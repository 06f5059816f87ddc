import { fromPromise } from "xstate";
import { isListOf } from "#api/answerShape.ts";
import { unwrap } from "#api/client.ts";
import { outboxMachineOf } from "#machines/core/outbox.machine.ts";
import { type OutboxEntry, type OutboxOutcome, type OutboxParts, outboxOutcome } from "#machines/core/outbox.ts";
import { type QueryParts, queryActors } from "#machines/core/query.actors.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import type { KitchenItem, KitchenQuery, KitchenTap } from "./kitchen.ts";

const areItems = isListOf({ id: "number", orderId: "number", state: "string", due: "moment", startAt: "moment" });

/** Descriptor of the query for the dishes in a kitchen. It has no polling, because the parent machine sets the intervals. */
const items: QueryDescriptor<KitchenQuery, readonly KitchenItem[]> = {
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
  data: queryMachineOf<KitchenQuery, readonly KitchenItem[]>().provide({ actors: queryActors(parts, items) }),
  outbox: outboxMachineOf<KitchenTap>().provide({
    actors: {
      environment: parts.environment,
      keep: fromPromise<void, readonly OutboxEntry<KitchenTap>[]>(async ({ input }) => parts.store.keep(input)),
      // A tap is not aborted, because the server may have recorded it.
      send: fromPromise<OutboxOutcome, OutboxEntry<KitchenTap>>(({ input: { key, request } }) => {
        const { itemId: lineId, verb, ...body } = request;
        const params = { path: { companyId, lineId, verb }, header: { "Idempotency-Key": key } };
        return outboxOutcome(
          unwrap(parts.api.POST("/api/Kitchen/{lineId}/Company/{companyId}/{verb}", { params, body })),
        );
      }),
    },
  }),
});
