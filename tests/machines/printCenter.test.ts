import { expect, test } from "vitest";
import { createActor, toPromise } from "xstate";
import { type Api, ApiProblem, NoAnswer } from "#api/client.ts";
import { printCenterActors } from "#machines/printing/printCenter.actors.ts";
import { printCenterMachine } from "#machines/printing/printCenter.machine.ts";
import { type DutyRecord, isDutyRecord, jobTitle } from "#machines/printing/printCenter.ts";
import { type DutyParts, printDutyActors } from "#machines/printing/printDuty.actors.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { aDuty, givenPrinter, hand, job, paper, plan, record } from "../support/machines/printSamples.ts";

const givenCenter = () => {
  const world = givenPrinter(printCenterMachine, { companyId: 1, pageKey: "page-1" });
  return { ...world, at: () => world.actor.getSnapshot() };
};

/** A browser that has just gone on duty. */
const givenDuty = async () => {
  const center = givenCenter();
  await center.answer("recall", null);
  await center.answer("printers", []);
  center.actor.send({ type: "duty.start", plan: plan(), dutyId: "duty-1" });
  await center.answer("start", { kind: "started", duty: aDuty });
  await center.answer("keep");
  return center;
};

test("a duty is written down before it is begun", async () => {
  const center = await givenDuty();
  expect(center.call("keep").input).toEqual(record());
  expect(center.call("duty").input).toEqual({ ...record(), pageKey: "page-1" });
  expect(center.at()).toMatchObject({ value: "onDuty", context: { duty: { printerName: "Кухня" } } });
});

test("after a reload the browser goes on with its duty and with what it had in hand", async () => {
  const center = givenCenter();
  await center.answer("recall", record({ hand }));
  expect(center.call("start").input).toMatchObject({ dutyId: "duty-1", isTakeover: false });
  await center.answer("start", { kind: "started", duty: aDuty });
  await center.answer("keep");
  expect(center.call("duty").input).toEqual({ ...record({ hand }), pageKey: "page-1" });
});

test("who is relieved is told by whom", async () => {
  const center = await givenDuty();
  await center.answer("duty", { relief: "Принял Борис" });
  expect(center.at()).toMatchObject({ value: "relieved", context: { message: "Принял Борис" } });
});

test("going off duty tells the server and forgets the duty; without a network it ends by itself", async () => {
  const center = await givenDuty();
  await center.answer("duty", { relief: undefined });
  expect(center.call("end").input).toEqual({ companyId: 1, dutyId: "duty-1" });
  await center.fail("end");
  await center.answer("forget");
  expect(center.at()).toMatchObject({ value: "listing", context: { record: { dutyId: "" } } });
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

test("print centre — every state and transition is walked", () => {
  const { walk, done, failed, after } = givenWalk(printCenterMachine);
  walk({
    input: { companyId: 1, pageKey: "page-1" },
    events: [
      { type: "company.choose", companyId: 1 },
      { type: "printers.retry" },
      { type: "duty.start", plan: plan(), dutyId: "duty-1" },
      { type: "duty.takeOver" },
      { type: "duty.back" },
      { type: "network.online" },
      done("recall", null),
      done("recall", record()),
      failed("recall"),
      done("printers", []),
      failed("printers"),
      done("start", { kind: "started", duty: aDuty }),
      done("start", { kind: "busy", userAlias: "", since: "" }),
      done("start", { kind: "silent" }),
      done("start", { kind: "refused", message: "Нельзя" }),
      failed("start"),
      done("keep"),
      failed("keep"),
      done("end"),
      failed("end"),
      done("forget"),
      failed("forget"),
      done("duty", { relief: "Принял Борис" }),
      done("duty", { relief: undefined }),
      failed("duty"),
      after("pause"),
    ],
  });
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
  const parts: DutyParts = { api, journal, print: async () => ({ kind: "sent" }) };
  return { ...printDutyActors(parts), ...printCenterActors(parts) };
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
