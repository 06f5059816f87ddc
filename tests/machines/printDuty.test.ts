import { expect, test } from "vitest";
import { fromPromise } from "xstate";
import type { DutyPlan, DutyRecord } from "#machines/printing/printCenter.ts";
import { printDutyMachine } from "#machines/printing/printDuty.machine.ts";
import { addRecent } from "#machines/printing/printDuty.ts";
import { printJobMachine } from "#machines/printing/printJob.machine.ts";
import type { BeginAnswer, JobPath } from "#machines/printing/printJob.ts";
import { steadyEnvironment } from "../support/machines/environments.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { givenPrinter, hand, job, plan, record } from "../support/machines/printSamples.ts";

const pageKey = "page-1";
const printed = { result: "printed", reason: "" } as const;
const failedEnding = { result: "failed", reason: "Нет бумаги" } as const;
const relief = { code: "takenOver", userAlias: "Борис" } as const;

const givenDuty = (mode: DutyPlan["mode"] = "auto", facts: Partial<DutyRecord> = {}) => {
  const given = givenPrinter(printDutyMachine, { ...record({ plan: plan(mode), ...facts }), pageKey });
  return { ...given, snapshot: () => given.actor.getSnapshot() };
};

/** Starts a print duty and takes a job from the queue. */
const givenTakenJob = async (mode: DutyPlan["mode"] = "auto") => {
  const duty = givenDuty(mode);
  await duty.answer("take", { kind: "onDuty", job: job(), waiting: 2 });
  return duty;
};

const waitForBeat = (duty: ReturnType<typeof givenDuty>) => {
  for (let second = 0; second < 15; second += 1) duty.clock.increment(1000);
};

test("a printed job — is added to the recent jobs before the next job is requested", async () => {
  const duty = await givenTakenJob();
  expect(duty.call("job").input).toEqual({
    plan: plan(),
    dutyId: "duty-1",
    hand,
    ending: null,
    isBegun: false,
    pageKey,
  });
  expect(duty.snapshot().context.waiting).toBe(2);
  await duty.answer("job", { ending: printed, isReported: true });
  expect(duty.made("take")).toBe(2);
  expect(duty.snapshot().context).toMatchObject({ hand: null, recent: [{ ...hand, ending: printed }] });
});

test("a withdrawn job and a job with an unrecorded report — are not listed among the recent jobs", async () => {
  for (const output of [
    { ending: null, isReported: false },
    { ending: printed, isReported: false },
  ]) {
    const duty = await givenTakenJob();
    await duty.answer("job", output);
    expect(duty.made("take")).toBe(2);
    expect(duty.snapshot().context.recent).toEqual([]);
  }
});

test("a failed job — pauses the requests for jobs until the user resumes the print duty", async () => {
  const duty = await givenTakenJob();
  await duty.answer("job", { ending: failedEnding, isReported: true });
  expect(duty.snapshot().matches({ serving: { work: "paused" } })).toBe(true);
  duty.clock.increment(10_000);
  expect(duty.made("take")).toBe(1);
  duty.actor.send({ type: "duty.resume" });
  expect(duty.made("take")).toBe(2);
});

test("correcting a job to 'not printed' — is sent to the server and pauses the print duty", async () => {
  const duty = await givenTakenJob();
  await duty.answer("job", { ending: printed, isReported: true });
  await duty.answer("take", { kind: "onDuty", job: null, waiting: 0 });
  duty.actor.send({ type: "job.deny", jobId: 44, reason: "Нет бумаги" });
  expect(duty.call("deny").input).toEqual({ companyId: 1, jobId: 44, reason: "Нет бумаги" });
  await duty.answer("deny", "reported");
  expect(duty.snapshot().matches({ serving: { work: "paused" } })).toBe(true);
  expect(duty.snapshot().context.recent[0]?.ending).toEqual(failedEnding);
});

test("an unanswered request for a job — is retried after 3 s and when the network is back", async () => {
  const duty = givenDuty();
  await duty.answer("take", { kind: "unanswered" });
  expect(duty.snapshot().context.isServerUnreachable).toBe(true);
  duty.clock.increment(3000);
  expect(duty.made("take")).toBe(2);
  await duty.answer("take", { kind: "unanswered" });
  duty.actor.send({ type: "network.online" });
  expect(duty.made("take")).toBe(3);
});

