import { assign, setup } from "xstate";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";
import type { Intent, MoveDraft } from "./intent.ts";

/** What the server said of a movement; silence says nothing of whether it took place. */
export type Sent =
  | { kind: "recorded"; paymentId: number | null }
  | { kind: "refused"; message: string }
  | { kind: "stale"; message: string }
  | { kind: "unanswered" };

/** What the payments of the order say of a movement that nobody answered. */
export type Found = { kind: "recorded"; paymentId: number | null } | { kind: "absent" } | { kind: "unanswered" };

/** How a movement ended: it took place, or it did not and never will. */
export type Moved = Exclude<Sent, { kind: "unanswered" }> | { kind: "absent" };

/** A movement that is new, or one found in the journal after a reload. */
export type MoneyMoveInput = { draft: MoveDraft } | { intent: Intent };

const unwritten: Moved = {
  kind: "refused",
  message: "Браузер не смог записать оплату в журнал, поэтому она не отправлена. Обновите страницу.",
};

/** Money never moves twice: the intent is journalled, sent under one key, verified when nobody answers, and cleared at its end. */
export const moneyMoveMachine = setup({
  types: {
    context: {} as { draft: MoveDraft; intent: Intent; moved: Moved },
    events: {} as { type: "move.again" } | { type: "move.drop" },
    input: {} as MoneyMoveInput,
    output: {} as Moved,
    tags: {} as "sending" | "verifying" | "absent",
  },
  actors: {
    journal: stub<Intent, MoveDraft>("journal"),
    send: stub<Sent, Intent>("send"),
    verify: stub<Found, Intent>("verify"),
    clear: stub<void, Intent>("clear"),
  },
  guards: {
    isRevived: ({ context }) => context.intent.key !== "",
    isRecorded: (_, outcome: Sent | Found) => outcome.kind === "recorded",
    isSilence: (_, outcome: Sent | Found) => outcome.kind === "unanswered",
  },
  actions: {
    keepIntent: assign((_, intent: Intent) => ({ intent })),
    keepMoved: assign(({ context }, outcome: Sent | Found) => ({
      moved: outcome.kind === "unanswered" ? context.moved : outcome,
    })),
    keepUnwritten: assign({ moved: unwritten }),
  },
  delays: { pause: 3000 },
}).createMachine({
  id: "moneyMove",
  context: ({ input }) => ({
    draft: "intent" in input ? input.intent : input.draft,
    intent: "intent" in input ? input.intent : { ...input.draft, key: "" },
    moved: { kind: "absent" },
  }),
  initial: "beginning",
  states: {
    beginning: { always: [{ guard: "isRevived", target: "verifying" }, { target: "journalling" }] },
    journalling: {
      description: "The intent gets its key and is written down before anything is sent.",
      tags: "sending",
      invoke: {
        id: "journal",
        src: "journal",
        input: ({ context }) => context.draft,
        onDone: { target: "sending", actions: { type: "keepIntent", params: outputOf } },
        onError: { target: "ended", actions: "keepUnwritten" },
      },
    },
    sending: {
      tags: "sending",
      invoke: {
        id: "send",
        src: "send",
        input: ({ context }) => context.intent,
        onDone: [
          { guard: { type: "isSilence", params: outputOf }, target: "verifying" },
          { target: "clearing", actions: { type: "keepMoved", params: outputOf } },
        ],
        onError: "verifying",
      },
    },
    verifying: {
      description: "Nobody answered, which is neither an error nor a success: the payments tell.",
      tags: "verifying",
      invoke: {
        id: "verify",
        src: "verify",
        input: ({ context }) => context.intent,
        onDone: [
          {
            guard: { type: "isRecorded", params: outputOf },
            target: "clearing",
            actions: { type: "keepMoved", params: outputOf },
          },
          { guard: { type: "isSilence", params: outputOf }, target: "waiting" },
          { target: "notRecorded" },
        ],
        onError: "waiting",
      },
    },
    waiting: {
      tags: "verifying",
      after: { pause: "verifying" },
    },
    notRecorded: {
      description: "A second sending goes under the same key, so that a late first one is still the same movement.",
      tags: "absent",
      on: { "move.again": "sending", "move.drop": "clearing" },
    },
    clearing: {
      tags: "sending",
      invoke: {
        id: "clear",
        src: "clear",
        input: ({ context }) => context.intent,
        onDone: "ended",
        onError: "ended",
      },
    },
    ended: { type: "final" },
  },
  output: ({ context }) => context.moved,
});
