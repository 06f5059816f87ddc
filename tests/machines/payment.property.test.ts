import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createActor, fromPromise, toPromise } from "xstate";
import { FOREIGN_MS } from "#app/storage/moneyJournal.ts";
import type { SendInput } from "#machines/core/mutation.machine.ts";
import type { MutationOutcome } from "#machines/core/mutation.ts";
import type { MoneyIntent, MoneyRequest, MoneyResult } from "#machines/payments/moneyIntent.ts";
import {
  createBrowser,
  createOrderServer,
  givenOrderScreen,
  type PaymentFault,
  type PaymentNetwork,
} from "../support/machines/paymentFixtures.ts";
import { assertProperty, findMistakes, throwMistakes, WALKS } from "../support/machines/properties.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const advanceClock = (ms: number) => vi.advanceTimersByTimeAsync(ms);

type MoneyOutcome = MutationOutcome<MoneyResult, never>;

type Step =
  | { kind: "pay"; amount: number; clicks: number }
  | { kind: "verify" }
  | { kind: "repeat" }
  | { kind: "drop" }
  | { kind: "closeDialog" }
  | { kind: "verifyPostponed" }
  | { kind: "reload" }
  | { kind: "changeTab"; tab: 0 | 1 }
  | { kind: "payByOther"; amount: number }
  | { kind: "setNetwork"; network: PaymentNetwork }
  | { kind: "waitLong" }
  | { kind: "wait"; ms: number };

const only = <Kind extends string>(kind: Kind) => fc.record({ kind: fc.constant(kind) });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("pay"),
      amount: fc.constantFrom(50, 50, 100),
      clicks: fc.constantFrom(1, 2, 3),
    }),
  },
  { weight: 6, arbitrary: only("repeat") },
  { weight: 1, arbitrary: only("verify") },
  { weight: 1, arbitrary: only("drop") },
  { weight: 1, arbitrary: only("closeDialog") },
  { weight: 1, arbitrary: only("verifyPostponed") },
  { weight: 2, arbitrary: only("reload") },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("changeTab"), tab: fc.constantFrom(0, 1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("payByOther"), amount: fc.constantFrom(50, 100) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("setNetwork"),
      network: fc.constantFrom<PaymentNetwork>("open", "open", "requestLost", "answerLost", "requestDelayed", "closed"),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant("wait"), ms: fc.constantFrom(3, 12, 25, 100, 5000, 20_000) }),
  },
  // The step `waitLong` lasts until an unfinished payment of the other tab counts as abandoned.
  { weight: 1, arbitrary: only("waitLong") },
);

/**
 * Counters of the dangerous situations in the random steps. The test fails if a situation is rare, because the property
 * would then prove little.
 */
const dangers = { confirmed: 0, lostAnswers: 0, reloadsInDoubt: 0, tabsInDoubt: 0, repeated: 0, foundAfterSilence: 0 };

