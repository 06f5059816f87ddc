import { expect, test } from "vitest";
import { createActor, toPromise } from "xstate";
import { type Api, ApiProblem, NoAnswer, type Schemas } from "#api/client.ts";
import { printCenterActors } from "#machines/printing/printCenter.actors.ts";
import { printCenterMachine } from "#machines/printing/printCenter.machine.ts";
import { type DutyPlan, type DutyRecord, isDutyRecord, jobTitle } from "#machines/printing/printCenter.ts";
import { givenMachine } from "../support/machines.ts";
import { after, done, failed, missingFromAll, walk } from "../support/paths.ts";
import { settled } from "../support/settled.ts";

const plan = (mode: DutyPlan["mode"] = "auto"): DutyPlan => ({ companyId: 1, printerId: 2, kinds: ["kitchen"], mode });

const job = (more: Partial<Schemas["PrintJob"]> = {}) =>
  ({ id: 44, kind: "kitchen", internalId: 17, attempt: 1, status: "taken", ...more }) as Schemas["PrintJob"];

const paper = { job: job({ status: "printing" }), paper: "80" } as Schemas["PrintPaper"];

const record = (more: Partial<DutyRecord> = {}): DutyRecord => ({
  dutyId: "duty-1",
  plan: plan(),
  hand: null,
  ending: null,
  ...more,
});

const hand = { jobId: 44, attempt: 1, title: "На кухню, заказ № 17" };

const givenCenter = () => {
  const world = givenMachine(printCenterMachine, { companyId: 1, pageKey: "page-1" });
  const answer = async (actor: string, output?: unknown) => {
    world.call(actor).answer(output);
    await settled();
  };
  const fail = async (actor: string) => {
    world.call(actor).fail();
    await settled();
  };
  const made = (actor: string) => world.calls.filter((call) => call.actor === actor).length;
  return { ...world, answer, fail, made, at: () => world.actor.getSnapshot() };
};

/** A browser that has just gone on duty and asks for its first job. */
const givenDuty = async (mode: DutyPlan["mode"] = "auto") => {
  const center = givenCenter();
  await center.answer("recall", null);
  await center.answer("printers", []);
  center.actor.send({ type: "duty.start", plan: plan(mode), dutyId: "duty-1" });
  await center.answer("start", { kind: "started", duty: { printerName: "Кухня" } });
  await center.answer("keep");
  return center;
};

/** A browser that prints a job. */
const givenPrinting = async (mode: DutyPlan["mode"] = "auto") => {
  const center = await givenDuty(mode);
  await center.answer("take", { kind: "onDuty", job: job(), waiting: 0 });
  if (mode === "click") center.actor.send({ type: "job.print" });
  await center.answer("begin", { kind: "begun", paper });
  await center.answer("keep");
  return center;
};

const work = (name: "holding" | "asking" | "paused") => ({ onDuty: { work: name } });

test("a browser goes on duty, prints by itself, says that it is printed, and asks for the next", async () => {
  const center = await givenPrinting();
  expect(center.call("keep").input).toMatchObject({ hand, ending: null });
  await center.answer("print", { kind: "sent" });
  expect(center.call("keep").input).toMatchObject({ hand, ending: { result: "printed" } });
  await center.answer("keep");
  expect(center.call("report").input).toMatchObject({ hand, ending: { result: "printed" }, dutyId: "duty-1" });
  await center.answer("report", { kind: "reported" });
  expect(center.call("keep").input).toMatchObject({ hand: null, ending: null });
  await center.answer("keep");
  expect(center.made("take")).toBe(2);
  expect(center.at().context.recent).toEqual([{ ...hand, ending: { result: "printed", reason: "" } }]);
});