test("a print duty while the printing module is off — requests a job every two minutes, after an outage or a reported change, and on the user's request", async () => {
  const duty = givenDuty();
  const off = { kind: "moduleOff" } as const;
  await duty.answer("take", off);
  expect(duty.snapshot().matches({ serving: { work: "suspended" } })).toBe(true);
  expect(duty.snapshot().context).toMatchObject({ isModuleOff: true, isServerUnreachable: false });
  for (let second = 0; second < 119; second += 1) duty.clock.increment(1000);
  expect(duty.made("take")).toBe(1);
  duty.clock.increment(1000);
  expect(duty.made("take")).toBe(2);
  await duty.answer("take", off);
  duty.actor.send({ type: "data.changed", topic: "order" });
  expect(duty.made("take")).toBe(2);
  duty.actor.send({ type: "data.changed", topic: "print" });
  expect(duty.made("take")).toBe(3);
  await duty.answer("take", off);
  duty.actor.send({ type: "duty.resume" });
  expect(duty.made("take")).toBe(4);
  await duty.answer("take", off);
  duty.actor.send({ type: "network.online" });
  expect(duty.made("take")).toBe(5);
  await duty.answer("take", { kind: "onDuty", job: null, waiting: 0 });
  expect(duty.snapshot().context.isModuleOff).toBe(false);
  duty.clock.increment(3000);
  expect(duty.made("take")).toBe(6);
});

test("a print duty while the printing module is off — can be paused, stopped and taken over, and can correct a job", async () => {
  const suspended = async () => {
    const duty = givenDuty();
    await duty.answer("take", { kind: "moduleOff" });
    return duty;
  };
  const [paused, stopped, takenOver, denying] = [
    await suspended(),
    await suspended(),
    await suspended(),
    await suspended(),
  ];
  paused.actor.send({ type: "duty.pause" });
  expect(paused.snapshot().matches({ serving: { work: "paused" } })).toBe(true);
  stopped.actor.send({ type: "duty.stop" });
  expect(stopped.snapshot().value).toBe("stopped");
  waitForBeat(takenOver);
  await takenOver.answer("beat", { kind: "relieved", relief });
  expect(takenOver.snapshot()).toMatchObject({ value: "relieved", output: { relief } });
  denying.actor.send({ type: "job.deny", jobId: 44, reason: "Нет бумаги" });
  expect(denying.call("deny").input).toEqual({ companyId: 1, jobId: 44, reason: "Нет бумаги" });
});

test("the next job — is requested after a live feed change of the topic 'print' or of all topics", async () => {
  const duty = givenDuty();
  await duty.answer("take", { kind: "onDuty", job: null, waiting: 0 });
  duty.actor.send({ type: "data.changed", topic: "order" });
  expect(duty.made("take")).toBe(1);
  duty.actor.send({ type: "data.changed", topic: "print" });
  expect(duty.made("take")).toBe(2);
  await duty.answer("take", { kind: "onDuty", job: null, waiting: 0 });
  duty.actor.send({ type: "data.changed", topic: "all" });
  expect(duty.made("take")).toBe(3);
});

test("an empty queue — is polled every 3 s", async () => {
  const duty = givenDuty();
  await duty.answer("take", { kind: "onDuty", job: null, waiting: 0 });
  expect(duty.snapshot().context.isServerUnreachable).toBe(false);
  duty.clock.increment(3000);
  expect(duty.made("take")).toBe(2);
});

test("a job unfinished before a page reload — is resumed before a new job is taken", () => {
  const duty = givenDuty("auto", { hand, ending: printed });
  expect(duty.made("take")).toBe(0);
  expect(duty.call("job").input).toMatchObject({ hand, ending: printed, isBegun: true });
});

test("a job reported by the server as printing — is treated as begun", async () => {
  const duty = givenDuty();
  await duty.answer("take", { kind: "onDuty", job: job({ status: "printing" }), waiting: 0 });
  expect(duty.call("job").input).toMatchObject({ isBegun: true });
});

test("a print duty without a current job — ends immediately after a takeover", async () => {
  const duty = givenDuty();
  duty.actor.send({ type: "duty.pause" });
  waitForBeat(duty);
  await duty.answer("beat", { kind: "relieved", relief });
  expect(duty.snapshot()).toMatchObject({ value: "relieved", output: { relief } });
});

test("a print duty taken over during a job — ends after that job", async () => {
  const duty = await givenTakenJob("click");
  waitForBeat(duty);
  await duty.answer("beat", { kind: "relieved", relief });
  expect(duty.snapshot().status).toBe("active");
  await duty.answer("job", { ending: printed, isReported: true });
  expect(duty.snapshot()).toMatchObject({ value: "relieved", output: { relief } });
});

