import type { Schemas } from "#api/client.ts";
import type { Intent, MoveDraft } from "./intent.ts";
import type { MoneyMoveInput, Moved } from "./moneyMove.machine.ts";

/** What an order and its payments are at a moment. */
export interface Standing {
  order: Schemas["Order"];
  payments: readonly Schemas["Payment"][];
}

/** The order that a dialog moves money of, and an intent that a reload left without an end. */
export interface Moving {
  order: Schemas["Order"];
  intent?: Intent | undefined;
}

/** The movement that a dialog begins: the one that a reload left, or a new one of the order as the operator saw it. */
export const begunMove = ({ intent, order }: Moving, move: MoveDraft["move"]): MoneyMoveInput =>
  intent ? { intent } : { draft: { companyId: order.companyId, orderId: order.id, version: order.version, move } };

/** What a dialog knows after a movement that did not take place: its intent is over, and the server's words. */
export const afterRefusal = (moved: Moved) => ({
  intent: undefined,
  message: "message" in moved ? moved.message : undefined,
});

/** What a dialog knows after the order was read again; `before` is what the operator saw, if another one changed it. */
export const afterReading = (seen: Schemas["Order"], { order, payments }: Standing) => ({
  order,
  payments,
  before: order.version === seen.version ? undefined : seen,
});