test("on a click it prints only then, and asks whether it came out", async () => {
  const center = await givenDuty("click");
  await center.answer("take", { kind: "onDuty", job: job(), waiting: 0 });
  expect(center.at().matches(work("holding"))).toBe(true);
  expect(center.made("begin")).toBe(0);
  center.actor.send({ type: "job.print" });
  await center.answer("begin", { kind: "begun", paper });
  await center.answer("keep");
  await center.answer("print", { kind: "sent" });
  expect(center.at().matches(work("asking"))).toBe(true);
  expect(center.made("report")).toBe(0);
});

test("'no paper' said by a person is reported with its reason, and nothing more is taken until he goes on", async () => {
  const center = await givenPrinting("click");
  await center.answer("print", { kind: "sent" });
  center.actor.send({ type: "answer.failed", reason: "Нет бумаги" });
  await center.answer("keep");
  expect(center.call("report").input).toMatchObject({ ending: { result: "failed", reason: "Нет бумаги" } });
  await center.answer("report", { kind: "reported" });
  await center.answer("keep");
  expect(center.at().matches(work("paused"))).toBe(true);
  center.clock.increment(10_000);
  expect(center.made("take")).toBe(1);
  center.actor.send({ type: "duty.resume" });
  expect(center.made("take")).toBe(2);
});

test("what was called printed and did not come out is told, and stops the printer", async () => {
  const center = await givenPrinting();
  await center.answer("print", { kind: "sent" });
  await center.answer("keep");
  await center.answer("report", { kind: "reported" });
  await center.answer("keep");
  await center.answer("take", { kind: "onDuty", job: null, waiting: 0 });
  center.actor.send({ type: "job.deny", jobId: 44, reason: "Нет бумаги" });
  expect(center.call("deny").input).toEqual({ companyId: 1, jobId: 44, reason: "Нет бумаги" });
  await center.answer("deny", { kind: "reported" });
  expect(center.at().matches(work("paused"))).toBe(true);
  expect(center.at().context.recent[0]?.ending).toEqual({ result: "failed", reason: "Нет бумаги" });
});

test("a lost answer of taking is asked again", async () => {
  const center = await givenDuty();
  await center.answer("take", { kind: "silent" });
  expect(center.at().context.isSilent).toBe(true);
  center.clock.increment(3000);
  expect(center.made("take")).toBe(2);
});

test("a lost answer of beginning is asked again under the same key, and nothing is printed before", async () => {
  const center = await givenDuty();
  await center.answer("take", { kind: "onDuty", job: job(), waiting: 0 });
  await center.answer("begin", { kind: "silent" });
  expect(center.made("print")).toBe(0);
  center.actor.send({ type: "network.online" });
  expect(center.made("begin")).toBe(2);
  expect(center.call("begin").input).toMatchObject({ key: "page-1", hand });
});

test("a lost answer of the report is repeated until it is answered, and it is not printed again", async () => {
  const center = await givenPrinting();
  await center.answer("print", { kind: "sent" });
  await center.answer("keep");
  for (const lost of [1, 2, 3]) {
    await center.answer("report", { kind: "silent" });
    expect(center.made("report")).toBe(lost);
    center.clock.increment(3000);
  }
  await center.answer("report", { kind: "reported" });
  expect(center.made("print")).toBe(1);
});

test("a job that was begun before a reload is asked about, never printed", async () => {
  const center = givenCenter();
  await center.answer("recall", record({ hand }));
  await center.answer("start", { kind: "started", duty: {} });
  await center.answer("keep");
  expect(center.at().matches(work("asking"))).toBe(true);
  expect(center.made("take")).toBe(0);
  center.actor.send({ type: "answer.printed" });
  await center.answer("keep");
  expect(center.call("report").input).toMatchObject({ hand, ending: { result: "printed" } });
});

test("a job that was printed before a reload is reported without a question", async () => {
  const center = givenCenter();
  await center.answer("recall", record({ hand, ending: { result: "printed", reason: "" } }));
  await center.answer("start", { kind: "started", duty: {} });
  await center.answer("keep");
  expect(center.made("report")).toBe(1);
});

