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
    "the journal stores it": done("journal", intent),
    "the journal fails": failed("journal"),
    "the server records it": done("send", recorded),
    "the server refuses it": done("send", { kind: "refused", failure }),
    "no answer comes": done("send", { kind: "unknown", failure }),
    "sending fails": failed("send"),
    "no answer for ten seconds": after("slow"),
    "the user verifies it": { type: "mutation.verify" },
    "the payments show it": done("verify", recorded),
    "the payments do not show it": done("verify", { kind: "notRecorded" }),
    "the payments cannot be read": done("verify", { kind: "unknown", failure }),
    "verifying fails": failed("verify"),
    "the network is back": { type: "network.online" },
    "the pause is over": after("pause"),
    "the user repeats it": { type: "mutation.repeat" },
    "the user drops it": { type: "mutation.drop" },
    "the journal forgets it": done("clear"),
    "the journal cannot forget it": failed("clear"),
    "the upload advances": { type: "upload.progress", fraction: 0.5 },
  },
  when: {
    // While a request is being sent, the user can verify it only after ten seconds. Paths do not wait that long, so
    // the results of a verification occur only in the state `verifying`.
    "the payments show it": isVerifying,
    "the payments do not show it": isVerifying,
    "the payments cannot be read": isVerifying,
  },
  unreal: {
    "the journal fails": "the storage of the browser would have to break",
    "the journal cannot forget it": "the storage of the browser would have to break",
    "sending fails": "the actor returns an outcome for every failure (moneyMove.actors.ts)",
    "verifying fails": "the actor returns an outcome for every failure (moneyMove.actors.ts)",
    "no answer for ten seconds": "a path must not wait that long, and unreliableNetwork.spec.ts covers it",
    "the user verifies it": "the dialog offers it after ten seconds only",
    "the network is back": "the browser of a path is always online",
    "the upload advances": "a payment is not an upload",
  },
  project: ({ context }) => context.outcome.kind,
}));

function isVerifying(snapshot: SnapshotFrom<typeof moneyMoveMachine>): boolean {
  return snapshot.matches("verifying");
}