test("a print duty taken over while a job waits for a click — ends immediately", async () => {
  const duty = await givenTakenJob("click");
  duty.actor.send({ type: "job.held" });
  waitForBeat(duty);
  await duty.answer("beat", { kind: "relieved", relief });
  expect(duty.snapshot().value).toBe("relieved");
});

test("a print duty — cannot be stopped while a page may be printing", async () => {
  const duty = await givenTakenJob("click");
  expect(duty.snapshot().can({ type: "duty.stop" })).toBe(false);
  duty.actor.send({ type: "job.held" });
  expect(duty.snapshot().can({ type: "duty.stop" })).toBe(true);
  duty.actor.send({ type: "job.started" });
  expect(duty.snapshot().can({ type: "duty.stop" })).toBe(false);
});

test("a print duty stopped by the user — is not reported as taken over", async () => {
  const duty = givenDuty();
  await duty.answer("take", { kind: "onDuty", job: null, waiting: 0 });
  duty.actor.send({ type: "duty.stop" });
  expect(duty.snapshot()).toMatchObject({ value: "stopped", output: { relief: undefined } });
});

test("a print duty — shows whether its job waits for a click or for the server", async () => {
  const begin = fromPromise<BeginAnswer, JobPath & { key: string }>(async () => ({ kind: "unanswered" }));
  const { actor, call } = givenMachine(
    printDutyMachine,
    { ...record({ plan: plan("click") }), pageKey },
    { job: printJobMachine.provide({ actors: { begin, environment: steadyEnvironment } }) },
  );
  call("take").answer({ kind: "onDuty", job: job(), waiting: 0 });
  await flushPromises();
  expect(actor.getSnapshot().matches({ serving: { work: { printing: "holding" } } })).toBe(true);
  actor.send({ type: "job.print" });
  await flushPromises();
  expect(actor.getSnapshot().matches({ serving: { work: { printing: "begun" } } })).toBe(true);
  expect(actor.getSnapshot().context.isServerUnreachable).toBe(true);
});

test("the recent jobs — are the last ten different jobs, the newest first", () => {
  const jobs = Array.from({ length: 12 }, (_, index) => ({ ...hand, jobId: index + 1, ending: printed }));
  const recent = jobs.reduce<ReturnType<typeof addRecent>>((all, one) => addRecent(all, one), []);
  expect(recent.map(({ jobId }) => jobId)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  expect(addRecent(recent, { ...hand, jobId: 5, ending: failedEnding }).map(({ jobId }) => jobId)).toEqual([
    5, 12, 11, 10, 9, 8, 7, 6, 4, 3,
  ]);
});

test("print duty — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed, after } = givenWalk(printDutyMachine);
  walk({
    inputs: [
      { ...record(), pageKey },
      { ...record({ hand, ending: null }), pageKey },
    ],
    events: [
      { type: "duty.pause" },
      { type: "duty.resume" },
      { type: "duty.stop" },
      { type: "job.print" },
      { type: "answer.printed" },
      { type: "answer.failed", reason: "Нет бумаги" },
      { type: "job.deny", jobId: 44, reason: "Нет бумаги" },
      { type: "job.held" },
      { type: "job.started" },
      { type: "request.settled", isServerUnreachable: true },
      { type: "network.online" },
      { type: "data.changed", topic: "print" },
      done("take", { kind: "unanswered" }),
      done("take", { kind: "moduleOff" }),
      done("take", { kind: "relieved", relief }),
      done("take", { kind: "onDuty", job: null, waiting: 1 }),
      done("take", { kind: "onDuty", job: job(), waiting: 0 }),
      failed("take"),
      done("job", { ending: printed, isReported: true }),
      done("job", { ending: failedEnding, isReported: true }),
      failed("job"),
      done("deny", "reported"),
      failed("deny"),
      done("beat", { kind: "onDuty", job: null, waiting: 0 }),
      done("beat", { kind: "relieved", relief }),
      failed("beat"),
      after("poll"),
      after("rest"),
      after("beat"),
    ],
    project: ({ context }) => [context.hand !== null, context.relief !== undefined],
    invariant: (snapshot) => {
      if (snapshot.matches({ serving: { work: "printing" } })) expect(snapshot.context.hand).not.toBeNull();
    },
  });
});

test("a print duty stopped during the request for a job — ends immediately", () => {
  const duty = givenDuty();
  duty.actor.send({ type: "duty.stop" });
  expect(duty.snapshot()).toMatchObject({ value: "stopped", output: { relief: undefined } });
});
