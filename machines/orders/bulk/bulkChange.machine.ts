import { assign, emit, setup } from "xstate";
import { backoff } from "#machines/core/backoff.ts";
import { type Failure, failureOf, notStored } from "#machines/core/failure.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";
import { REASON_LENGTH } from "#machines/orders/status/statusChange.ts";
import type { References } from "#machines/queries/references.ts";
import {
  applyOutcomes,
  type BulkCall,
  type BulkCourier,
  type BulkFacts,
  type BulkItem,
  type BulkKind,
  type BulkOutcome,
  type BulkReading,
  type BulkRun,
  type BulkTarget,
  countRetriable,
  nextBatch,
  planItems,
  type RecalledRun,
  requiresReason,
  retryItems,
  stopItems,
  undoItems,
  unreadIds,
} from "./bulkChange.ts";

type Status = References["statuses"][number];

interface Context {
  readonly companyId: number;
  readonly kind: BulkKind;
  readonly facts: BulkFacts;
  /** Undefined until the user has chosen a status or a courier. */
  readonly target: BulkTarget | undefined;
  readonly couriers: readonly BulkCourier[];
  readonly items: readonly BulkItem[];
  readonly isUndo: boolean;
  readonly isStopped: boolean;
  readonly failure: Failure | undefined;
}

