import { expect, test } from "vitest";
import { createActor, type PromiseActorLogic, toPromise } from "xstate";
import { createApi, NoAnswer, type Schemas } from "#api/client.ts";
import { printCenterActors } from "#machines/printing/printCenter.actors.ts";
import { printCenterMachine } from "#machines/printing/printCenter.machine.ts";
import { type DutyRecord, isDutyRecord, reasonNotToServe } from "#machines/printing/printCenter.ts";
import { printDutyActors } from "#machines/printing/printDuty.actors.ts";
import { printJobActors } from "#machines/printing/printJob.actors.ts";
import { steadyEnvironment } from "../support/machines/environments.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { aDuty, givenPrinter, hand, paper, plan, record } from "../support/machines/printSamples.ts";

const aPrinter: Schemas["Printer"] = {
  id: 2,
  name: "Кухня",
  kinds: ["kitchen"],
  categoryIds: [],
  paper: "80",
  spareId: null,
  duty: null,
  waiting: 0,
  version: 1,
};
const relief = { code: "takenOver", userAlias: "Борис" } as const;
const refusal = { kind: "refused", message: "Нельзя", errors: {}, traceId: undefined } as const;

const givenCenter = () => {
  const given = givenPrinter(printCenterMachine, { companyId: 1, pageKey: "page-1" });
  return { ...given, snapshot: () => given.actor.getSnapshot() };
};

/** Starts the print centre and a print duty: this browser prints the jobs of one printer. */
const givenDuty = async () => {
  const center = givenCenter();
  await center.answer("recall", null);
  await center.answer("printers", []);
  center.actor.send({ type: "duty.start", plan: plan(), dutyId: "duty-1" });
  await center.answer("start", { kind: "started", duty: aDuty });
  await center.answer("keep");
  return center;
};

test("a print duty — is stored in the journal before it begins", async () => {
  const center = await givenDuty();
  expect(center.call("keep").input).toEqual(record());
  expect(center.call("duty").input).toEqual({ ...record(), pageKey: "page-1" });
  expect(center.snapshot()).toMatchObject({ value: "onDuty", context: { duty: { printerName: "Кухня" } } });
});

test("a browser — resumes its print duty and its current job after a reload", async () => {
  const center = givenCenter();
  await center.answer("recall", record({ hand }));
  expect(center.call("start").input).toMatchObject({ dutyId: "duty-1", isTakeover: false });
  await center.answer("start", { kind: "started", duty: aDuty });
  await center.answer("keep");
  expect(center.call("duty").input).toEqual({ ...record({ hand }), pageKey: "page-1" });
});

test("a browser — shows the name of the user who took over its print duty", async () => {
  const center = await givenDuty();
  await center.answer("duty", { relief });
  expect(center.snapshot()).toMatchObject({ value: "relieved", context: { relief } });
});

test("a stopped print duty — is removed from the journal even if the server does not respond", async () => {
  const center = await givenDuty();
  await center.answer("duty", { relief: undefined });
  expect(center.call("end").input).toEqual({ companyId: 1, dutyId: "duty-1" });
  await center.fail("end");
  await center.answer("forget");
  expect(center.snapshot()).toMatchObject({ value: "listing", context: { record: { dutyId: "" } } });
});

test("a second browser — shows who is on print duty, and can take over the duty", async () => {
  const center = givenCenter();
  await center.answer("recall", null);
  await center.answer("printers", []);
  center.actor.send({ type: "duty.start", plan: plan(), dutyId: "duty-2" });
  await center.answer("start", { kind: "busy", userAlias: "Анна", since: "2026-11-21T09:00:00Z" });
  expect(center.snapshot()).toMatchObject({ value: "busy", context: { busyWith: { userAlias: "Анна" } } });
  center.actor.send({ type: "duty.takeOver" });
  expect(center.call("start").input).toMatchObject({ dutyId: "duty-2", isTakeover: true });
});

test.each([
  ["during", "listing", false],
  ["after", "choosing", true],
] as const)(
  "choosing another company %s the read of the printers (state '%s') — reads the printers of that company",
  async (_, value, isRead) => {
    const center = givenCenter();
    await center.answer("recall", null);
    const first = center.call("printers");
    if (isRead) await center.answer("printers", [aPrinter]);
    expect(center.snapshot()).toMatchObject({ value, context: { printers: isRead ? [aPrinter] : [] } });
    center.actor.send({ type: "company.choose", companyId: 3 });
    expect(center.snapshot()).toMatchObject({ value: "listing", context: { companyId: 3, printers: [] } });
    expect([first.input, first.signal.aborted]).toEqual([{ companyId: 1 }, !isRead]);
    expect([center.call("printers").input, center.made("printers")]).toEqual([{ companyId: 3 }, 2]);
  },
);

