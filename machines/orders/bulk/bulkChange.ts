import { type AssignReason, reasonNotToAssign } from "#machines/boards/delivery.ts";
import type { Failure } from "#machines/core/failure.ts";
import {
  closesUnpaid,
  reasonNotToChoose,
  reasonNotToSubmit,
  type StatusReason,
  type StatusRequest,
} from "#machines/orders/status/statusChange.ts";
import type { References } from "#machines/queries/references.ts";

type Status = References["statuses"][number];

/** Courier who can be chosen. */
export interface BulkCourier {
  readonly id: number;
  readonly alias: string;
  readonly isOnDuty: boolean;
}

export type BulkKind = "status" | "courier";

/** Value that a bulk change sets: a status, or a courier. A null courier unassigns the orders. */
export type BulkTarget =
  | { readonly kind: "status"; readonly status: Status; readonly reason: string }
  | { readonly kind: "courier"; readonly courier: Pick<BulkCourier, "id" | "alias"> | null };

/** Order as it was last read, with the fields that determine which changes are possible. */
export interface BulkOrder {
  readonly id: number;
  readonly version: number | undefined;
  readonly statusId: number;
  readonly isClosed: boolean;
  readonly isCanceled: boolean;
  readonly hasAddress: boolean;
  /**
   * Unpaid amount, roubles. It is 0 if the target status does not close orders, because the payments are not read then.
   */
  readonly unpaid: number;
  /** Courier who delivers or has delivered the order. The courier is read only for a change of the courier. */
  readonly courierId: number | null;
  readonly isDelivered: boolean;
}

/** API call that changes one order in a bulk change. */
export type BulkRequest =
  | ({ readonly kind: "status" } & StatusRequest)
  | {
      readonly kind: "assign";
      readonly companyId: number;
      readonly orderId: number;
      readonly courierId: number | null;
      readonly seenCourierId: number | null;
    };

/**
 * Reason why an order is not changed.
 * - `stale`: another user changed the order after it was read.
 * - `unversioned`: the server sends no version, so an undo could overwrite a change by another user.
 * - `failed`: the order could not be read, or the server refused the change.
 */
export type BulkReason =
  | StatusReason
  | AssignReason
  | { readonly code: "stale" | "unversioned" }
  | { readonly code: "failed"; readonly failure: Failure };

/**
 * Step of one order in a bulk change.
 * - `unread`: the order must be read before the change is planned.
 * - `unchanged`: the order already has the status or the courier.
 * - `refused`: the order is not changed, because of `reason`.
 * - `planned`: the order can be changed.
 * - `queued`: the user has confirmed the change; the call has an idempotency key and may have been sent.
 * - `unanswered`: no attempt got an answer, so the server may have changed the order.
 * - `unsent`: the user stopped the run before the call was sent.
 * - `changed`: the server has changed the order from `before` to `order`.
 */
export type BulkStep =
  | { readonly kind: "unread" }
  | { readonly kind: "unchanged" }
  | { readonly kind: "refused"; readonly reason: BulkReason }
  | { readonly kind: "planned"; readonly order: BulkOrder; readonly request: BulkRequest }
  | ({ readonly kind: "queued"; readonly order: BulkOrder; readonly attempts: number } & BulkCall)
  | ({ readonly kind: "unanswered"; readonly order: BulkOrder } & BulkCall)
  | { readonly kind: "unsent"; readonly order: BulkOrder; readonly request: BulkRequest }
  | { readonly kind: "changed"; readonly order: BulkOrder; readonly before: BulkOrder };

/** Call with the idempotency key that all attempts of the call use. */
export interface BulkCall {
  readonly key: string;
  readonly request: BulkRequest;
}

export interface BulkItem {
  readonly orderId: number;
  readonly internalId: number;
  readonly step: BulkStep;
}

/**
 * Statuses of the company. `mayCloseUnpaid` is true if the user may close an unpaid order (permission
 * `payment.confirm`).
 */
export interface BulkFacts {
  readonly statuses: readonly Status[];
  readonly mayCloseUnpaid: boolean;
}

/** Bulk change as it is stored in the browser. */
export interface BulkRun {
  readonly kind: BulkKind;
  readonly target: BulkTarget;
  readonly facts: BulkFacts;
  /** True if the run undoes an earlier bulk change. */
  readonly isUndo: boolean;
  readonly items: readonly BulkItem[];
}

/** Bulk change that this browser has stored, for example before a reload, and its age in ms. */
export interface RecalledRun {
  readonly run: BulkRun;
  readonly ageMs: number;
}

