import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  createPrintServer,
  dangers,
  givenBrowser,
  type Lost,
  type PrintMutation,
  type Way,
} from "../support/machines/printFixtures.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

type Which = 0 | 1;
type Step =
  | { do: "send" }
  | { do: "duty"; who: Which }
  | { do: "takeOver"; who: Which }
  | { do: "click"; who: Which }
  | { do: "answer"; who: Which }
  | { do: "resume"; who: Which }
  | { do: "stop"; who: Which }
  | { do: "reload"; who: Which }
  | { do: "close"; who: Which }
  | { do: "way"; who: Which; way: Way }
  | { do: "lose"; who: Which; answer: Lost; way: Way }
  | { do: "draw"; who: Which; isOn: boolean }
  | { do: "judge" }
  | { do: "wait"; ms: number };

const who = fc.constantFrom<Which>(0, 1);
const of = <Name extends string>(name: Name, weight: number) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(name), who }),
});

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("send") }) },
  of("duty", 5),
  of("takeOver", 5),
  of("click", 3),
  of("answer", 3),
  of("resume", 2),
  of("stop", 1),
  of("reload", 8),
  of("close", 3),
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("way"),
      who,
      way: fc.constantFrom<Way>("open", "open", "lostBefore", "lostAfter"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("lose"),
      who,
      answer: fc.constantFrom<Lost>("lostTake", "lostBegin", "lostReport", "lostReport"),
      way: fc.constantFrom<Way>("lostBefore", "lostAfter", "lostAfter"),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("draw"), who, isOn: fc.constantFrom(false, false, true) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("judge") }) },
  {
    weight: 9,
    arbitrary: fc.record({ do: fc.constant("wait"), ms: fc.constantFrom(2, 5, 9, 50, 3100, 20_000, 70_000, 70_000) }),
  },
) as fc.Arbitrary<Step>;

/** Walks with two browsers and the person at the printer, who says what he sees; answers what went wrong. */
const live = async (steps: readonly Step[], isAuto: boolean, mutation: PrintMutation): Promise<string[]> => {
  const server = createPrintServer(mutation);
  const browsers = [0, 1].map((index) => givenBrowser(server, `b${index}`, isAuto ? "auto" : "click", mutation));
  const wrong = new Set<string>();
  const look = () => {
    for (const { status, papers } of server.jobs) {
      if (papers.length > 1) wrong.add("printed twice");
      if (status === "printed" && papers.length === 0) wrong.add("called printed without a page");
    }
  };
  /** A person at the printer answers by what he sees; what is not on paper goes back to the queue at his word. */
  const judge = () => {
    server.settle();
    for (const job of server.jobs) {
      if (job.status !== "unconfirmed" && job.status !== "failed") continue;
      if (job.papers.length > 0) job.status = "printed";
      else server.requeue(job);
    }
  };
  const act = (one: Exclude<Step, { do: "send" | "judge" | "wait" }>) => {
    const browser = browsers[one.who];
    if (!browser) return;
    const actor = browser.actor();
    const state = actor.getSnapshot();
    if (one.do === "reload") browser.reload();
    if (one.do === "close") browser.close();
    if (one.do === "way") browser.take(one.way);
    if (one.do === "lose") browser.lose(one.answer, one.way);
    if (one.do === "draw") browser.draw(one.isOn);
    if (state.status !== "active") return;
    if (one.do === "duty") {
      if (state.matches("relieved") || state.matches("busy")) actor.send({ type: "duty.back" });
      else browser.goOnDuty();
    }
    if (one.do === "takeOver" && state.can({ type: "duty.takeOver" })) {
      dangers.takeovers += 1;
      actor.send({ type: "duty.takeOver" });
    }
    const duty = browser.onDuty();
    if (one.do === "click") duty?.send({ type: "job.print" });
    if (one.do === "resume") duty?.send({ type: "duty.resume" });
    if (one.do === "stop") duty?.send({ type: "duty.stop" });
    if (one.do === "answer" && duty?.getSnapshot().matches({ serving: { work: "asking" } })) {
      dangers.asked += 1;
      duty.send(browser.hasPaper() ? { type: "answer.printed" } : { type: "answer.failed", reason: "Нет бумаги" });
    }
  };
  await pass(20);
  browsers[0]?.goOnDuty();
  await pass(20);
  for (const one of steps) {
    if (one.do === "send") server.add();
    else if (one.do === "judge") judge();
    else if (one.do === "wait") await pass(one.ms);
    else act(one);
    look();
  }
  for (const browser of browsers) {
    browser.take("open");
    browser.draw(true);
    browser.reload();
  }
  for (let round = 0; round < 8; round += 1) {
    await pass(4000);
    for (const one of [0, 1] as const)
      for (const name of ["duty", "answer", "click", "resume"] as const) act({ do: name, who: one });
    if (round % 4 === 3) {
      await pass(61_000);
      judge();
    }
    look();
  }
  for (const browser of browsers) browser.close();
  return [...wrong];
};

/** How many walks there are; ten times as many in the long run. */
const WALKS = Number(process.env["WALKS"] ?? 250);

/** A seed in whose walks every mistake is met soon. */
const SEED = 6;

const walks = async (mutation: PrintMutation, numRuns: number): Promise<readonly string[]> => {
  let found: readonly string[] = [];
  const steps = fc.array(step, { minLength: 5, maxLength: 50, size: "max" });
  const property = fc.asyncProperty(steps, fc.boolean(), async (walk, isAuto) => {
    found = await live(walk, isAuto, mutation);
    return found.length === 0;
  });
  const { failed, errorInstance } = await fc.check(property, { numRuns, seed: SEED, endOnFailure: true });
  if (failed && found.length === 0) throw errorInstance ?? new Error("the walk itself failed");
  return found;
};

test("whatever is lost, reloaded, closed or taken over, a page comes out once, and is called printed only then", async () => {
  expect(await walks({}, WALKS)).toEqual([]);
  console.info(`Dangerous places reached: ${JSON.stringify(dangers)}`);
  expect(Math.min(...Object.values(dangers))).toBeGreaterThan(WALKS / 40);
}, 1_800_000);

const mutants: [string, RegExp, PrintMutation][] = [
  ["a queue that takes back what was begun", /printed twice/, { requeuesBegun: true }],
  ["a page that takes silence for leave to begin", /printed twice/, { takesSilenceForBegun: true }],
  ["a page that takes up again what it had begun before a reload", /printed twice/, { forgetsJournal: true }],
  ["a page that calls printed what was never drawn", /without a page/, { callsUndrawnPrinted: true }],
];

test.each(mutants)(
  "%s is caught",
  async (_, mistake, mutation) => {
    expect((await walks(mutation, WALKS * 10)).join()).toMatch(mistake);
  },
  1_800_000,
);
