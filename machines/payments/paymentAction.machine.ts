import { assign, setup } from "xstate";
import { outputOf } from "#machines/support/outputOf.ts";
import { type Moved, moneyMoveMachine } from "./moneyMove.machine.ts";
import { afterRefusal, begunMove, type Moving } from "./moving.ts";

/** What may be done with a payment. */
export type ActionKind = "check" | "refund" | "confirm";

interface ActionInput extends Moving {
  kind: ActionKind;
  paymentId: number;
}

/** One action on one payment, asked about before it is done (business, section 4). */
export const paymentActionMachine = setup({
  types: {
    context: {} as ActionInput & { message: string | undefined },
    events: {} as { type: "action.confirm" },
    input: {} as ActionInput,
    tags: {} as "busy",
    children: {} as { move: "move" },
  },
  actors: { move: moneyMoveMachine },
  guards: {
    hasIntent: ({ context }) => context.intent !== undefined,
    isRecorded: (_, moved: Moved) => moved.kind === "recorded",
    isAbsent: (_, moved: Moved) => moved.kind === "absent",
  },
  actions: {
    clearMessage: assign({ message: undefined }),
    keepRefusal: assign((_, moved: Moved) => afterRefusal(moved)),
    keepAbsence: assign({ intent: undefined, message: "Действие не выполнено." }),
  },
}).createMachine({
  id: "paymentAction",
  context: ({ input }) => ({ ...input, message: undefined }),
  initial: "beginning",
  states: {
    beginning: {
      description: "An action that a reload interrupted is verified before anything else.",
      always: [{ guard: "hasIntent", target: "moving" }, { target: "confirming" }],
    },
    confirming: { on: { "action.confirm": { target: "moving", actions: "clearMessage" } } },
    moving: {
      tags: "busy",
      invoke: {
        id: "move",
        src: "move",
        input: ({ context }) => begunMove(context, { kind: context.kind, paymentId: context.paymentId }),
        onDone: [
          { guard: { type: "isRecorded", params: outputOf }, target: "carried" },
          { guard: { type: "isAbsent", params: outputOf }, target: "refused", actions: "keepAbsence" },
          { target: "refused", actions: { type: "keepRefusal", params: outputOf } },
        ],
        onError: "lost",
      },
    },
    refused: { on: { "action.confirm": { target: "moving", actions: "clearMessage" } } },
    lost: { description: "A fault of the program: the journal keeps the intent, and a reload verifies it." },
    carried: { type: "final" },
  },
});
