import type { AnyMachineSnapshot } from "xstate";
import { moneyMoveMachine } from "#machines/payments/moneyMove.machine.ts";
import { after, done, failed } from "../paths.ts";

const move = { kind: "payment" as const, parts: [{ paymentMethodId: 1, amount: 10 }], statusId: null, reason: "" };
const draft = { companyId: 1, orderId: 17, version: 7, move };
const intent = { ...draft, key: "12345678" };

/** What can happen while money is moved. */
export const moneyMoveModel = {
  machine: moneyMoveMachine,
  starts: {
    "a payment is confirmed": { draft },
    "the page is loaded again in the middle of a payment": { intent },
  },
  events: {
    "the journal keeps it": done("journal", intent),
    "the journal cannot keep it": failed("journal"),
    "the server records it": done("send", { kind: "recorded", paymentId: null }),
    "it comes too late": done("send", { kind: "stale", message: "Изменён" }),
    "nobody answers": done("send", { kind: "unanswered" }),
    "sending fails": failed("send"),
    "the payments show it": done("verify", { kind: "recorded", paymentId: 4 }),
    "the payments do not show it": done("verify", { kind: "absent" }),
    "nobody tells the payments": done("verify", { kind: "unanswered" }),
    "asking fails": failed("verify"),
    "the pause is over": after("pause", "moneyMove.waiting"),
    "send it again": { type: "move.again" },
    "drop it": { type: "move.drop" },
    "the journal forgets it": done("clear"),
    "the journal cannot forget it": failed("clear"),
  },
  unreal: {
    "the journal cannot keep it": "the storage of the browser would have to break",
    "the journal cannot forget it": "the storage of the browser would have to break",
    "sending fails": "the call makes an answer of every failure (moneyMove.actors.ts)",
    "asking fails": "the call makes an answer of every failure (moneyMove.actors.ts)",
  },
  project: ({ context }: AnyMachineSnapshot) => context.moved.kind,
} as const;
