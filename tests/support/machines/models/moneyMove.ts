import type { SnapshotFrom } from "xstate";
import { moneyMoveMachine } from "#machines/payments/moneyMove.ts";
import { namedModel } from "../coveringPaths.ts";

const move = { kind: "payment" as const, parts: [{ paymentMethodId: 1, amount: 10 }], statusId: null, reason: "" };
const request = { companyId: 1, orderId: 17, version: 7, move };
const intent = { key: "12345678", request };
const recorded = { kind: "recorded", result: { paymentId: 4 } } as const;
const failure = { kind: "refused", message: "Изменён", errors: {}, traceId: undefined } as const;

/** Model of the machine that sends a payment or refund and determines its outcome. */
export const moneyMoveModel = namedModel(moneyMoveMachine, ({ after, done, failed }) => ({
  starts: {
    "a payment is confirmed": { request },
    "the page is reloaded during a payment": { intent },
  },
  events: {
    "the journal stores the payment": done("journal", intent),
    "the journal cannot store the payment": failed("journal"),
    "the server records the payment": done("send", recorded),
    "the server refuses the payment": done("send", { kind: "refused", failure }),
    "no response is received": done("send", { kind: "unknown", failure }),
    "sending fails": failed("send"),
    "ten seconds pass without a response": after("slow"),
    "the user verifies the payment": { type: "mutation.verify" },
    "the list of payments contains the payment": done("verify", recorded),
    "the list of payments lacks the payment": done("verify", { kind: "notRecorded" }),
    "the list of payments cannot be read": done("verify", { kind: "unknown", failure }),
    "verifying fails": failed("verify"),
    "the network is back": { type: "network.online" },
    "the pause is over": after("pause"),
    "the user sends the payment again": { type: "mutation.repeat" },
    "the user drops the payment": { type: "mutation.drop" },
    "the journal deletes the payment": done("clear"),
    "the journal cannot delete the payment": failed("clear"),
    "the upload advances": { type: "upload.progress", fraction: 0.5 },
  },
  when: {
    // While a request is being sent, the user can verify it only after ten seconds. Paths do not wait that long, so
    // the results of a verification occur only in the state `verifying`.
    "the list of payments contains the payment": isVerifying,
    "the list of payments lacks the payment": isVerifying,
    "the list of payments cannot be read": isVerifying,
  },
  unreal: {
    "the journal cannot store the payment": "the storage of the browser would have to break",
    "the journal cannot delete the payment": "the storage of the browser would have to break",
    "sending fails": "the actor returns an outcome for every failure (moneyMove.actors.ts)",
    "verifying fails": "the actor returns an outcome for every failure (moneyMove.actors.ts)",
    "ten seconds pass without a response": "a path must not wait that long, and unreliableNetwork.spec.ts covers it",
    "the user verifies the payment": "the dialog offers the verification only after ten seconds",
    "the network is back": "the browser of a path is always online",
    "the upload advances": "a payment is not an upload",
  },
  project: ({ context }) => context.outcome.kind,
}));

function isVerifying(snapshot: SnapshotFrom<typeof moneyMoveMachine>): boolean {
  return snapshot.matches("verifying");
}