test("a print duty — is removed from the journal if its start is refused", async () => {
  const center = givenCenter();
  await center.answer("recall", null);
  await center.answer("printers", []);
  center.actor.send({ type: "duty.start", plan: plan(), dutyId: "duty-1" });
  await center.answer("start", { kind: "refused", failure: refusal });
  await center.answer("forget");
  expect(center.snapshot()).toMatchObject({ value: "listing", context: { failure: refusal } });
});

test("print centre — refuses another company and a print duty without the permission, and reports the reason", async () => {
  const center = givenCenter();
  const start = { type: "duty.start", plan: plan(), dutyId: "duty-1" } as const;
  const missing = { code: "permission", permission: "print.use" };
  const allow = (use: number) =>
    center.actor.send({ type: "companies.change", companies: [{ id: 1, permissions: { "print.use": use } }] });
  await center.answer("recall", null);
  center.actor.send({ type: "companies.change", companies: [{ id: 3, permissions: {} }] });
  center.actor.send({ type: "company.choose", companyId: 3 });
  expect(center.made("printers")).toBe(1);
  await center.answer("printers", [aPrinter]);
  center.actor.send({ type: "company.choose", companyId: 3 });
  expect(center.snapshot()).toMatchObject({ value: "choosing", context: { companyId: 1 } });
  expect(reasonNotToServe(center.snapshot().context, 3)).toEqual(missing);
  allow(0);
  center.actor.send(start);
  expect([center.snapshot().value, center.made("start")]).toEqual(["choosing", 0]);
  expect(reasonNotToServe(center.snapshot().context, 1)).toEqual(missing);
  allow(1);
  expect(reasonNotToServe(center.snapshot().context, 1)).toBeUndefined();
  center.actor.send(start);
  await center.answer("start", { kind: "busy", userAlias: "Борис", since: "" });
  allow(0);
  center.actor.send({ type: "duty.takeOver" });
  expect([center.snapshot().value, center.made("start")]).toEqual(["busy", 1]);
});

test("print centre — after a failed read of the printers, refuses another company without the permission and reads no printers", async () => {
  const center = givenCenter();
  await center.answer("recall", null);
  await center.fail("printers");
  center.actor.send({ type: "companies.change", companies: [{ id: 3, permissions: {} }] });
  center.actor.send({ type: "company.choose", companyId: 3 });
  expect([center.snapshot().value, center.made("printers")]).toEqual(["unlisted", 1]);
});

test("an unanswered start of a print duty — is retried after 3 s and when the network is back", async () => {
  const center = givenCenter();
  await center.answer("recall", record());
  await center.answer("start", { kind: "unanswered" });
  expect(center.snapshot().value).toBe("unreached");
  center.clock.increment(3000);
  expect(center.made("start")).toBe(2);
  await center.fail("start");
  center.actor.send({ type: "network.online" });
  expect(center.made("start")).toBe(3);
});

test("a stored value — is accepted as a print duty only if the value has the required fields", () => {
  expect(isDutyRecord(record({ hand, ending: { result: "failed", reason: "Нет бумаги" } }))).toBe(true);
  for (const other of [
    null,
    1,
    {},
    { ...record(), plan: {} },
    { ...record(), hand: { jobId: "x" } },
    { ...record(), ending: {} },
  ])
    expect(isDutyRecord(other)).toBe(false);
});

test("print centre — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed, after } = givenWalk(printCenterMachine);
  walk({
    input: { companyId: 1, pageKey: "page-1" },
    events: [
      { type: "companies.change", companies: [{ id: 1 }] },
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
      done("start", { kind: "unanswered" }),
      done("start", { kind: "refused", failure: refusal }),
      failed("start"),
      done("keep"),
      failed("keep"),
      done("end"),
      failed("end"),
      done("forget"),
      failed("forget"),
      done("duty", { relief }),
      done("duty", { relief: undefined }),
      failed("duty"),
      after("pause"),
    ],
    invariant: (snapshot) => {
      if (snapshot.matches("onDuty")) expect(snapshot.context.record.dutyId).not.toBe("");
    },
  });
});

/**
 * Returns the actors of the print centre, the print duty and the job. The server gives every request the same answer.
 */
const actorsOn = (answer: () => Response) => {
  let kept: DutyRecord | null = null;
  const api = createApi({ baseUrl: "http://server", fetch: async () => answer() });
  const parts = {
    api,
    environment: steadyEnvironment,
    failureText: (reason: string) => reason,
    journal: {
      recall: () => kept,
      keep: (one: DutyRecord) => {
        kept = one;
      },
      forget: () => {
        kept = null;
      },
    },
    print: async () => "sent" as const,
  };
  return { ...printDutyActors(parts), ...printJobActors(parts), ...printCenterActors(parts) };
};

