import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  createPrintServer,
  dangerCounts,
  givenBrowser,
  type LossyCall,
  type PrintFault,
  type PrintNetwork,
} from "../support/machines/printFixtures.ts";
import { assertProperty, findMistakes, throwMistakes } from "../support/machines/properties.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const advanceClock = (ms: number) => vi.advanceTimersByTimeAsync(ms);

type Index = 0 | 1;
type BrowserStep =
  | { kind: "duty" | "takeOver" | "click" | "answer" | "resume" | "stop" | "reload" | "close"; browser: Index }
  | { kind: "setNetwork"; browser: Index; network: PrintNetwork }
  | { kind: "loseNext"; browser: Index; call: LossyCall; network: PrintNetwork }
  | { kind: "setDrawing"; browser: Index; isOn: boolean };
type Step = BrowserStep | { kind: "order" } | { kind: "decide" } | { kind: "wait"; ms: number };

const browser = fc.constantFrom<Index>(0, 1);
const of = <Kind extends string>(kind: Kind, weight: number) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), browser }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("order") }) },
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
      kind: fc.constant("setNetwork"),
      browser,
      network: fc.constantFrom<PrintNetwork>("open", "open", "requestLost", "answerLost"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("loseNext"),
      browser,
      call: fc.constantFrom<LossyCall>("take", "begin", "report", "report"),
      network: fc.constantFrom<PrintNetwork>("requestLost", "answerLost", "answerLost"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("setDrawing"), browser, isOn: fc.constantFrom(false, false, true) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("decide") }) },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant("wait"),
      ms: fc.constantFrom(2, 5, 9, 50, 3100, 20_000, 70_000, 70_000),
    }),
  },
);

type Browser = ReturnType<typeof givenBrowser>;

const take = (given: Browser, one: BrowserStep): void => {
  const actor = given.actor();
  const duty = given.activeDuty();
  switch (one.kind) {
    case "reload":
      given.reload();
      break;
    case "close":
      given.close();
      break;
    case "setNetwork":
      given.setNetwork(one.network);
      break;
    case "loseNext":
      given.loseNext(one.call, one.network);
      break;
    case "setDrawing":
      given.setDrawing(one.isOn);
      break;
    case "duty":
      if (actor.getSnapshot().can({ type: "duty.back" })) actor.send({ type: "duty.back" });
      else given.goOnDuty();
      break;
    case "takeOver":
      if (actor.getSnapshot().can({ type: "duty.takeOver" })) dangerCounts.takeovers += 1;
      actor.send({ type: "duty.takeOver" });
      break;
    case "click":
      duty?.send({ type: "job.print" });
      break;
    case "resume":
      duty?.send({ type: "duty.resume" });
      break;
    case "stop":
      duty?.send({ type: "duty.stop" });
      break;
    case "answer":
      if (duty?.getSnapshot().children.job?.getSnapshot().value !== "asking") break;
      dangerCounts.questions += 1;
      duty.send(given.isPrinted() ? { type: "answer.printed" } : { type: "answer.failed", reason: "Нет бумаги" });
  }
};

/** Runs random steps of two browsers and of a user at the printer. Returns the detected mistakes. */
const walk = async (steps: readonly Step[], isAuto: boolean, fault: PrintFault): Promise<string[]> => {
  const server = createPrintServer(fault);
  const mode = isAuto ? "auto" : "click";
  const browsers = [givenBrowser(server, "b0", mode, fault), givenBrowser(server, "b1", mode, fault)] as const;
  const mistakes = new Set<string>();
  const check = () => {
    for (const { status, papers } of server.jobs) {
      if (papers.length > 1) mistakes.add("printed twice");
      if (status === "printed" && papers.length === 0) mistakes.add("reported as printed without a page");
    }
  };
  /**
   * Expires old print duties, and then resolves unconfirmed and failed jobs as the user would. Printed jobs are marked
   * as printed, and the other jobs are queued again.
   */
  const decide = () => {
    server.expireDuties();
    for (const job of server.jobs) {
      if (job.status !== "unconfirmed" && job.status !== "failed") continue;
      if (job.papers.length > 0) job.status = "printed";
      else server.requeue(job);
    }
  };
  await advanceClock(20);
  browsers[0].goOnDuty();
  await advanceClock(20);
  for (const one of steps) {
    if (one.kind === "order") server.add();
    else if (one.kind === "decide") decide();
    else if (one.kind === "wait") await advanceClock(one.ms);
    else if (one.kind === "reload" || browsers[one.browser].actor().getSnapshot().status === "active")
      take(browsers[one.browser], one);
    check();
  }
  for (const given of browsers) {
    given.setNetwork("open");
    given.setDrawing(true);
    given.reload();
  }
  for (let round = 0; round < 8; round += 1) {
    await advanceClock(4000);
    for (const index of [0, 1] as const)
      for (const kind of ["duty", "answer", "click", "resume"] as const)
        take(browsers[index], { kind, browser: index });
    if (round % 4 === 3) {
      await advanceClock(61_000);
      decide();
    }
    check();
  }
  for (const given of browsers) given.close();
  return [...mistakes];
};

/** Returns a fast-check property: no random sequence of steps violates an invariant of the printing. */
const hasNoMistakes = (fault: PrintFault) =>
  fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 50, size: "max" }), fc.boolean(), async (steps, isAuto) =>
    throwMistakes(await walk(steps, isAuto, fault)),
  );

test("a print job — is printed at most once, despite lost responses, reloads and takeovers", async () => {
  await assertProperty(hasNoMistakes({}));
  console.info(`Dangerous situations: ${JSON.stringify(dangerCounts)}`);
  expect(Math.min(...Object.values(dangerCounts))).toBeGreaterThan(0);
}, 1_800_000);

const faults: [string, RegExp, PrintFault][] = [
  ["a queue that requeues jobs that were begun", /printed twice/, { requeuesBegunJobs: true }],
  ["a page that treats a missing answer as the permission to begin", /printed twice/, { takesSilenceForBegun: true }],
  ["a page that begins a job again after a reload", /printed twice/, { losesJournal: true }],
  [
    "a page that reports a job as printed although it could not render the job",
    /without a page/,
    { reportsUnrenderedAsPrinted: true },
  ],
];

test.each(faults)(
  "random steps in the print centre — detect %s",
  async (_, mistake, fault) => {
    expect(await findMistakes(hasNoMistakes(fault))).toMatch(mistake);
  },
  1_800_000,
);