/** Runs random steps on one order in one or two tabs of a user. Returns the detected mistakes. */
const walk = async (steps: readonly Step[], isVersionless: boolean, fault: PaymentFault): Promise<string[]> => {
  const server = createOrderServer({ isVersionless });
  const browser = createBrowser(fault.isJournalLost);
  const first = givenOrderScreen(fault, server, browser);
  const tabs = [first];
  let tab = first;
  const mistakes = new Set<string>();
  let confirmed = 0;
  const ours = () => server.payments().filter(({ requestKey }) => requestKey?.startsWith("key-"));
  const check = () => {
    if (ours().length > confirmed) mistakes.add("more payments than confirmed clicks");
    const reported = tabs.flatMap(({ done }) => done);
    if (new Set(ours().map(({ requestKey }) => requestKey)).size * tabs.length < reported.length)
      mistakes.add("reported a payment that is not recorded");
    if (tabs.some(({ progress, intents }) => progress() === "entering" && intents.size > 0))
      mistakes.add("accepted a new payment while another was in doubt");
  };
  const pay = async ({ amount, clicks }: Extract<Step, { kind: "pay" }>) => {
    if (tab.screen().getSnapshot().can({ type: "payment.open" })) {
      tab.screen().send({ type: "payment.open" });
      await advanceClock(30);
    }
    tab.payment()?.send({ type: "row.type", id: 1, text: String(amount) });
    check();
    for (let click = 0; click < clicks; click += 1) {
      const isOpen = tab.progress() === "entering";
      tab.payment()?.send({ type: "form.submit" });
      if (isOpen && tab.progress() === "moving") confirmed += 1;
    }
  };
  const take = async (one: Step) => {
    switch (one.kind) {
      case "pay":
        await pay(one);
        break;
      case "repeat":
        if (tab.move()?.getSnapshot().matches("notRecorded")) dangers.repeated += 1;
        tab.move()?.send({ type: "mutation.repeat" });
        break;
      case "verify":
        tab.move()?.send({ type: "mutation.verify" });
        break;
      case "drop":
        tab.move()?.send({ type: "mutation.drop" });
        break;
      case "closeDialog":
        tab.screen().send({ type: "dialog.close" });
        break;
      case "verifyPostponed":
        tab.screen().send({ type: "intent.verify" });
        break;
      case "reload":
        if (tab.intents.size > 0) dangers.reloadsInDoubt += 1;
        tab.reload();
        break;
      case "changeTab":
        if (tab.intents.size > 0) dangers.tabsInDoubt += 1;
        tab = tabs[one.tab] ?? givenOrderScreen(fault, server, browser);
        tabs[one.tab] = tab;
        break;
      case "payByOther":
        server.book(one.amount, "of another user");
        break;
      case "setNetwork":
        server.setNetwork(one.network);
        break;
      case "waitLong":
        await advanceClock(FOREIGN_MS + 10_000);
        break;
      case "wait":
        await advanceClock(one.ms);
        break;
    }
  };
  await advanceClock(100);
  for (const one of steps) {
    await take(one);
    check();
  }
  server.setNetwork("open");
  await advanceClock(40_000);
  check();
  dangers.confirmed += confirmed;
  dangers.lostAnswers += server.lostAnswers();
  if (tabs.some(({ done }) => done.length > 0)) dangers.foundAfterSilence += 1;
  for (const one of tabs) one.screen().stop();
  return [...mistakes];
};

/** Returns a fast-check property: no random sequence of steps violates an invariant of the payments. */
const hasNoMistakes = (fault: PaymentFault) =>
  fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: "max" }), fc.boolean(), async (steps, flag) =>
    throwMistakes(await walk(steps, flag, fault)),
  );

test("each confirmed click — records money at most once, despite lost responses and reloads", async () => {
  await assertProperty(hasNoMistakes({}));
  console.info(`Dangerous situations: ${JSON.stringify(dangers)}`);
  expect(Math.min(...Object.values(dangers))).toBeGreaterThan(WALKS / 20);
}, 1_800_000);

const faults: [string, RegExp, PaymentFault][] = [
  [
    "gets a new idempotency key with each attempt",
    /more payments than confirmed clicks/,
    {
      move: (machine, actors) => {
        let attempts = 0;
        const send = fromPromise<MoneyOutcome, SendInput<MoneyRequest>>(({ input }) => {
          attempts += 1;
          return toPromise(createActor(actors.send, { input: { ...input, key: `${input.key}-${attempts}` } }).start());
        });
        return machine.provide({ actors: { ...actors, send } });
      },
    },
  ],
  [
    "counts as refused when the answer is missing",
    /accepted a new payment while another was in doubt|reported a payment that is not recorded/,
    {
      move: (machine, actors) => {
        const send = fromPromise<MoneyOutcome, SendInput<MoneyRequest>>(async ({ input }) => {
          const outcome = await toPromise(createActor(actors.send, { input }).start());
          return outcome.kind === "unknown" ? { kind: "refused", failure: outcome.failure } : outcome;
        });
        // `clear` does nothing, so a payment with an unknown outcome stays in the journal. From the journal, `check`
        // detects that the form accepts a second payment too early.
        return machine.provide({ actors: { ...actors, send, clear: fromPromise<void, MoneyIntent>(async () => {}) } });
      },
    },
  ],
  [
    "counts as recorded although the server has not recorded the payment",
    /reported a payment that is not recorded/,
    {
      move: (machine, actors) => {
        const verify = fromPromise<MoneyOutcome, MoneyIntent>(async ({ input }) => {
          const outcome = await toPromise(createActor(actors.verify, { input }).start());
          return outcome.kind === "notRecorded" ? { kind: "recorded", result: { paymentId: null } } : outcome;
        });
        return machine.provide({ actors: { ...actors, verify } });
      },
    },
  ],
  ["loses its journal entry in a reload", /accepted a new payment while another was in doubt/, { isJournalLost: true }],
];

test.each(faults)(
  "random steps in the payment dialog — detect a payment that %s",
  async (_, mistake, fault) => {
    expect(await findMistakes(hasNoMistakes(fault))).toMatch(mistake);
  },
  120_000,
);
