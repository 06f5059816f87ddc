import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createActor, fromPromise, toPromise } from "xstate";
import { FOREIGN_MS } from "#app/storage/moneyJournal.ts";
import type { Intent } from "#machines/payments/intent.ts";
import type { Found, Sent } from "#machines/payments/moneyMove.machine.ts";
import {
  createBrowser,
  createOrderServer,
  givenOrderScreen,
  type Mutation,
  type Way,
} from "../support/machines/paymentFixtures.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

type Step =
  | { do: "pay"; amount: number; clicks: number }
  | { do: "again" }
  | { do: "drop" }
  | { do: "leave" }
  | { do: "verify" }
  | { do: "reload" }
  | { do: "tab"; tab: 0 | 1 }
  | { do: "other"; amount: number }
  | { do: "way"; way: Way }
  | { do: "long" }
  | { do: "wait"; ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("pay"),
      amount: fc.constantFrom(50, 50, 100),
      clicks: fc.constantFrom(1, 2, 3),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("again") }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("drop") }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("leave") }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("verify") }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("reload") }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("tab"), tab: fc.constantFrom(0, 1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("other"), amount: fc.constantFrom(50, 100) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("way"),
      way: fc.constantFrom<Way>("open", "open", "lostBefore", "lostAfter", "late", "closed"),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant("wait"), ms: fc.constantFrom(3, 12, 25, 100, 5000, 20_000) }),
  },
  // Longer than an intent of another tab is left alone.
  { weight: 1, arbitrary: fc.record({ do: fc.constant("long") }) },
);

/** How often the walks came to the places where money could move twice. */
const dangers = { confirmed: 0, lostAnswers: 0, reloadsInDoubt: 0, tabsInDoubt: 0, sentAgain: 0, foundAfterSilence: 0 };

/** Walks with two tabs of one operator on one order; answers what went wrong. */
const live = async (steps: readonly Step[], isVersionless: boolean, mutation: Mutation): Promise<string[]> => {
  const server = createOrderServer({ isVersionless });
  const browser = createBrowser(mutation.isForgetful);
  const first = givenOrderScreen(mutation, server, browser);
  const tabs = [first];
  let world = first;
  const wrong = new Set<string>();
  let confirmed = 0;
  const ours = () => server.payments().filter(({ requestKey }) => requestKey?.startsWith("key-"));
  const look = () => {
    if (ours().length > confirmed) wrong.add("more bookings than confirmed clicks");
    const told = tabs.flatMap((tab) => tab.told).filter((text) => text === "Оплата принята");
    if (new Set(ours().map(({ requestKey }) => requestKey)).size * tabs.length < told.length)
      wrong.add("accepted what is not booked");
    for (const tab of tabs) {
      const isInvited = tab.payment()?.getSnapshot().matches("entering") && tab.intents.size > 0;
      if (isInvited) wrong.add("invited to pay while a payment is in doubt");
    }
  };
  await pass(100);
  for (const one of steps) {
    const move = world.payment()?.getSnapshot().children.move;
    if (one.do === "pay") {
      if (world.screen().getSnapshot().can({ type: "payment.open" })) {
        world.screen().send({ type: "payment.open" });
        await pass(30);
      }
      const payment = world.payment();
      payment?.send({ type: "row.type", id: 1, text: String(one.amount) });
      look();
      for (let click = 0; click < one.clicks; click += 1) {
        if (payment?.getSnapshot().can({ type: "payment.submit" })) confirmed += 1;
        payment?.send({ type: "payment.submit" });
      }
    }
    if (one.do === "again" && move?.getSnapshot().matches("notRecorded")) {
      dangers.sentAgain += 1;
      move.send({ type: "move.again" });
    }
    if (one.do === "drop") move?.send({ type: "move.drop" });
    if (one.do === "leave") world.screen().send({ type: "dialog.close" });
    if (one.do === "verify") world.screen().send({ type: "intent.verify" });
    if (one.do === "reload") {
      if (world.intents.size > 0) dangers.reloadsInDoubt += 1;
      world.reload();
    }
    if (one.do === "tab") {
      if (world.intents.size > 0) dangers.tabsInDoubt += 1;
      world = tabs[one.tab] ?? givenOrderScreen(mutation, server, browser);
      tabs[one.tab] = world;
    }
    if (one.do === "other") server.book(one.amount, "of another operator");
    if (one.do === "way") server.take(one.way);
    if (one.do === "long") await pass(FOREIGN_MS + 10_000);
    if (one.do === "wait") await pass(one.ms);
    look();
  }
  server.take("open");
  await pass(20_000);
  look();
  dangers.confirmed += confirmed;
  dangers.lostAnswers += server.lost();
  if (tabs.some(({ told }) => told.length > 0)) dangers.foundAfterSilence += 1;
  for (const tab of tabs) tab.screen().stop();
  return [...wrong];
};