/** Orders that the user has selected, and the data that determine which changes are possible. */
interface Selection {
  readonly kind: BulkKind;
  readonly facts: BulkFacts;
  readonly orders: readonly Pick<BulkItem, "orderId" | "internalId">[];
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 4000;
/** Maximum age of an interrupted run that is resumed without asking the user, ms. */
const RECENT_MS = 5 * 60_000;

const targetOf = ({ target }: Context): BulkTarget => {
  if (!target) throw new Error("A bulk change has no target");
  return target;
};

const runOf = (context: Context): BulkRun => {
  const { kind, facts, isUndo, items } = context;
  return { kind, facts, isUndo, items, target: targetOf(context) };
};

const reasonOf = ({ target }: Context): string => (target?.kind === "status" ? target.reason : "");

/**
 * Bulk change of orders: the user chooses a status or a courier, confirms the plan, and gets a report (areas, section
 * 13). The run is stored in the browser, so that it can be resumed after a reload.
 */
export const bulkChangeMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { readonly companyId: number },
    events: {} as
      | { type: "bulk.open"; selection: Selection }
      | { type: "bulk.close" }
      | { type: "bulk.back" }
      | { type: "bulk.retry" }
      | { type: "status.choose"; status: Status }
      | { type: "courier.choose"; courier: BulkCourier | null }
      | { type: "reason.type"; text: string }
      | { type: "reason.submit" }
      | { type: "plan.confirm" }
      | { type: "run.stop" }
      | { type: "run.resume" }
      | { type: "failures.retry" }
      | { type: "undo.start"; reason: string },
    emitted: {} as { type: "orders.changed" },
    tags: {} as "hidden" | "busy",
  },
  actors: {
    /** Returns the run that this browser has stored, for example before a reload, and its age in ms. */
    recall: stub<RecalledRun | undefined>("recall"),
    loadCouriers: stub<readonly BulkCourier[], { readonly companyId: number }>("loadCouriers"),
    read: stub<
      readonly BulkReading[],
      { readonly companyId: number; readonly target: BulkTarget; readonly orderIds: readonly number[] }
    >("read"),
    /** Creates the idempotency keys and stores the run. The first call is sent after this actor has ended. */
    journal: stub<readonly BulkItem[], BulkRun>("journal"),
    send: stub<readonly BulkOutcome[], readonly BulkCall[]>("send"),
    keep: stub<void, BulkRun>("keep"),
    forget: stub<void>("forget"),
  },
  guards: {
    isUnfinished: (_, stored: RecalledRun | undefined) =>
      stored !== undefined && nextBatch(stored.run.items).length > 0 && stored.ageMs <= RECENT_MS,
    isOld: (_, stored: RecalledRun | undefined) => stored !== undefined && nextBatch(stored.run.items).length > 0,
    isFinished: (_, stored: RecalledRun | undefined) => stored !== undefined,
    isOfCourier: (_, { kind }: Selection) => kind === "courier",
    requiresReason: (_, status: Status) => requiresReason(status),
    hasReason: ({ context }) => reasonOf(context).trim() !== "",
    hasPlanned: ({ context: { items } }) => items.some(({ step }) => step.kind === "planned" || step.kind === "queued"),
    isFirst: ({ context: { items, isUndo } }) =>
      !isUndo && items.every(({ step }) => ["planned", "unchanged", "refused"].includes(step.kind)),
    isOver: ({ context: { items, isStopped } }) => isStopped || nextBatch(items).length === 0,
    isRepeat: ({ context: { items } }) => (nextBatch(items)[0]?.step.attempts ?? 0) > 0,
    hasFailed: ({ context: { items, isUndo } }) => countRetriable(items, isUndo) > 0,
    hasChanged: ({ context: { items, isUndo } }) => !isUndo && items.some(({ step }) => step.kind === "changed"),
  },
  actions: {
    restore: assign((_, stored: RecalledRun | undefined) => ({ ...stored?.run, isStopped: false, failure: undefined })),
    select: assign((_, { kind, facts, orders }: Selection) => ({
      kind,
      facts,
      items: orders.map((order) => ({ ...order, step: { kind: "unread" as const } })),
      target: undefined,
      isUndo: false,
      isStopped: false,
      failure: undefined,
    })),
    chooseStatus: assign(({ context }, status: Status) => ({
      target: { kind: "status" as const, status, reason: requiresReason(status) ? reasonOf(context) : "" },
      failure: undefined,
    })),
    chooseCourier: assign((_, courier: BulkCourier | null) => ({
      target: { kind: "courier" as const, courier: courier && { id: courier.id, alias: courier.alias } },
      failure: undefined,
    })),
    setReason: assign(({ context: { target } }, text: string) => ({
      target: target?.kind === "status" ? { ...target, reason: text.slice(0, REASON_LENGTH) } : target,
    })),
    keepCouriers: assign((_, couriers: readonly BulkCourier[]) => ({ couriers, failure: undefined })),
    plan: assign(({ context }, readings: readonly BulkReading[]) => ({
      items: planItems(runOf(context), context.companyId, readings),
    })),
    unread: assign(({ context: { items } }) => ({
      items: items.map((item) => ({ ...item, step: { kind: "unread" as const } })),
      failure: undefined,
    })),
    keepItems: assign((_, items: readonly BulkItem[]) => ({ items, isStopped: false, failure: undefined })),
    keepOutcomes: assign(({ context }, outcomes: readonly BulkOutcome[]) => ({
      items: applyOutcomes(context.items, outcomes),
    })),
    keepUnanswered: assign(({ context: { items } }) => ({
      items: applyOutcomes(
        items,
        nextBatch(items).map(({ orderId }) => ({ orderId, kind: "unanswered" as const })),
      ),
    })),
    stop: assign({ isStopped: true }),
    settle: assign(({ context }) => ({ items: stopItems(context.items) })),
    retry: assign(({ context }) => ({ items: retryItems(context.items, context.isUndo), failure: undefined })),
    undo: assign(({ context }, reason: string) => ({
      items: undoItems(runOf(context), context.companyId, reason),
      isUndo: true,
      failure: undefined,
    })),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ failure: undefined }),
    reportChange: emit({ type: "orders.changed" }),
  },
  delays: {
    pause: ({ context: { items } }) =>
      backoff(nextBatch(items)[0]?.step.attempts ?? 1, 1, { firstMs: FIRST_PAUSE_MS, lastMs: LONGEST_PAUSE_MS }),
  },
}).createMachine({
  id: "bulkChange",
  context: ({ input: { companyId } }) => ({
    companyId,
    kind: "status",
    facts: { statuses: [], mayCloseUnpaid: false },
    target: undefined,
    couriers: [],
    items: [],
    isUndo: false,
    isStopped: false,
    failure: undefined,
  }),
  initial: "recalling",
  states: {
    recalling: {
      description: "A run that a reload or a crash interrupted is looked for in the browser's store.",
      tags: "hidden",
      invoke: {
        id: "recall",
        src: "recall",
        onDone: [
          {
            guard: { type: "isUnfinished", params: outputOf },
            target: "running",
            actions: { type: "restore", params: outputOf },
          },
          {
            guard: { type: "isOld", params: outputOf },
            target: "interrupted",
            actions: { type: "restore", params: outputOf },
          },
          {
            guard: { type: "isFinished", params: outputOf },
            target: "reported",
            actions: { type: "restore", params: outputOf },
          },
          { target: "idle" },
        ],
        onError: "idle",
      },
    },
    idle: {
      tags: "hidden",
      on: {
        "bulk.open": [
          {
            guard: { type: "isOfCourier", params: ({ event }) => event.selection },
            target: "loading",
            actions: { type: "select", params: ({ event }) => event.selection },
          },
          { target: "choosing", actions: { type: "select", params: ({ event }) => event.selection } },
        ],
      },
    },
    loading: {
      tags: "busy",
      on: { "bulk.close": "closing" },
      invoke: {
        id: "loadCouriers",
        src: "loadCouriers",
        input: ({ context }) => ({ companyId: context.companyId }),
        onDone: { target: "choosing", actions: { type: "keepCouriers", params: outputOf } },
        onError: { target: "unloaded", actions: { type: "keepFailure", params: failureOf } },
      },
    },
    unloaded: { on: { "bulk.retry": "loading", "bulk.close": "closing" } },
    choosing: {
      on: {
        "status.choose": [
          {
            guard: { type: "requiresReason", params: ({ event }) => event.status },
            target: "explaining",
            actions: { type: "chooseStatus", params: ({ event }) => event.status },
          },
          { target: "planning", actions: { type: "chooseStatus", params: ({ event }) => event.status } },
        ],
        "courier.choose": {
          target: "planning",
          actions: { type: "chooseCourier", params: ({ event }) => event.courier },
        },
        "bulk.close": "closing",
      },
    },
    explaining: {
      on: {
        "reason.type": { actions: { type: "setReason", params: ({ event }) => event.text } },
        "reason.submit": { guard: "hasReason", target: "planning" },
        "bulk.back": "choosing",
        "bulk.close": "closing",
      },
    },
    planning: {
      description: "The orders are read again, because the list may be older than the changes of other users.",
      tags: "busy",
      on: { "bulk.close": "closing" },
      invoke: {
        id: "read",
        src: "read",
        input: ({ context }) => ({
          companyId: context.companyId,
          target: targetOf(context),
          orderIds: unreadIds(context.items),
        }),
        onDone: { target: "confirming", actions: { type: "plan", params: outputOf } },
        onError: { target: "unplanned", actions: { type: "keepFailure", params: failureOf } },
      },
    },
    unplanned: {
      on: { "bulk.retry": { target: "planning", actions: "clearFailure" }, "bulk.close": "closing" },
    },
    confirming: {
      on: {
        "plan.confirm": { guard: "hasPlanned", target: "journalling" },
        "bulk.back": { guard: "isFirst", target: "choosing", actions: "unread" },
        "bulk.close": "closing",
      },
    },
    journalling: {
      description: "The keys are stored before the first call, so that every later attempt is the same write.",
      tags: "busy",
      invoke: {
        id: "journal",
        src: "journal",
        input: ({ context }) => runOf(context),
        onDone: { target: "running", actions: { type: "keepItems", params: outputOf } },
        onError: { target: "confirming", actions: { type: "keepFailure", params: notStored } },
      },
    },
    running: {
      tags: "busy",
      initial: "deciding",
      states: {
        deciding: {
          always: [
            { guard: "isOver", target: "#bulkChange.settling" },
            { guard: "isRepeat", target: "waiting" },
            { target: "sending" },
          ],
        },
        sending: {
          description: "A stop waits for the answers to the calls that are on their way.",
          on: { "run.stop": { actions: "stop" } },
          invoke: {
            id: "send",
            src: "send",
            input: ({ context }) => nextBatch(context.items).map(({ step: { key, request } }) => ({ key, request })),
            onDone: { target: "storing", actions: { type: "keepOutcomes", params: outputOf } },
            onError: { target: "storing", actions: "keepUnanswered" },
          },
        },
        storing: {
          on: { "run.stop": { actions: "stop" } },
          invoke: {
            id: "store",
            src: "keep",
            input: ({ context }) => runOf(context),
            onDone: "deciding",
            onError: {
              target: "deciding",
              description: "After a reload the calls are repeated with their keys, so nothing is changed twice.",
            },
          },
        },
        waiting: {
          description: "All other orders are done. The unanswered calls are repeated with their keys.",
          on: { "run.stop": { target: "deciding", actions: "stop" } },
          after: { pause: "sending" },
        },
      },
    },
    interrupted: {
      description: "The run was interrupted long ago, so the user decides whether it goes on.",
      on: { "run.resume": "running", "run.stop": "settling" },
    },
    settling: {
      tags: "busy",
      entry: ["settle", "reportChange"],
      invoke: {
        id: "keep",
        src: "keep",
        input: ({ context }) => runOf(context),
        onDone: "reported",
        onError: "reported",
      },
    },
    reported: {
      on: {
        "failures.retry": { guard: "hasFailed", target: "planning", actions: "retry" },
        "undo.start": {
          guard: "hasChanged",
          target: "confirming",
          actions: { type: "undo", params: ({ event }) => event.reason },
        },
        "bulk.close": "closing",
      },
    },
    closing: {
      tags: "hidden",
      invoke: { id: "forget", src: "forget", onDone: "idle", onError: "idle" },
    },
  },
});
