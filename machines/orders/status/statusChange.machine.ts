import { assign, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import type { Failure } from "#machines/core/failure.ts";
import type { Order } from "#machines/queries/order.ts";
import {
  closesUnpaid,
  REASON_LENGTH,
  reasonNotToChoose,
  reasonNotToSubmit,
  type StatusConflict,
  type StatusInput,
  type StatusReport,
  type StatusRequest,
  statusMutationMachine,
} from "./statusChange.ts";

type Status = Schemas["OrderStatus"];

interface Context extends StatusInput {
  readonly status: Status | undefined;
  readonly reason: string;
  readonly failure: Failure | undefined;
  /** Order as the user saw it before another user changed it. */
  readonly before: Order | undefined;
}

const requestOf = ({ order, status, reason }: Context): StatusRequest => ({
  companyId: order.companyId,
  orderId: order.id,
  version: order.version,
  statusId: status?.id ?? 0,
  reason: reason.trim(),
});

/** Dialog that changes the status of an order. Some statuses require a reason (business, sections 4, 5 and 8). */
export const statusChangeMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: "status.choose"; status: Status }
      | { type: "status.back" }
      | { type: "reason.type"; text: string }
      | { type: "status.submit" }
      | StatusReport,
    input: {} as StatusInput,
    output: {} as { readonly order: Order },
    tags: {} as "busy",
    children: {} as { change: "change" },
  },
  actors: { change: statusMutationMachine },
  guards: {
    mayChoose: ({ context }, status: Status) => reasonNotToChoose(context, status) === undefined,
    requiresReason: ({ context }, status: Status) =>
      reasonNotToChoose(context, status) === undefined &&
      (status.isRequireReason || closesUnpaid(context.unpaid, status)),
    maySubmit: ({ context }) => reasonNotToSubmit(context) === undefined,
  },
  actions: {
    choose: assign((_, status: Status) => ({ status, failure: undefined, before: undefined })),
    reset: assign({ status: undefined, reason: "", failure: undefined }),
    setReason: assign((_, text: string) => ({ reason: text.slice(0, REASON_LENGTH) })),
    keepFailure: assign((_, failure: Failure | undefined) => ({ failure })),
    keepChanged: assign((_, order: Order) => ({ order })),
    keepConflict: assign(({ context }, { order, unpaid }: StatusConflict) => ({
      order,
      before: context.order,
      unpaid: unpaid ?? context.unpaid,
    })),
  },
}).createMachine({
  id: "statusChange",
  context: ({ input }) => ({ ...input, status: undefined, reason: "", failure: undefined, before: undefined }),
  initial: "choosing",
  states: {
    choosing: {
      on: {
        "status.choose": [
          {
            guard: { type: "requiresReason", params: ({ event }) => event.status },
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
      description: "The status requires a reason, or closes an order that is not paid.",
      on: {
        "reason.type": { actions: { type: "setReason", params: ({ event }) => event.text } },
        "status.submit": { guard: "maySubmit", target: "submitting" },
        "status.back": { target: "choosing", actions: "reset" },
      },
    },
    submitting: {
      tags: "busy",
      invoke: {
        id: "change",
        src: "change",
        input: ({ context }) => ({ request: requestOf(context) }),
        onError: { target: "refused", actions: { type: "keepFailure", params: undefined } },
      },
      on: {
        "mutation.recorded": {
          target: "changed",
          actions: { type: "keepChanged", params: ({ event }) => event.result },
        },
        "mutation.stale": {
          target: "stale",
          actions: { type: "keepConflict", params: ({ event }) => event.current },
        },
        "mutation.refused": {
          target: "refused",
          actions: { type: "keepFailure", params: ({ event }) => event.failure },
        },
        "mutation.notRecorded": { target: "notRecorded" },
      },
    },
    refused: {
      on: {
        "reason.type": { actions: { type: "setReason", params: ({ event }) => event.text } },
        "status.submit": { guard: "maySubmit", target: "submitting" },
        "status.back": { target: "choosing", actions: "reset" },
      },
    },
    notRecorded: {
      description: "No answer came, and the order shows that its status has not changed.",
      on: {
        "status.submit": "submitting",
        "status.back": { target: "choosing", actions: "reset" },
      },
    },
    stale: {
      description: "Another user changed the order. The user sees the differences and decides again.",
      on: {
        "status.submit": { guard: "maySubmit", target: "submitting" },
        "status.back": { target: "choosing", actions: "reset" },
      },
    },
    changed: { type: "final" },
  },
  output: ({ context }) => ({ order: context.order }),
});
