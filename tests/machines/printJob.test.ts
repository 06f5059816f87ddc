import { expect, test } from "vitest";
import type { DutyPlan } from "#machines/printing/printCenter.ts";
import { printJobMachine } from "#machines/printing/printJob.machine.ts";
import type { JobInput } from "#machines/printing/printJob.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { givenPrinter, hand, paper, plan } from "../support/machines/printSamples.ts";

const printed = { result: "printed", reason: "" } as const;

const jobInput = (facts: Partial<JobInput> = {}): JobInput => ({
  plan: plan(),
  dutyId: "duty-1",
  hand,
  ending: null,
  isBegun: false,
  pageKey: "page-1",
  ...facts,
});

const givenJob = (facts: Partial<JobInput> = {}) => {
  const given = givenPrinter(printJobMachine, jobInput(facts));
  return { ...given, snapshot: () => given.actor.getSnapshot() };
};

/** Starts a print job and advances the job until the page is being printed. */
const givenPrinting = async (mode: DutyPlan["mode"] = "auto") => {
  const job = givenJob({ plan: plan(mode) });
  if (mode === "click") job.actor.send({ type: "job.print" });
  await job.answer("begin", { kind: "begun", paper });
  await job.answer("keep");
  return job;
};

test("a job in automatic mode — is printed and reported without a click", async () => {
  const job = await givenPrinting();
  expect(job.call("keep").input).toMatchObject({ hand, ending: null });
  await job.answer("print", "sent");
  expect(job.call("keep").input).toMatchObject({ hand, ending: printed });
  await job.answer("keep");
  expect(job.call("report").input).toMatchObject({ hand, ending: printed, dutyId: "duty-1" });
  await job.answer("report", "reported");
  expect(job.call("keep").input).toMatchObject({ hand: null, ending: null });
  await job.answer("keep");
  expect(job.snapshot()).toMatchObject({ status: "done", output: { ending: printed, isReported: true } });
});

test("a job in click mode — is printed only after a click, and then asks the user for the result", async () => {
  const job = givenJob({ plan: plan("click") });
  expect(job.snapshot().value).toBe("holding");
  expect(job.made("begin")).toBe(0);
  job.actor.send({ type: "job.print" });
  await job.answer("begin", { kind: "begun", paper });
  await job.answer("keep");
  await job.answer("print", "sent");
  expect(job.snapshot().value).toBe("asking");
  expect(job.made("report")).toBe(0);
});

test("a failure reported by the user — is sent with its reason", async () => {
  const job = await givenPrinting("click");
  await job.answer("print", "sent");
  job.actor.send({ type: "answer.failed", reason: "Нет бумаги" });
  await job.answer("keep");
  expect(job.call("report").input).toMatchObject({ ending: { result: "failed", reason: "Нет бумаги" } });
});

test("a page that cannot be rendered — is reported as failed", async () => {
  const job = await givenPrinting();
  await job.answer("print", "unrendered");
  await job.answer("keep");
  expect(job.call("report").input).toMatchObject({ ending: { result: "failed", reason: "undrawn" } });
});

test("a printer error — makes the page ask the user for the result", async () => {
  const job = await givenPrinting();
  await job.fail("print");
  expect(job.snapshot().value).toBe("asking");
});

test("an unanswered request to begin a job — is retried under the same idempotency key before printing", async () => {
  const job = givenJob();
  await job.answer("begin", { kind: "unanswered" });
  expect(job.made("print")).toBe(0);
  job.actor.send({ type: "network.online" });
  expect(job.made("begin")).toBe(2);
  expect(job.calls.filter(({ actor }) => actor === "begin").map(({ input }) => input)).toEqual([
    { companyId: 1, dutyId: "duty-1", hand, key: "page-1" },
    { companyId: 1, dutyId: "duty-1", hand, key: "page-1" },
  ]);
});

test("an unanswered report — is retried without printing again", async () => {
  const job = await givenPrinting();
  await job.answer("print", "sent");
  await job.answer("keep");
  for (const lost of [1, 2, 3]) {
    await job.answer("report", "unanswered");
    expect(job.made("report")).toBe(lost);
    job.clock.increment(3000);
  }
  await job.answer("report", "reported");
  expect(job.made("print")).toBe(1);
});

test("a refused report — ends the job as not reported", async () => {
  const job = await givenPrinting();
  await job.answer("print", "sent");
  await job.answer("keep");
  await job.answer("report", "refused");
  await job.answer("keep");
  expect(job.snapshot()).toMatchObject({ status: "done", output: { isReported: false } });
});

test("a job begun before a reload — is not printed again, but the user is asked for the result", async () => {
  const job = givenJob({ isBegun: true });
  expect(job.snapshot().value).toBe("asking");
  expect(job.calls).toHaveLength(1);
  job.actor.send({ type: "answer.printed" });
  await job.answer("keep");
  expect(job.call("report").input).toMatchObject({ hand, ending: printed });
  expect(job.made("print")).toBe(0);
});

test("a job printed before a reload — is reported without asking the user", () => {
  const job = givenJob({ isBegun: true, ending: printed });
  expect(job.made("report")).toBe(1);
});

test("a job that a different page has begun — is not printed, and the user is asked for its result", async () => {
  const job = givenJob();
  await job.answer("begin", { kind: "begunBefore" });
  expect(job.snapshot().value).toBe("asking");
  expect(job.made("print")).toBe(0);
});

test("a withdrawn job — is neither printed nor reported", async () => {
  const job = givenJob();
  await job.answer("begin", { kind: "dropped" });
  expect(job.made("print")).toBe(0);
  expect(job.snapshot()).toMatchObject({ status: "done", output: { ending: null, isReported: false } });
});

test("a job that the journal cannot store — is reported as failed and not printed", async () => {
  const job = givenJob();
  await job.answer("begin", { kind: "begun", paper });
  await job.fail("keep");
  expect(job.made("print")).toBe(0);
  expect(job.call("report").input).toMatchObject({ ending: { result: "failed", reason: "journal" } });
});

test("print job — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed, after } = givenWalk(printJobMachine);
  walk({
    inputs: [
      jobInput(),
      jobInput({ plan: plan("click") }),
      jobInput({ isBegun: true }),
      jobInput({ isBegun: true, ending: printed }),
    ],
    events: [
      { type: "job.print" },
      { type: "answer.printed" },
      { type: "answer.failed", reason: "Нет бумаги" },
      { type: "network.online" },
      done("begin", { kind: "begun", paper }),
      done("begin", { kind: "begunBefore" }),
      done("begin", { kind: "dropped" }),
      done("begin", { kind: "unanswered" }),
      failed("begin"),
      done("print", "sent"),
      done("print", "unrendered"),
      failed("print"),
      done("report", "reported"),
      done("report", "refused"),
      done("report", "unanswered"),
      failed("report"),
      done("keep"),
      failed("keep"),
      after("retryPause"),
    ],
    project: ({ context }) => context.ending?.result,
    invariant: (snapshot) => {
      if (snapshot.matches("printing")) expect(snapshot.context.paper).toBeDefined();
      if (snapshot.matches("holding")) expect(snapshot.context.ending).toBeNull();
    },
  });
});
