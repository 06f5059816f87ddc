import { type Api, NoAnswer, unwrap } from "#api/client.ts";
import { isEqual } from "#machines/core/equality.ts";
import { toFailure } from "#machines/core/failure.ts";
import type { MutationOutcome } from "#machines/core/mutation.ts";
import { completeOrder, type Order } from "#machines/queries/order.ts";
import { isEditableOrder } from "./answerShapes.ts";
import type { Draft } from "./draft.ts";
import { toDraft, toOrderSave } from "./draftOrder.ts";
import type { SaveRequest } from "./editorContext.ts";

/** Maximum age of an order that is compared with an unanswered save, ms. */
const CREATED_WITHIN_MS = 600_000;
/** Number of the customer's latest orders that are compared with an unanswered save. */
const COMPARED = 3;

const read = async (api: Api, companyId: number, orderId: number, signal: AbortSignal): Promise<Order> => {
  const params = { path: { companyId, orderId } };
  const order = await unwrap(api.GET("/api/Order/Company/{companyId}/{orderId}", { params, signal }), isEditableOrder);
  return completeOrder(order, companyId);
};

/**
 * Returns the part of a draft's save request that `isSaved` compares. Leaves out the lines, the phone call, and the
 * fields that a server without extensions does not send: customer name, delivery zone, waived minimum, dine-in flag and
 * promo code.
 */
const documentedPart = (draft: Draft) => {
  const {
    items: _,
    date,
    tags = [],
    ...rest
  } = toOrderSave({
    ...draft,
    customerName: "",
    zone: null,
    isInHall: false,
    isMinimumWaived: false,
    promoCode: "",
    callId: null,
  });
  return { date, rest: { ...rest, tags: tags.toSorted() } };
};

/**
 * Returns true if an order has the contents of the draft. Lines are compared only by name, category and count, because
 * a server without extensions sends no dish ids, notes and modifiers.
 */
const isSaved = ({ draft }: SaveRequest, order: Order): boolean => {
  const contentsOf = (lines: readonly { categoryId: number; count: number; name: string }[]) =>
    lines.map(({ name, categoryId, count }) => `${name} ${categoryId} ${count}`).toSorted();
  const sent = documentedPart(draft);
  const stored = documentedPart(toDraft(order));
  return (
    (sent.date === null || sent.date === stored.date) &&
    isEqual(sent.rest, stored.rest) &&
    isEqual(contentsOf(draft.lines), contentsOf(order.items))
  );
};

/**
 * Reads the latest orders with the phone number of the draft, at most `COMPARED`. Only orders of the draft's due day
 * are read, or today's orders if the draft has no due time. Orders that are older than `CREATED_WITHIN_MS` are left
 * out.
 */
const readCandidates = async (
  api: Api,
  { target: { companyId }, draft }: SaveRequest,
  now: number,
  signal: AbortSignal,
): Promise<readonly Order[]> => {
  const { phone } = toOrderSave(draft);
  const rows = await unwrap(
    api.GET("/api/Order/Company/{companyId}/MediumSummury", {
      params: {
        path: { companyId },
        ...(draft.date !== null && { query: { startDate: draft.date, endDate: draft.date } }),
      },
      signal,
    }),
    Array.isArray,
  );
  const ids = rows.filter((row) => row.phone === phone).map(({ id }) => id);
  const latest = ids.toSorted((a, b) => b - a).slice(0, COMPARED);
  const orders = await Promise.all(latest.map((id) => read(api, companyId, id, signal)));
  return orders.filter(({ creationDate }) => now - Date.parse(creationDate) < CREATED_WITHIN_MS);
};

/**
 * Determines whether a server without idempotency keys recorded a save. Compares the draft with the edited order
 * or, for a new order, with the customer's latest orders. If no order matches, the save counts as refused, so the
 * user can save again. If the orders cannot be read, the outcome stays unknown.
 */
export const findSavedOrder = async (
  api: Api,
  request: SaveRequest,
  now: number,
  signal: AbortSignal,
): Promise<MutationOutcome<Order, Order>> => {
  const { companyId, orderId } = request.target;
  try {
    const orders =
      orderId === null
        ? await readCandidates(api, request, now, signal)
        : [await read(api, companyId, orderId, signal)];
    const saved = orders.find((order) => isSaved(request, order));
    return saved ? { kind: "recorded", result: saved } : { kind: "refused", failure: toFailure(new NoAnswer()) };
  } catch (error) {
    return { kind: "unknown", failure: toFailure(error) };
  }
};