test("a job that another load of the page has begun is asked about", async () => {
  const center = await givenDuty();
  await center.answer("take", { kind: "onDuty", job: job({ status: "printing" }), waiting: 0 });
  expect(center.at().matches(work("asking"))).toBe(true);
  const other = await givenDuty();
  await other.answer("take", { kind: "onDuty", job: job(), waiting: 0 });
  await other.answer("begin", { kind: "begunBefore" });
  expect(other.at().matches(work("asking"))).toBe(true);
});

test("a job that was cancelled meanwhile is dropped", async () => {
  const center = await givenDuty();
  await center.answer("take", { kind: "onDuty", job: job(), waiting: 0 });
  await center.answer("begin", { kind: "dropped" });
  expect(center.made("print")).toBe(0);
  expect(center.made("take")).toBe(2);
});

test("what the journal cannot hold is not printed", async () => {
  const center = await givenDuty();
  await center.answer("take", { kind: "onDuty", job: job(), waiting: 0 });
  await center.answer("begin", { kind: "begun", paper });
  await center.fail("keep");
  expect(center.made("print")).toBe(0);
  expect(center.call("report").input).toMatchObject({ ending: { result: "failed" } });
});

test("a second browser is told who is on duty, and may take over", async () => {
  const center = givenCenter();
  await center.answer("recall", null);
  await center.answer("printers", []);
  center.actor.send({ type: "duty.start", plan: plan(), dutyId: "duty-2" });
  await center.answer("start", { kind: "busy", userAlias: "Анна", since: "2026-11-21T09:00:00Z" });
  expect(center.at()).toMatchObject({ value: "busy", context: { busyWith: { userAlias: "Анна" } } });
  center.actor.send({ type: "duty.takeOver" });
  expect(center.call("start").input).toMatchObject({ dutyId: "duty-2", isTakeover: true });
});

test("who is relieved is told by whom, but finishes and reports what he has begun", async () => {
  const idle = await givenDuty();
  idle.actor.send({ type: "duty.pause" });
  for (let ms = 0; ms < 15_000; ms += 1000) idle.clock.increment(1000);
  await idle.answer("beat", { kind: "relieved", message: "Принял Борис" });
  expect(idle.at()).toMatchObject({ value: "relieved", context: { message: "Принял Борис" } });
  const center = await givenPrinting("click");
  await center.answer("print", { kind: "sent" });
  for (let ms = 0; ms < 15_000; ms += 1000) center.clock.increment(1000);
  await center.answer("beat", { kind: "relieved", message: "Принял Борис" });
  expect(center.at().matches(work("asking"))).toBe(true);
  center.actor.send({ type: "answer.printed" });
  await center.answer("keep");
  await center.answer("report", { kind: "reported" });
  await center.answer("keep");
  await center.answer("take", { kind: "relieved", message: "Принял Борис" });
  expect(center.at()).toMatchObject({ value: "relieved", context: { message: "Принял Борис" } });
});

test("nobody goes off duty with a page that may be on its way", async () => {
  const center = await givenPrinting("click");
  expect(center.at().can({ type: "duty.stop" })).toBe(false);
  await center.answer("print", { kind: "sent" });
  expect(center.at().can({ type: "duty.stop" })).toBe(false);
});

test("going off duty tells the server and forgets the duty; without a network it ends by itself", async () => {
  const center = await givenDuty();
  await center.answer("take", { kind: "onDuty", job: null, waiting: 0 });
  center.actor.send({ type: "duty.stop" });
  await center.fail("end");
  await center.answer("forget");
  expect(center.at()).toMatchObject({ value: "listing", context: { dutyId: "" } });
});

test("without a server at the start of a duty it waits for it", async () => {
  const center = givenCenter();
  await center.answer("recall", record());
  await center.answer("start", { kind: "silent" });
  expect(center.at().value).toBe("unreached");
  center.clock.increment(3000);
  expect(center.made("start")).toBe(2);
});

