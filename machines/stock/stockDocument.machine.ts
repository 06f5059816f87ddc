import { assign, emit, sendTo, setup } from "xstate";
import type { LiveTopic } from "#machines/core/environment.ts";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import {
  type ActionDetails,
  type ActionResult,
  type ChangeReport,
  changeMutationMachine,
  type DocumentAction,
  type DocumentPath,
  type DocumentQueryReport,
  isForceable,
  isShelfQuestion,
  phaseOf,
  progressOf,
  reasonNotToAct,
  type StockDocument,
} from "./stockDocument.ts";

/**
 * Event for an action that the user requests. If `isConfirmed` is true, the action is sent without a confirmation
 * dialog.
 */
interface ActEvent {
  readonly type: "document.act";
  readonly action: DocumentAction;
  readonly details?: ActionDetails;
  readonly isConfirmed?: boolean;
}

/**
 * Stock document (packing list, act, transfer or inventory) with the actions that change its state (areas, sections 2
 * to 4). The outcome of an unanswered action is verified.
 */
export const stockDocumentMachine = setup({
  types: {
    context: {} as {
      readonly path: DocumentPath;
      /** Actions that the user's permissions allow. */
      readonly allowed: readonly DocumentAction[];
      /** Live feed topics. The document is read again when the feed reports a change of one of these topics. */
      readonly topics: readonly LiveTopic[];
      readonly entry: StockDocument | undefined;
      readonly action: DocumentAction;
      readonly details: ActionDetails;
      readonly isForced: boolean;
      /** Failure of the last read of the document. */
      readonly readFailure: Failure | undefined;
      /** Failure of the last action. */
      readonly failure: Failure | undefined;
    },
    input: {} as {
      readonly path: DocumentPath;
      readonly allowed: readonly DocumentAction[];
      readonly topics?: readonly LiveTopic[] | undefined;
    },
    events: {} as
      | { type: "document.refresh" }
      | { type: "document.changed"; entry: StockDocument }
      | ActEvent
      | { type: "action.confirm"; reason?: string }
      | { type: "action.cancel" }
      | { type: "refusal.dismiss" }
      | { type: "refusal.force" }
      | { type: "refusal.answer"; isOnShelf: boolean }
      | { type: "theirs.look" }
      | DocumentQueryReport
      | ChangeReport,
    emitted: {} as { type: "action.done"; action: DocumentAction },
    tags: {} as "busy",
    children: {} as { entry: "entry"; change: "change" },
  },
  actors: {
    entry: queryMachineOf<DocumentPath, StockDocument>(),
    change: changeMutationMachine,
  },
  guards: {
    hasDocument: ({ context }) => context.entry !== undefined,
    isDraft: ({ context }) => phaseOf(context.entry) === "draft",
    isUnderWay: ({ context }) => phaseOf(context.entry) === "underWay",
    isApproved: ({ context }) => phaseOf(context.entry) === "approved",
    isApproving: ({ context }) => progressOf(context.action) === "approving",
    isReversing: ({ context }) => progressOf(context.action) === "reversing",
    isRemoved: (_, { entry }: ActionResult) => entry === undefined,
    isMissing: (_, failure: Failure) => failure.kind === "missing",
    isForceable: ({ context }) => context.failure !== undefined && isForceable(context.failure),
    isShelfQuestion: ({ context }) => context.failure !== undefined && isShelfQuestion(context.failure),
    mayAct: ({ context }, { action }: ActEvent) => reasonNotToAct(context, action) === undefined,
    mayActAtOnce: ({ context }, { action, isConfirmed }: ActEvent) =>
      isConfirmed === true && reasonNotToAct(context, action) === undefined,
  },
  actions: {
    keepDocument: assign((_, entry: StockDocument | undefined) => ({ entry, readFailure: undefined })),
    keepReadFailure: assign((_, readFailure: Failure) => ({ readFailure })),
    keepAction: assign((_, { action, details = {} }: { action: DocumentAction; details?: ActionDetails }) => ({
      action,
      details,
      isForced: false,
      failure: undefined,
    })),
    keepReason: assign(({ context }, { reason }: { reason?: string }) => ({
      details: reason === undefined ? context.details : { ...context.details, reason },
    })),
    force: assign({ isForced: true, failure: undefined }),
    keepAnswer: assign(({ context }, isOnShelf: boolean) => ({
      details: { ...context.details, isOnShelf },
      failure: undefined,
    })),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    refresh: sendTo("entry", { type: "query.refresh" }),
    reportDone: emit(({ context }) => ({ type: "action.done" as const, action: context.action })),
  },
}).createMachine({
  id: "stockDocument",
  context: ({ input }) => ({
    path: input.path,
    allowed: input.allowed,
    topics: input.topics ?? [],
    entry: undefined,
    action: "approve",
    details: {},
    isForced: false,
    readFailure: undefined,
    failure: undefined,
  }),
  invoke: {
    id: "entry",
    src: "entry",
    input: ({ context: { path, topics } }) => ({ query: path, topics, isReadOnShow: true }),
    onError: { actions: { type: "keepReadFailure", params: failureOf } },
  },
  initial: "shown",
  states: {
    shown: {
      initial: "settling",
      on: {
        "query.loaded": {
          target: ".settling",
          actions: { type: "keepDocument", params: ({ event }) => event.loaded.data },
        },
        "query.failed": [
          {
            guard: { type: "isMissing", params: ({ event }) => event.failure },
            target: "missing",
            actions: { type: "keepReadFailure", params: ({ event }) => event.failure },
          },
          { actions: { type: "keepReadFailure", params: ({ event }) => event.failure } },
        ],
        "document.refresh": { actions: "refresh" },
        "document.changed": {
          description: "The answer of another call has the document. A read that began before it is repeated.",
          target: ".settling",
          actions: [{ type: "keepDocument", params: ({ event }) => event.entry }, "refresh"],
        },
        "document.act": [
          {
            guard: { type: "mayActAtOnce", params: ({ event }) => event },
            target: "changing",
            actions: { type: "keepAction", params: ({ event }) => event },
          },
          {
            guard: { type: "mayAct", params: ({ event }) => event },
            target: "confirming",
            actions: { type: "keepAction", params: ({ event }) => event },
          },
        ],
      },
      states: {
        settling: {
          always: [
            { guard: "isDraft", target: "draft" },
            { guard: "isUnderWay", target: "underWay" },
            { guard: "isApproved", target: "approved" },
            { guard: "hasDocument", target: "reversed" },
            { target: "loading" },
          ],
        },
        loading: { tags: "busy" },
        draft: {},
        underWay: {},
        approved: {},
        reversed: {},
      },
    },
    missing: { description: "The document does not exist, or the user may not see it." },
    confirming: {
      description: "The user reads what the action does. A document that is read meanwhile is not shown until later.",
      on: {
        "action.confirm": { target: "changing", actions: { type: "keepReason", params: ({ event }) => event } },
        "action.cancel": { target: "shown", actions: "refresh" },
      },
    },
    changing: {
      tags: "busy",
      invoke: {
        id: "change",
        src: "change",
        input: ({ context: { path, entry, action, details, isForced } }) => ({
          request: { ...path, action, details, version: entry?.version ?? 0, isForced },
        }),
        onError: { target: "refused", actions: { type: "keepFailure", params: failureOf } },
      },
      initial: "choosing",
      on: {
        "mutation.recorded": [
          {
            guard: { type: "isRemoved", params: ({ event }) => event.result },
            target: "removed",
            actions: "reportDone",
          },
          {
            target: "shown",
            actions: [{ type: "keepDocument", params: ({ event }) => event.result.entry }, "reportDone"],
          },
        ],
        "mutation.stale": {
          target: "stale",
          actions: { type: "keepDocument", params: ({ event }) => event.current },
        },
        "mutation.refused": {
          target: "refused",
          actions: { type: "keepFailure", params: ({ event }) => event.failure },
        },
        "mutation.dropped": { target: "shown", actions: "refresh" },
        "mutation.doubtful": ".verifying",
      },
      states: {
        choosing: {
          always: [
            { guard: "isApproving", target: "approving" },
            { guard: "isReversing", target: "reversing" },
            { target: "removing" },
          ],
        },
        approving: {},
        reversing: {},
        removing: {},
        verifying: {
          description: "The server has not answered. The document is read to find out the outcome.",
        },
      },
    },
    stale: {
      description: "Another user has changed the document. The user reads it before the next action.",
      on: {
        "theirs.look": "shown",
        "document.act": {
          guard: { type: "mayActAtOnce", params: ({ event }) => event },
          target: "changing",
          actions: { type: "keepAction", params: ({ event }) => event },
        },
      },
    },
    refused: {
      on: {
        "refusal.force": { guard: "isForceable", target: "changing", actions: "force" },
        "refusal.answer": {
          guard: "isShelfQuestion",
          target: "changing",
          actions: { type: "keepAnswer", params: ({ event }) => event.isOnShelf },
        },
        "refusal.dismiss": { target: "shown", actions: "refresh" },
      },
    },
    removed: { description: "The draft does not exist any more." },
  },
});