/** Browser storage for the bulk change of a user in a company. Each tab stores a separate bulk change. */
export interface BulkJournal {
  /**
   * Returns the newest stored run that is not open in another tab, and locks the run for this tab. `savedAt` is the
   * server time at which the run was stored, ms since 1970.
   */
  find(): Promise<{ readonly record: unknown; readonly savedAt: number } | undefined>;
  keep(run: BulkRun): Promise<void>;
  forget(): Promise<void>;
}

/** Result of reading one order for the plan. */
export type BulkReading =
  | { readonly orderId: number; readonly order: BulkOrder }
  | { readonly orderId: number; readonly failure: Failure };

/** Outcome of one call. `order` has the fields that the call changed. */
export type BulkOutcome = { readonly orderId: number } & (
  | { readonly kind: "changed"; readonly order: Partial<BulkOrder> }
  | { readonly kind: "refused"; readonly reason: BulkReason }
  | { readonly kind: "unanswered" }
);

/** Number of orders that are changed concurrently. */
const BATCH = 3;
/** Maximum number of attempts to send a call. */
const ATTEMPTS = 3;

/**
 * Returns true if the user must give a reason for the status. The orders are checked later, when the change is planned.
 */
export const requiresReason = ({ isRequireReason }: Status): boolean => isRequireReason;

const statusStep = (
  order: BulkOrder,
  { status, reason }: Extract<BulkTarget, { kind: "status" }>,
  companyId: number,
  { mayCloseUnpaid }: BulkFacts,
): BulkStep => {
  const why =
    reasonNotToChoose({ order, unpaid: order.unpaid, mayCloseUnpaid }, status) ??
    reasonNotToSubmit({ order, status, reason });
  if (why?.code === "current") return { kind: "unchanged" };
  if (why) return { kind: "refused", reason: why };
  const { id: orderId, version } = order;
  return {
    kind: "planned",
    order,
    request: { kind: "status", companyId, orderId, version, statusId: status.id, reason },
  };
};

const courierStep = (order: BulkOrder, courierId: number | null, companyId: number): BulkStep => {
  const why = reasonNotToAssign(order, courierId);
  if (why?.code === "current") return { kind: "unchanged" };
  if (why) return { kind: "refused", reason: why };
  const { id: orderId, courierId: seenCourierId } = order;
  return { kind: "planned", order, request: { kind: "assign", companyId, orderId, courierId, seenCourierId } };
};

/**
 * Returns the step of an order: planned, unchanged or refused. A bulk change follows the rules of a change of a single
 * order (areas, section 13).
 */
export const planStep = (order: BulkOrder, target: BulkTarget, companyId: number, facts: BulkFacts): BulkStep =>
  target.kind === "status"
    ? statusStep(order, target, companyId, facts)
    : courierStep(order, target.courier?.id ?? null, companyId);

/** Returns the ids of the orders that must be read for the plan. */
export const unreadIds = (items: readonly BulkItem[]): number[] =>
  items.filter(({ step }) => step.kind === "unread").map(({ orderId }) => orderId);

/**
 * Returns the items with a new step for each order that was read: planned, unchanged or refused. An order that could
 * not be read is refused.
 */
export const planItems = (
  { items, target, facts }: Pick<BulkRun, "items" | "target" | "facts">,
  companyId: number,
  readings: readonly BulkReading[],
): BulkItem[] => {
  const read = new Map(readings.map((reading) => [reading.orderId, reading]));
  return items.map((item) => {
    const reading = read.get(item.orderId);
    if (!reading) return item;
    if ("failure" in reading)
      return { ...item, step: { kind: "refused", reason: { code: "failed", failure: reading.failure } } };
    return { ...item, step: planStep(reading.order, target, companyId, facts) };
  });
};

/** Returns the items with an idempotency key for each planned call. */
export const queueItems = (items: readonly BulkItem[], newKey: () => string): BulkItem[] =>
  items.map((item) => {
    const { step } = item;
    if (step.kind === "planned") return { ...item, step: { ...step, kind: "queued", key: newKey(), attempts: 0 } };
    return item;
  });

type QueuedItem = BulkItem & { readonly step: Extract<BulkStep, { kind: "queued" }> };

const isQueued = (item: BulkItem): item is QueuedItem => item.step.kind === "queued";