test("a record is one only in its own shape; a title names document and order", () => {
  expect(isDutyRecord(record({ hand, ending: { result: "failed", reason: "Нет бумаги" } }))).toBe(true);
  for (const wrong of [
    null,
    1,
    {},
    { ...record(), plan: {} },
    { ...record(), hand: { jobId: "x" } },
    { ...record(), ending: {} },
  ])
    expect(isDutyRecord(wrong)).toBe(false);
  expect(jobTitle(job())).toBe("На кухню, заказ № 17");
});

test("every state and transition of the print centre is walked", () => {
  const taken = [
    done("take", { kind: "silent" }),
    done("take", { kind: "relieved", message: "" }),
    done("take", { kind: "onDuty", job: null, waiting: 1 }),
    done("take", { kind: "onDuty", job: job({ status: "printing" }), waiting: 0 }),
    done("take", { kind: "onDuty", job: job(), waiting: 0 }),
    failed("take"),
  ];
  const events = (mode: DutyPlan["mode"]) => [
    { type: "company.choose", companyId: 1 },
    { type: "printers.retry" },
    { type: "duty.start", plan: plan(mode), dutyId: "duty-1" },
    ...["takeOver", "back", "pause", "resume", "stop"].map((name) => ({ type: `duty.${name}` })),
    { type: "duty.lost", message: "" },
    { type: "job.print" },
    { type: "answer.printed" },
    { type: "answer.failed", reason: "Нет бумаги" },
    { type: "job.deny", jobId: 44, reason: "Нет бумаги" },
    { type: "network.online" },
    done("recall", null),
    failed("recall"),
    done("printers", []),
    failed("printers"),
    done("start", { kind: "started", duty: {} }),
    done("start", { kind: "busy", userAlias: "", since: "" }),
    done("start", { kind: "silent" }),
    done("start", { kind: "refused", message: "Нельзя" }),
    failed("start"),
    ...taken,
    done("begin", { kind: "begun", paper }),
    done("begin", { kind: "begunBefore" }),
    done("begin", { kind: "dropped" }),
    done("begin", { kind: "silent" }),
    failed("begin"),
    done("print", { kind: "sent" }),
    done("print", { kind: "undrawn", message: "" }),
    failed("print"),
    done("report", { kind: "reported" }),
    done("report", { kind: "silent" }),
    failed("report"),
    ...["noteDuty", "note", "close", "clear", "deny", "end", "forget"].flatMap((id) => [done(id), failed(id)]),
    done("beat", { kind: "onDuty", job: null, waiting: 0 }),
    done("beat", { kind: "relieved", message: "" }),
    failed("beat"),
    after("pause", "printCenter.unreached"),
    after("poll", "printCenter.onDuty.work.idle"),
    after("pause", "printCenter.onDuty.work.knocking"),
    after("pause", "printCenter.onDuty.work.owing"),
    after("beat", "printCenter.onDuty.pulse.resting"),
  ];
  const input = { companyId: 1, pageKey: "page-1" };
  const project = ({ context }: { context: { hand: unknown; ending: { result: string } | undefined } }) => [
    context.hand !== undefined,
    context.ending?.result,
  ];
  const recalled = (kept: DutyRecord) => [done("recall", kept)];
  const auto = walk(printCenterMachine, { input, events: [...events("auto"), ...recalled(record())], project });
  const click = walk(printCenterMachine, {
    input,
    events: [...events("click"), ...recalled(record({ hand }))],
    project,
  });
  const ended = walk(printCenterMachine, {
    input,
    events: [...events("auto"), ...recalled(record({ hand, ending: { result: "printed", reason: "" } }))],
    project,
  });
  expect(missingFromAll([auto, click, ended])).toEqual([]);
});

const answering = (status: number, body: unknown) => {
  const reply = async () => ({
    ...(status < 400 ? { data: body } : { error: body }),
    response: { ok: status < 400, status },
  });
  return { POST: reply, GET: reply, DELETE: reply } as unknown as Api;
};