/** How many walks there are; ten times as many in the long run. */
const WALKS = Number(process.env["WALKS"] ?? 250);

/** Random walks until the first mistake; answers what was wrong. */
const walks = async (mutation: Mutation, numRuns: number): Promise<readonly string[]> => {
  let found: readonly string[] = [];
  const steps = fc.array(step, { minLength: 5, maxLength: 40, size: "max" });
  const property = fc.asyncProperty(steps, fc.boolean(), async (walk, isVersionless) => {
    found = await live(walk, isVersionless, mutation);
    return found.length === 0;
  });
  const { failed, errorInstance } = await fc.check(property, { numRuns, seed: 20261121, endOnFailure: true });
  if (failed && found.length === 0) throw errorInstance ?? new Error("the walk itself failed");
  return found;
};

test("whatever is lost or reloaded, money moves once for each confirmed click", async () => {
  expect(await walks({}, WALKS)).toEqual([]);
  console.info(`Dangerous places reached: ${JSON.stringify(dangers)}`);
  expect(Math.min(...Object.values(dangers))).toBeGreaterThan(WALKS / 10);
}, 1_800_000);

const mutants: [string, RegExp, Mutation][] = [
  [
    "sends a new key when it sends again",
    /more bookings than confirmed clicks/,
    {
      move: (machine, actors) => {
        let attempts = 0;
        const send = fromPromise<Sent, Intent>(({ input }) => {
          attempts += 1;
          return toPromise(createActor(actors.send, { input: { ...input, key: `${input.key}-${attempts}` } }).start());
        });
        return machine.provide({ actors: { ...actors, send } });
      },
    },
  ],
  [
    "takes silence for a refusal",
    /invited to pay while a payment is in doubt|accepted what is not booked/,
    {
      move: (machine, actors) => {
        const send = fromPromise<Sent, Intent>(async ({ input }) => {
          const sent = await toPromise(createActor(actors.send, { input }).start());
          return sent.kind === "unanswered" ? { kind: "refused", message: "Ошибка" } : sent;
        });
        // What is in doubt stays in the journal, for the test to see it.
        return machine.provide({ actors: { ...actors, send, clear: fromPromise<void, Intent>(async () => {}) } });
      },
    },
  ],
  [
    "takes any payment for its own",
    /accepted what is not booked/,
    {
      move: (machine, actors) => {
        const verify = fromPromise<Found, Intent>(async ({ input }) => {
          const found = await toPromise(createActor(actors.verify, { input }).start());
          return found.kind === "absent" ? { kind: "recorded", paymentId: null } : found;
        });
        return machine.provide({ actors: { ...actors, verify } });
      },
    },
  ],
  ["forgets its journal over a reload", /invited to pay while a payment is in doubt/, { isForgetful: true }],
];

test.each(mutants)(
  "a payment that %s is caught: %s",
  async (_, sentence, mutation) => {
    expect((await walks(mutation, 2000)).join()).toMatch(sentence);
  },
  120_000,
);
