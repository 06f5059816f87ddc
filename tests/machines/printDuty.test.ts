import { expect, test } from "vitest";
import type { DutyPlan, DutyRecord } from "#machines/printing/printCenter.ts";
import { printDutyMachine } from "#machines/printing/printDuty.machine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { givenPrinter, hand, job, paper, plan, record } from "../support/machines/printSamples.ts";

/** A browser that has just gone on duty. */
const givenDuty = (mode: DutyPlan["mode"] = "auto", more: Partial<DutyRecord> = {}) => {
  const world = givenPrinter(printDutyMachine, { ...record({ plan: plan(mode), ...more }), pageKey: "page-1" });
  return { ...world, at: () => world.actor.getSnapshot() };
};

/** A browser that prints a job. */
const givenPrinting = async (mode: DutyPlan["mode"] = "auto") => {
  const duty = givenDuty(mode);
  await duty.answer("take", { kind: "onDuty", job: job(), waiting: 0 });
  if (mode === "click") duty.actor.send({ type: "job.print" });
  await duty.answer("begin", { kind: "begun", paper });
  await duty.answer("keep");
  return duty;
};

const work = (name: "holding" | "asking" | "paused") => ({ serving: { work: name } });

test("a browser on duty prints by itself, says that it is printed, and asks for the next", async () => {
  const duty = await givenPrinting();
  expect(duty.call("keep").input).toMatchObject({ hand, ending: null });
  await duty.answer("print", { kind: "sent" });
  expect(duty.call("keep").input).toMatchObject({ hand, ending: { result: "printed" } });
  await duty.answer("keep");
  expect(duty.call("report").input).toMatchObject({ hand, ending: { result: "printed" }, dutyId: "duty-1" });
  await duty.answer("report", { kind: "reported" });
  expect(duty.call("keep").input).toMatchObject({ hand: null, ending: null });
  await duty.answer("keep");
  expect(duty.made("take")).toBe(2);
  expect(duty.at().context.recent).toEqual([{ ...hand, ending: { result: "printed", reason: "" } }]);
});

test("on a click it prints only then, and asks whether it came out", async () => {
  const duty = givenDuty("click");
  await duty.answer("take", { kind: "onDuty", job: job(), waiting: 0 });
  expect(duty.at().matches(work("holding"))).toBe(true);
  expect(duty.made("begin")).toBe(0);
  duty.actor.send({ type: "job.print" });
  await duty.answer("begin", { kind: "begun", paper });
  await duty.answer("keep");
  await duty.answer("print", { kind: "sent" });
  expect(duty.at().matches(work("asking"))).toBe(true);
  expect(duty.made("report")).toBe(0);
});

test("'no paper' said by a person is reported with its reason, and nothing more is taken until he goes on", async () => {
  const duty = await givenPrinting("click");
  await duty.answer("print", { kind: "sent" });
  duty.actor.send({ type: "answer.failed", reason: "Нет бумаги" });
  await duty.answer("keep");
  expect(duty.call("report").input).toMatchObject({ ending: { result: "failed", reason: "Нет бумаги" } });
  await duty.answer("report", { kind: "reported" });
  await duty.answer("keep");
  expect(duty.at().matches(work("paused"))).toBe(true);
  duty.clock.increment(10_000);
  expect(duty.made("take")).toBe(1);
  duty.actor.send({ type: "duty.resume" });
  expect(duty.made("take")).toBe(2);
});

test("what was called printed and did not come out is told, and stops the printer", async () => {
  const duty = await givenPrinting();
  await duty.answer("print", { kind: "sent" });
  await duty.answer("keep");
  await duty.answer("report", { kind: "reported" });
  await duty.answer("keep");
  await duty.answer("take", { kind: "onDuty", job: null, waiting: 0 });
  duty.actor.send({ type: "job.deny", jobId: 44, reason: "Нет бумаги" });
  expect(duty.call("deny").input).toEqual({ companyId: 1, jobId: 44, reason: "Нет бумаги" });
  await duty.answer("deny", { kind: "reported" });
  expect(duty.at().matches(work("paused"))).toBe(true);
  expect(duty.at().context.recent[0]?.ending).toEqual({ result: "failed", reason: "Нет бумаги" });
});

test("a lost answer of taking is asked again", async () => {
  const duty = givenDuty();
  await duty.answer("take", { kind: "silent" });
  expect(duty.at().context.isSilent).toBe(true);
  duty.clock.increment(3000);
  expect(duty.made("take")).toBe(2);
});

test("a lost answer of beginning is asked again under the same key, and nothing is printed before", async () => {
  const duty = givenDuty();
  await duty.answer("take", { kind: "onDuty", job: job(), waiting: 0 });
  await duty.answer("begin", { kind: "silent" });
  expect(duty.made("print")).toBe(0);
  duty.actor.send({ type: "network.online" });
  expect(duty.made("begin")).toBe(2);
  expect(duty.call("begin").input).toMatchObject({ key: "page-1", hand });
});

test("a lost answer of the report is repeated until it is answered, and it is not printed again", async () => {
  const duty = await givenPrinting();
  await duty.answer("print", { kind: "sent" });
  await duty.answer("keep");
  for (const lost of [1, 2, 3]) {
    await duty.answer("report", { kind: "silent" });
    expect(duty.made("report")).toBe(lost);
    duty.clock.increment(3000);
  }
  await duty.answer("report", { kind: "reported" });
  expect(duty.made("print")).toBe(1);
});

