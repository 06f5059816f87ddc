import { type Api, unwrap } from "#api/client.ts";
import type { MutationIntent } from "#machines/core/mutation.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import { isOrder } from "#machines/payments/orderSnapshot.ts";
import { completeOrder, type Order } from "#machines/queries/order.ts";
import { type StatusParts, statusMutation } from "./statusChange.actors.ts";
import type { StatusRequest } from "./statusChange.ts";

/**
 * Sends the undo of a status change and returns the order. Throws if the server refuses the undo or does not answer.
 */
const postUndo = async (api: Api, { key, request }: MutationIntent<StatusRequest>): Promise<Order> => {
  const { companyId, orderId, version } = request;
  const order = await unwrap(
    api.POST("/api/Order/Company/{companyId}/{orderId}/Undo", {
      params: { path: { companyId, orderId }, header: toWriteHeaders({ version, key }) },
    }),
    isOrder,
  );
  return completeOrder(order, companyId);
};

/** Returns the actors of the undo of a status change. */
export const statusUndoActors = (parts: StatusParts) => ({ undo: statusMutation(parts, postUndo) });
