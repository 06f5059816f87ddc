import { hasFields } from "#api/answerShape.ts";
import { type Api, unwrap } from "#api/client.ts";
import { outboxSending } from "#machines/core/outbox.actors.ts";
import type { OutboxParts } from "#machines/core/outbox.ts";
import { type QueryParts, queryActors } from "#machines/core/query.actors.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import { areOrderRows } from "#machines/orders/list/orderList.actors.ts";
import type { OrderRow } from "#machines/orders/list/orderList.ts";
import { patchStatus } from "#machines/orders/status/statusChange.actors.ts";
import type { StatusRequest } from "#machines/orders/status/statusChange.ts";
import type { Order } from "#machines/queries/order.ts";
import type { StageQuery } from "./stageBoard.ts";

const areDishes = (dishes: unknown): boolean =>
  dishes === undefined ||
  (Array.isArray(dishes) && dishes.every((dish) => hasFields(dish, { name: "string", count: "number" })));

const areCards = (answer: unknown): boolean =>
  areOrderRows(answer) && Array.isArray(answer) && answer.every((row: object) => areDishes(Reflect.get(row, "dishes")));

/** Descriptor of the query for a company's open orders, including the orders of earlier days. */
export const stageOrdersQuery: QueryDescriptor<StageQuery, readonly OrderRow[]> = {
  name: "stageOrders",
  load: (api: Api, { companyId }, signal) =>
    unwrap(
      api.GET("/api/Order/Company/{companyId}/MediumSummury", {
        params: { path: { companyId }, query: { isOpenedOnly: true, hasDetails: true } },
        signal,
      }),
      areCards,
    ),
};

export const stageBoardActors = (parts: QueryParts & OutboxParts<StatusRequest>) => ({
  data: queryMachineOf<StageQuery, readonly OrderRow[]>().provide({ actors: queryActors(parts, stageOrdersQuery) }),
  outbox: outboxSending<StatusRequest, Order>(parts, (entry) => patchStatus(parts.api, entry)),
});
