import { and, assign, emit, not, type SnapshotFrom, setup } from "xstate";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";
import type { OperationsQuery } from "#machines/queries/stockOperations.ts";
import { type PermissionReason, type Permissions, permissionReasonOf } from "#machines/session/permissions.ts";
import { addPreview, type CalculationPreview, stepsOf } from "./calculation.ts";

interface Context {
  readonly permissions: Permissions;
  /** Weeks of the period. */
  readonly steps: readonly OperationsQuery[];
  /** Number of weeks that the current phase, preview or recalculation, has finished. */
  readonly done: number;
  /** Undefined before the first preview begins, and if the server offers no preview. */
  readonly preview: CalculationPreview | undefined;
  /** Number of operations that were changed in the finished weeks. Undefined if the server sends no number. */
  readonly count: number | undefined;
  readonly isStopping: boolean;
  readonly failure: Failure | undefined;
}

const nothing: CalculationPreview = { count: 0, items: [] };

/** Reason why the stock cannot be recalculated now. `busy`: a preview or a recalculation is in progress. */
export type CalculationReason = PermissionReason | { readonly code: "busy" };

const missingPermissionIn = ({ permissions }: Context): PermissionReason | undefined =>
  permissionReasonOf(permissions, "stock.edit");

const stepOf = ({ context: { steps, done } }: { context: Context }): OperationsQuery => {
  const step = steps[done];
  if (step === undefined) throw new Error("No week is left");
  return step;
};

/**
 * Recalculation of the stock operations of a period, week by week, after a preview of the changes (areas, section 1).
 * The user can stop the recalculation after any week.
 */
export const calculationMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { readonly permissions?: Permissions } | undefined,
    events: {} as
      | { type: "permissions.change"; permissions: Permissions }
      | { type: "calculation.ask"; query: OperationsQuery }
      | { type: "calculation.confirm" }
      | { type: "calculation.cancel" }
      | { type: "failure.dismiss" },
    emitted: {} as { type: "calculation.done"; count: number | undefined; isWhole: boolean },
    tags: {} as "busy",
  },
  actors: {
    /** Calculates the changes that the recalculation of a week would make. Changes nothing itself. */
    preview: stub<CalculationPreview, OperationsQuery>("preview"),
    /**
     * Recalculates a week. Outputs the number of added, changed and removed operations, or undefined if the server
     * sends no number.
     */
    run: stub<number | undefined, OperationsQuery>("run"),
  },
  guards: {
    mayCalculate: ({ context }) => missingPermissionIn(context) === undefined,
    isLast: ({ context: { steps, done } }) => done + 1 >= steps.length,
    hasBegun: ({ context }) => context.done > 0,
    isStopping: ({ context }) => context.isStopping,
    isNotOffered: (_, { kind }: Failure) => kind === "notOffered",
  },
  actions: {
    keepPermissions: assign((_, permissions: Permissions) => ({ permissions })),
    begin: assign((_, query: OperationsQuery) => ({
      steps: stepsOf(query),
      done: 0,
      preview: nothing,
      failure: undefined,
    })),
    addPreview: assign(({ context }, week: CalculationPreview) => ({
      done: context.done + 1,
      preview: addPreview(context.preview ?? nothing, week),
    })),
    dropPreview: assign({ preview: undefined }),
    beginRun: assign({ done: 0, count: 0, isStopping: false }),
    addCount: assign(({ context }, count: number | undefined) => ({
      done: context.done + 1,
      count: context.count === undefined || count === undefined ? undefined : context.count + count,
    })),
    stop: assign({ isStopping: true }),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    dismissFailure: assign({ failure: undefined }),
    reportDone: emit(({ context: { count, done, steps } }) => ({
      type: "calculation.done" as const,
      count,
      isWhole: done === steps.length,
    })),
  },
}).createMachine({
  id: "calculation",
  context: ({ input }) => ({
    permissions: input?.permissions,
    steps: [],
    done: 0,
    preview: undefined,
    count: 0,
    isStopping: false,
    failure: undefined,
  }),
  on: { "permissions.change": { actions: { type: "keepPermissions", params: ({ event }) => event.permissions } } },
  initial: "idle",
  states: {
    idle: {
      on: {
        "calculation.ask": {
          guard: "mayCalculate",
          target: "previewing",
          actions: { type: "begin", params: ({ event }) => event.query },
        },
        "failure.dismiss": { actions: "dismissFailure" },
      },
    },
    previewing: {
      tags: "busy",
      invoke: {
        id: "preview",
        src: "preview",
        input: stepOf,
        onDone: [
          { guard: "isLast", target: "confirming", actions: { type: "addPreview", params: outputOf } },
          { target: "previewing", reenter: true, actions: { type: "addPreview", params: outputOf } },
        ],
        onError: [
          { guard: { type: "isNotOffered", params: failureOf }, target: "confirming", actions: "dropPreview" },
          { target: "idle", actions: { type: "keepFailure", params: failureOf } },
        ],
      },
      on: { "calculation.cancel": "idle" },
    },
    confirming: {
      on: {
        "calculation.confirm": { guard: "mayCalculate", target: "running", actions: "beginRun" },
        "calculation.cancel": "idle",
      },
    },
    running: {
      tags: "busy",
      invoke: {
        id: "run",
        src: "run",
        input: stepOf,
        onDone: [
          {
            guard: and([not("isLast"), not("isStopping")]),
            target: "running",
            reenter: true,
            actions: { type: "addCount", params: outputOf },
          },
          { target: "idle", actions: [{ type: "addCount", params: outputOf }, "reportDone"] },
        ],
        onError: [
          {
            guard: "hasBegun",
            target: "idle",
            actions: [{ type: "keepFailure", params: failureOf }, "reportDone"],
          },
          { target: "idle", actions: { type: "keepFailure", params: failureOf } },
        ],
      },
      on: { "calculation.cancel": { actions: "stop" } },
    },
  },
});

/** Returns the reason why the stock cannot be recalculated now, or undefined if there is none. Used for tooltips. */
export const reasonNotToCalculate = (
  snapshot: SnapshotFrom<typeof calculationMachine>,
): CalculationReason | undefined =>
  missingPermissionIn(snapshot.context) ?? (snapshot.hasTag("busy") ? { code: "busy" } : undefined);
