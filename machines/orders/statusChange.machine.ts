import { assign, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";

type Order = Schemas["Order"];
type Status = Schemas["OrderStatus"];

/** The order, and what is still to be paid for it, roubles. */
export interface StatusInput {
  order: Order;
  unpaid: number;
}

interface Context extends StatusInput {
  status: Status | undefined;
  reason: string;
  message: string | undefined;
  isFault: boolean;
  /** The order as the operator saw it before another one changed it. */
  before: Order | undefined;
}

/** What is asked of the server; the key makes repeats of it one change. */
export interface StatusRequest {
  companyId: number;
  orderId: number;
  version: number;
  statusId: number;
  reason: string;
}

/** What became of the request; `order` is the current one; by a fault nobody refused it, it only was not done. */
export type StatusAnswer =
  | { kind: "changed"; order: Order }
  | { kind: "refused"; message: string; isFault?: true }
  | { kind: "stale"; order: Order; unpaid?: number }
  | { kind: "unanswered" };

const REASON_LENGTH = 500;

/** Statuses that a person may choose: neither removed nor technical, in their order (business, section 4). */
export const selectable = (statuses: readonly Status[]): Status[] =>
  statuses.filter(({ isRemoved, isTechnical }) => !isRemoved && !isTechnical).toSorted((a, b) => a.order - b.order);

/** Whether the status would close the order with roubles still unpaid; the dialog names them (decisions, section 5). */
export const closesUnpaid = (unpaid: number, { isClosed, isCancel }: Status): boolean =>
  unpaid > 0 && isClosed && !isCancel;

const requestOf = ({ order, status, reason }: Context): StatusRequest => ({
  companyId: order.companyId,
  orderId: order.id,
  version: order.version,
  statusId: status?.id ?? 0,
  reason: reason.trim(),
});

/** Changing the status of an order, with a reason where the status wants one (business, sections 4, 5 and 8). */
export const statusChangeMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: "status.choose"; status: Status }
      | { type: "status.back" }
      | { type: "reason.type"; text: string }
      | { type: "status.submit" },
    input: {} as StatusInput,
    output: {} as { order: Order },
    tags: {} as "busy" | "verifying",
  },
  actors: {
    change: stub<StatusAnswer, StatusRequest>("change"),
    verify: stub<StatusAnswer, StatusRequest>("verify"),
  },
  guards: {
    mayChoose: (_, status: Status) => !status.isRemoved && !status.isTechnical,
    needsWord: ({ context }, status: Status) =>
      !status.isRemoved && !status.isTechnical && (status.isRequireReason || closesUnpaid(context.unpaid, status)),
    hasReason: ({ context }) => !context.status?.isRequireReason || context.reason.trim() !== "",
    isChanged: (_, answer: StatusAnswer) => answer.kind === "changed",
    isRefused: (_, answer: StatusAnswer) => answer.kind === "refused",
    isStale: (_, answer: StatusAnswer) => answer.kind === "stale",
  },
  actions: {
    choose: assign((_, status: Status) => ({ status, message: undefined, before: undefined })),
    reset: assign({ status: undefined, reason: "", message: undefined }),
    setReason: assign((_, text: string) => ({ reason: text.slice(0, REASON_LENGTH) })),
    keepRefusal: assign((_, answer: StatusAnswer) => ({
      message: answer.kind === "refused" ? answer.message : undefined,
      isFault: answer.kind === "refused" && answer.isFault === true,
    })),
    keepOrder: assign(({ context }, answer: StatusAnswer) =>
      "order" in answer
        ? {
            order: answer.order,
            before: context.order,
            unpaid: answer.kind === "stale" ? (answer.unpaid ?? context.unpaid) : context.unpaid,
          }
        : {},
    ),
  },
  delays: { pause: 3000 },
}).createMachine({
  id: "statusChange",
  context: ({ input }) => ({
    ...input,
    status: undefined,
    reason: "",
    message: undefined,
    isFault: false,
    before: undefined,
  }),
  initial: "choosing",
  states: {
    choosing: {
      on: {
        "status.choose": [
          {
            guard: { type: "needsWord", params: ({ event }) => event.status },
            target: "explaining",
            actions: { type: "choose", params: ({ event }) => event.status },
          },
          {
            guard: { type: "mayChoose", params: ({ event }) => event.status },
            target: "submitting",
            actions: { type: "choose", params: ({ event }) => event.status },
          },
        ],
      },
    },
    explaining: {
      description: "The status wants a reason, or closes the order with a balance due.",
      on: {
        "reason.type": { actions: { type: "setReason", params: ({ event }) => event.text } },
        "status.submit": { guard: "hasReason", target: "submitting" },
        "status.back": { target: "choosing", actions: "reset" },
      },
    },
    submitting: {
      tags: "busy",
      invoke: {
        id: "change",
        src: "change",
        input: ({ context }) => requestOf(context),
        onDone: [
          {
            guard: { type: "isChanged", params: outputOf },
            target: "changed",
            actions: { type: "keepOrder", params: outputOf },
          },
          {
            guard: { type: "isRefused", params: outputOf },
            target: "refused",
            actions: { type: "keepRefusal", params: outputOf },
          },
          {
            guard: { type: "isStale", params: outputOf },
            target: "stale",
            actions: { type: "keepOrder", params: outputOf },
          },
          { target: "verifying" },
        ],
        onError: "verifying",
      },
    },
    verifying: {
      description: "Nobody answered: the order itself tells whether its status changed.",
      tags: ["busy", "verifying"],
      invoke: {
        id: "verify",
        src: "verify",
        input: ({ context }) => requestOf(context),
        onDone: [
          {
            guard: { type: "isChanged", params: outputOf },
            target: "changed",
            actions: { type: "keepOrder", params: outputOf },
          },
          {
            guard: { type: "isStale", params: outputOf },
            target: "stale",
            actions: { type: "keepOrder", params: outputOf },
          },
          {
            guard: { type: "isRefused", params: outputOf },
            target: "refused",
            actions: { type: "keepRefusal", params: outputOf },
          },
          { target: "waiting" },
        ],
        onError: "waiting",
      },
    },
    waiting: { tags: ["busy", "verifying"], after: { pause: "verifying" } },
    refused: {
      on: {
        "reason.type": { actions: { type: "setReason", params: ({ event }) => event.text } },
        "status.submit": "submitting",
        "status.back": { target: "choosing", actions: "reset" },
      },
    },
    stale: {
      description: "Another operator changed the order: the differences are shown, and this one decides anew.",
      on: { "status.submit": "submitting", "status.back": { target: "choosing", actions: "reset" } },
    },
    changed: { type: "final" },
  },
  output: ({ context }) => ({ order: context.order }),
});