const partsWith = (api: Api) => {
  let kept: DutyRecord | null = null;
  const journal = {
    recall: () => kept,
    keep: (one: DutyRecord) => {
      kept = one;
    },
    forget: () => {
      kept = null;
    },
  };
  return printCenterActors({ api, journal, print: async () => ({ kind: "sent" }) });
};

const run = <Output>(logic: Parameters<typeof createActor>[0], input: unknown): Promise<Output> =>
  toPromise(createActor(logic, { input }).start()) as Promise<Output>;

test("the calls tell silence from refusals, and a busy printer from both", async () => {
  const place = { companyId: 1, dutyId: "duty-1" };
  const asked = { plan: plan(), dutyId: "duty-1", isTakeover: false };
  const busy = { message: "Занят", duty: { userAlias: "Анна", since: "2026-11-21T09:00:00Z" } };
  expect(await run(partsWith(answering(409, busy)).start, asked)).toMatchObject({ kind: "busy", userAlias: "Анна" });
  expect(await run(partsWith(answering(409, {})).start, asked)).toEqual({ kind: "silent" });
  expect(await run(partsWith(answering(400, { message: "Нельзя" })).start, asked)).toEqual({
    kind: "refused",
    message: "Нельзя",
  });
  expect(await run(partsWith(answering(200, { id: "duty-1" })).start, asked)).toMatchObject({ kind: "started" });
  const state = { isOnDuty: true, relievedBy: null, job: null, waiting: 2 };
  expect(await run(partsWith(answering(200, state)).take, place)).toEqual({ kind: "onDuty", job: null, waiting: 2 });
  expect(
    await run(partsWith(answering(200, { ...state, isOnDuty: false, relievedBy: "Борис" })).beat, place),
  ).toMatchObject({
    kind: "relieved",
    message: expect.stringContaining("Борис"),
  });
  expect(await run(partsWith(answering(503, {})).take, place)).toEqual({ kind: "silent" });
  // An answer that cannot be read says nothing of a page: it is asked for again, under the same key.
  expect(
    await run(partsWith(answering(200, null)).begin, { ...place, key: "k", hand: { jobId: 1, attempt: 1 } }),
  ).toEqual({ kind: "silent" });
  expect(await run(partsWith(answering(403, { message: "Нет права" })).take, place)).toMatchObject({
    kind: "relieved",
  });
  const begin = { ...place, hand, key: "page-1" };
  expect(await run(partsWith(answering(200, { outcome: "begun", paper })).begin, begin)).toEqual({
    kind: "begun",
    paper,
  });
  expect(await run(partsWith(answering(200, { outcome: "begunBefore", paper: null })).begin, begin)).toEqual({
    kind: "begunBefore",
  });
  expect(await run(partsWith(answering(404, {})).begin, begin)).toEqual({ kind: "dropped" });
  const ended = { ...place, hand, ending: { result: "failed", reason: "Нет бумаги" } };
  expect(await run(partsWith(answering(200, {})).report, ended)).toEqual({ kind: "reported" });
  expect(await run(partsWith(answering(404, {})).report, ended)).toEqual({ kind: "refused" });
  expect(await run(partsWith(answering(200, {})).deny, { companyId: 1, jobId: 44, reason: "" })).toEqual({
    kind: "reported",
  });
  const lost = { POST: async () => Promise.reject(new NoAnswer()) } as unknown as Api;
  expect(await run(partsWith(lost).report, ended)).toEqual({ kind: "silent" });
  const parts = partsWith(answering(204, undefined));
  await run(parts.keep, record());
  expect(await run(parts.recall, undefined)).toEqual(record());
  await run(parts.end, place);
  await run(parts.forget, undefined);
  expect(await run(parts.recall, undefined)).toBeNull();
  await expect(run(partsWith(answering(500, {})).printers, 1)).rejects.toThrow(ApiProblem);
});