/** Returns the next orders to be changed, at most `BATCH`. Orders with fewer unanswered attempts come first. */
export const nextBatch = (items: readonly BulkItem[]): QueuedItem[] =>
  items
    .filter(isQueued)
    .toSorted((one, other) => one.step.attempts - other.step.attempts)
    .slice(0, BATCH);

const stepAfter = (item: QueuedItem, outcome: BulkOutcome): BulkStep => {
  const { order, attempts, key, request } = item.step;
  switch (outcome.kind) {
    case "changed":
      return { kind: "changed", before: order, order: { ...order, ...outcome.order } };
    case "refused":
      return { kind: "refused", reason: outcome.reason };
    case "unanswered":
      return attempts + 1 < ATTEMPTS
        ? { ...item.step, attempts: attempts + 1 }
        : { kind: "unanswered", order, key, request };
  }
};

/** Returns the items with the outcomes of a batch. */
export const applyOutcomes = (items: readonly BulkItem[], outcomes: readonly BulkOutcome[]): BulkItem[] => {
  const known = new Map(outcomes.map((outcome) => [outcome.orderId, outcome]));
  return items.map((item) => {
    const outcome = known.get(item.orderId);
    return outcome && isQueued(item) ? { ...item, step: stepAfter(item, outcome) } : item;
  });
};

/** Returns the items of a stopped run. Queued calls become `unanswered` if they were sent, otherwise `unsent`. */
export const stopItems = (items: readonly BulkItem[]): BulkItem[] =>
  items.map((item) => {
    if (!isQueued(item)) return item;
    const { order, key, request, attempts } = item.step;
    const step: BulkStep =
      attempts > 0 ? { kind: "unanswered", order, key, request } : { kind: "unsent", order, request };
    return { ...item, step };
  });

const retryStep = (step: BulkStep, isUndo: boolean): BulkStep => {
  switch (step.kind) {
    case "unanswered":
      return { ...step, kind: "queued", attempts: 0 };
    case "unsent":
      return { ...step, kind: "planned" };
    case "refused":
      return isUndo ? step : { kind: "unread" };
    default:
      return step;
  }
};

/**
 * Returns the items for a retry: unanswered calls keep their keys, unsent calls are planned again, and refused orders
 * are read again. A refused undo is not retried, because a retry could overwrite a change of another user.
 */
export const retryItems = (items: readonly BulkItem[], isUndo: boolean): BulkItem[] =>
  items.map((item) => ({ ...item, step: retryStep(item.step, isUndo) }));

/** Returns the number of orders that a retry would change or read again. */
export const countRetriable = (items: readonly BulkItem[], isUndo: boolean): number =>
  items.filter(({ step }) => retryStep(step, isUndo) !== step).length;

const undoStep = (
  { target, facts }: BulkRun,
  { order, before }: Extract<BulkStep, { kind: "changed" }>,
  companyId: number,
  reason: string,
): BulkStep => {
  if (target.kind === "courier") return courierStep(order, before.courierId, companyId);
  if (order.version === undefined) return { kind: "refused", reason: { code: "unversioned" } };
  const status = facts.statuses.find(({ id }) => id === before.statusId);
  if (!status) return { kind: "refused", reason: { code: "notSelectable" } };
  const back = { kind: "status", status, reason: requiresReason(status) ? reason : "" } as const;
  return statusStep(order, back, companyId, facts);
};

/**
 * Returns the changed orders with the steps that undo the change; `reason` is sent for a status that requires a reason.
 * The status of an order without a version is not restored, because this could overwrite another user's change.
 */
export const undoItems = (run: BulkRun, companyId: number, reason: string): BulkItem[] =>
  run.items.flatMap((item) =>
    item.step.kind === "changed" ? [{ ...item, step: undoStep(run, item.step, companyId, reason) }] : [],
  );

/** Number of orders in each step. */
export type BulkCounts = Readonly<Record<BulkStep["kind"], number>>;

/** Returns the number of orders in each step. */
export const countSteps = (items: readonly BulkItem[]): BulkCounts => {
  const counts = { unread: 0, unchanged: 0, refused: 0, planned: 0, queued: 0, unanswered: 0, unsent: 0, changed: 0 };
  for (const { step } of items) counts[step.kind] += 1;
  return counts;
};

/** Returns the number of planned orders that the change would close although they are not fully paid. */
export const countClosedUnpaid = (items: readonly BulkItem[], target: BulkTarget): number =>
  target.kind === "status"
    ? items.filter(({ step }) => step.kind === "planned" && closesUnpaid(step.order.unpaid, target.status)).length
    : 0;