const json = (status: number, body: unknown) => () => Response.json(body, { status });
const noAnswer = (): Response => {
  throw new NoAnswer();
};

const run = <Output, Input>(logic: PromiseActorLogic<Output, Input>, input: Input): Promise<Output> =>
  toPromise(createActor(logic, { input }).start());

const path = { companyId: 1, dutyId: "duty-1" };
const moduleOff = { type: "urn:problem:module-off", message: "Модуль выключен" };

test.each([
  ["started", "started", json(200, aDuty), { kind: "started", duty: aDuty }],
  [
    "busy",
    "busy",
    json(409, { message: "Занят", duty: { userAlias: "Анна", since: "2026-11-21T09:00:00Z" } }),
    { kind: "busy", userAlias: "Анна" },
  ],
  ["in progress", "unanswered", json(409, {}), { kind: "unanswered" }],
  ["module off", "refused", json(409, moduleOff), { kind: "refused", failure: { message: "Модуль выключен" } }],
  ["refused", "refused", json(400, { message: "Нельзя" }), { kind: "refused", failure: { message: "Нельзя" } }],
  ["missing", "unanswered", noAnswer, { kind: "unanswered" }],
])(
  "start of a print duty — if the server's answer is '%s', the start has the outcome '%s'",
  async (_, __, answer, expected) => {
    const request = { plan: plan(), dutyId: "duty-1", isTakeover: false };
    expect(await run(actorsOn(answer).start, request)).toMatchObject(expected);
  },
);

const state = { isOnDuty: true, relievedBy: null, job: null, waiting: 2 };

test.each([
  ["on duty", "onDuty", json(200, state), { kind: "onDuty", job: null, waiting: 2 }],
  [
    "taken over",
    "relieved",
    json(200, { ...state, isOnDuty: false, relievedBy: "Борис" }),
    { kind: "relieved", relief },
  ],
  ["ended", "relieved", json(200, { ...state, isOnDuty: false }), { kind: "relieved", relief: { code: "ended" } }],
  [
    "refused",
    "relieved",
    json(403, { message: "Нет права" }),
    { kind: "relieved", relief: { code: "refused", message: "Нет права" } },
  ],
  ["module off", "moduleOff", json(409, moduleOff), { kind: "moduleOff" }],
  ["another conflict", "unanswered", json(409, {}), { kind: "unanswered" }],
  ["status 503", "unanswered", json(503, {}), { kind: "unanswered" }],
])(
  "job request and heartbeat — if the server's answer is '%s', the outcome is '%s'",
  async (_, __, answer, expected) => {
    expect(await run(actorsOn(answer).take, path)).toEqual(expected);
    expect(await run(actorsOn(answer).beat, path)).toEqual(expected);
  },
);

test.each([
  ["begun", "begun", json(200, { outcome: "begun", paper }), { kind: "begun", paper }],
  ["begun before", "begunBefore", json(200, { outcome: "begunBefore", paper: null }), { kind: "begunBefore" }],
  ["dropped", "dropped", json(404, {}), { kind: "dropped" }],
  // After an unreadable response the outcome is unknown, so the request is retried under the same key.
  ["unreadable", "unanswered", json(200, null), { kind: "unanswered" }],
  ["missing", "unanswered", noAnswer, { kind: "unanswered" }],
])("request to begin a job — if the server's answer is '%s', the outcome is '%s'", async (_, __, answer, expected) => {
  expect(await run(actorsOn(answer).begin, { ...path, hand, key: "page-1" })).toEqual(expected);
});

test.each([
  ["recorded", "reported", json(200, {})],
  ["refused", "refused", json(404, {})],
  ["missing", "unanswered", noAnswer],
])(
  "report and correction of a job — if the server's answer is '%s', the outcome is '%s'",
  async (_, expected, answer) => {
    const ending = { result: "failed", reason: "Нет бумаги" } as const;
    expect(await run(actorsOn(answer).report, { ...path, hand, ending })).toBe(expected);
    expect(await run(actorsOn(answer).deny, { companyId: 1, jobId: 44, reason: "" })).toBe(expected);
  },
);

test("a stored print duty — can be read from the journal until the duty is removed from the journal", async () => {
  const actors = actorsOn(() => new Response(null, { status: 204 }));
  await run(actors.keep, record());
  expect(await run(actors.recall, {})).toEqual(record());
  await run(actors.end, path);
  await run(actors.forget, {});
  expect(await run(actors.recall, {})).toBeNull();
});

test("a failed read of the printers — throws an error with the status of the response", async () => {
  await expect(run(actorsOn(json(500, {})).printers, { companyId: 1 })).rejects.toMatchObject({ status: 500 });
});