test("a job that was begun before a reload is asked about, never printed", async () => {
  const duty = givenDuty("auto", { hand });
  expect(duty.at().matches(work("asking"))).toBe(true);
  expect(duty.made("take")).toBe(0);
  duty.actor.send({ type: "answer.printed" });
  await duty.answer("keep");
  expect(duty.call("report").input).toMatchObject({ hand, ending: { result: "printed" } });
});

test("a job that was printed before a reload is reported without a question", () => {
  const duty = givenDuty("auto", { hand, ending: { result: "printed", reason: "" } });
  expect(duty.made("report")).toBe(1);
});

test("a job that another load of the page has begun is asked about", async () => {
  const duty = givenDuty();
  await duty.answer("take", { kind: "onDuty", job: job({ status: "printing" }), waiting: 0 });
  expect(duty.at().matches(work("asking"))).toBe(true);
  const other = givenDuty();
  await other.answer("take", { kind: "onDuty", job: job(), waiting: 0 });
  await other.answer("begin", { kind: "begunBefore" });
  expect(other.at().matches(work("asking"))).toBe(true);
});

test("a job that was cancelled meanwhile is dropped", async () => {
  const duty = givenDuty();
  await duty.answer("take", { kind: "onDuty", job: job(), waiting: 0 });
  await duty.answer("begin", { kind: "dropped" });
  expect(duty.made("print")).toBe(0);
  expect(duty.made("take")).toBe(2);
});

test("what the journal cannot hold is not printed", async () => {
  const duty = givenDuty();
  await duty.answer("take", { kind: "onDuty", job: job(), waiting: 0 });
  await duty.answer("begin", { kind: "begun", paper });
  await duty.fail("keep");
  expect(duty.made("print")).toBe(0);
  expect(duty.call("report").input).toMatchObject({ ending: { result: "failed" } });
});

test("who is relieved is told by whom, but finishes and reports what he has begun", async () => {
  const idle = givenDuty();
  idle.actor.send({ type: "duty.pause" });
  for (let ms = 0; ms < 15_000; ms += 1000) idle.clock.increment(1000);
  await idle.answer("beat", { kind: "relieved", message: "Принял Борис" });
  expect(idle.at()).toMatchObject({ value: "relieved", output: { relief: "Принял Борис" } });
  const duty = await givenPrinting("click");
  await duty.answer("print", { kind: "sent" });
  for (let ms = 0; ms < 15_000; ms += 1000) duty.clock.increment(1000);
  await duty.answer("beat", { kind: "relieved", message: "Принял Борис" });
  expect(duty.at().matches(work("asking"))).toBe(true);
  duty.actor.send({ type: "answer.printed" });
  await duty.answer("keep");
  await duty.answer("report", { kind: "reported" });
  await duty.answer("keep");
  await duty.answer("take", { kind: "relieved", message: "Принял Борис" });
  expect(duty.at()).toMatchObject({ value: "relieved", output: { relief: "Принял Борис" } });
});

test("nobody goes off duty with a page that may be on its way", async () => {
  const duty = await givenPrinting("click");
  expect(duty.at().can({ type: "duty.stop" })).toBe(false);
  await duty.answer("print", { kind: "sent" });
  expect(duty.at().can({ type: "duty.stop" })).toBe(false);
});

test("who goes off duty by himself was not relieved", async () => {
  const duty = givenDuty();
  await duty.answer("take", { kind: "onDuty", job: null, waiting: 0 });
  duty.actor.send({ type: "duty.stop" });
  expect(duty.at()).toMatchObject({ value: "stopped", output: { relief: undefined } });
});

test("print duty — every state and transition is walked", () => {
  const { walk, done, failed, after } = givenWalk(printDutyMachine);
  const pageKey = "page-1";
  walk({
    inputs: [
      { ...record(), pageKey },
      { ...record({ plan: plan("click"), hand, ending: null }), pageKey },
      { ...record({ hand, ending: { result: "printed", reason: "" } }), pageKey },
    ],
    events: [
      { type: "duty.pause" },
      { type: "duty.resume" },
      { type: "duty.stop" },
      { type: "duty.lost", message: "" },
      { type: "job.print" },
      { type: "answer.printed" },
      { type: "answer.failed", reason: "Нет бумаги" },
      { type: "job.deny", jobId: 44, reason: "Нет бумаги" },
      { type: "network.online" },
      done("take", { kind: "silent" }),
      done("take", { kind: "relieved", message: "" }),
      done("take", { kind: "onDuty", job: null, waiting: 1 }),
      done("take", { kind: "onDuty", job: job({ status: "printing" }), waiting: 0 }),
      done("take", { kind: "onDuty", job: job(), waiting: 0 }),
      failed("take"),
      done("begin", { kind: "begun", paper }),
      done("begin", { kind: "begunBefore" }),
      done("begin", { kind: "dropped" }),
      done("begin", { kind: "silent" }),
      failed("begin"),
      done("print", { kind: "sent" }),
      done("print", { kind: "undrawn" }),
      failed("print"),
      done("report", { kind: "reported" }),
      done("report", { kind: "silent" }),
      failed("report"),
      done("keep"),
      failed("keep"),
      done("deny", { kind: "reported" }),
      failed("deny"),
      done("beat", { kind: "onDuty", job: null, waiting: 0 }),
      done("beat", { kind: "relieved", message: "" }),
      failed("beat"),
      after("poll"),
      after("pause"),
      after("beat"),
    ],
    project: ({ context }) => [context.hand !== null, context.ending?.result],
  });
});
