import { describe, expect, test } from "vitest";
import type { AnyEventObject, AnyStateMachine } from "xstate";
import { testCallMachine } from "#machines/calls/testCall.machine.ts";
import { itemImportMachine } from "#machines/catalogue/itemImport.machine.ts";
import { pagedQueryMachine } from "#machines/core/pagedQuery.machine.ts";
import { directoryEditorMachine } from "#machines/directory/directoryEditor.machine.ts";
import { orderDetailMachine } from "#machines/orders/detail/orderDetail.machine.ts";
import { orderEditorMachine } from "#machines/orders/editor/orderEditor.machine.ts";
import { orderListMachine } from "#machines/orders/list/orderList.machine.ts";
import { doorInvoiceMachine } from "#machines/payments/doorInvoice.machine.ts";
import { orderPrintMachine } from "#machines/printing/orderPrint.machine.ts";
import { printCenterMachine } from "#machines/printing/printCenter.machine.ts";
import { printDutyMachine } from "#machines/printing/printDuty.machine.ts";
import { printJobMachine } from "#machines/printing/printJob.machine.ts";
import { requestMachine } from "#machines/session/request.machine.ts";
import { signInMachine } from "#machines/session/signIn.machine.ts";
import { notificationsMachine } from "#machines/shell/notifications.machine.ts";
import { shellMachine } from "#machines/shell/shell.machine.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { allFacts } from "../support/machines/orderEditorFixtures.ts";
import { assortment } from "../support/machines/orderEditorSamples.ts";
import { anOrder, aPayment } from "../support/machines/orderSamples.ts";
import { aDuty, hand, job, paper, plan, record } from "../support/machines/printSamples.ts";
import { startWithFakes } from "../support/machines/startWithFakes.ts";

/**
 * Step of a test towards the state in which an actor fails. It is an event, or the answer to the latest call of an
 * actor.
 */
type FaultStep = AnyEventObject | { readonly actor: string; readonly answer: unknown };

const isAnswer = (step: FaultStep): step is { actor: string; answer: unknown } => "actor" in step;

/** Runs the steps and makes an actor fail in the reached state. Returns the running machine and its fake actors. */
const failIn = async (machine: AnyStateMachine, input: unknown, steps: readonly FaultStep[], actor: string) => {
  const given = startWithFakes(machine, input);
  for (const step of steps) {
    if (isAnswer(step)) given.call(step.actor).answer(step.answer);
    else given.actor.send(step);
    await flushPromises();
  }
  given.call(actor).fail();
  await flushPromises();
  return given;
};

const ring = { type: "call.ring", callId: "test-1", number: "+79161234567" };
const ringing = [ring, { actor: "report", answer: undefined }];
const talking = [...ringing, { type: "call.answer" }, { actor: "report", answer: undefined }];
const fault = { kind: "fault" };

describe("an actor that throws an unexpected error", () => {
  test.each([
    ["answering", [...ringing, { type: "call.answer" }], "ringing"],
    ["missing", [...ringing, { type: "call.miss" }], "ringing"],
    ["ending", [...talking, { type: "call.end" }], "talking"],
  ])("test call — a failure in the state %s is shown and leads back to the previous state", async (_, steps, value) => {
    const { actor } = await failIn(testCallMachine, undefined, steps, "report");
    expect(actor.getSnapshot()).toMatchObject({ value, context: { failure: fault } });
  });

  test("import of dishes — a failed write ends in the state 'refused' with the failure of the write", async () => {
    const table = { name: "menu.csv", size: 5 };
    const report = { isWritten: false, added: 1, updated: 2, unchanged: 3, errors: [], rows: [] };
    const steps = [
      { type: "file.choose", file: table },
      { actor: "check", answer: report },
      { type: "import.confirm" },
    ];
    const { actor } = await failIn(itemImportMachine, { scope: { companyId: 1 } }, steps, "write");
    expect(actor.getSnapshot()).toMatchObject({ value: "refused", context: { failure: fault } });
  });

  test("paged list — after a failed read of the next page, keeps the rows and shows the failure", async () => {
    const steps = [{ actor: "load", answer: { rows: [{ id: 1 }], next: "2" } }, { type: "more.load" }];
    const { actor } = await failIn(pagedQueryMachine, { filter: {} }, steps, "load");
    expect(actor.getSnapshot()).toMatchObject({
      value: { reading: "browsing" },
      context: { rows: [{ id: 1 }], failure: fault },
    });
  });

  test("paged list — after a failed command, shows the failure and reads the rows again", async () => {
    const steps = [
      { actor: "load", answer: { rows: [{ id: 1 }], next: null } },
      { type: "command.choose", chosen: { command: "block", row: { id: 1 } } },
      { type: "command.confirm" },
    ];
    const { actor } = await failIn(pagedQueryMachine, { filter: {} }, steps, "run");
    expect(actor.getSnapshot()).toMatchObject({
      value: { reading: "loading" },
      context: { refusal: fault, chosen: undefined },
    });
  });

  test("directory editor — after a failed save, the form shows the failure until the user dismisses the failure", async () => {
    const opened = { type: "opened", opened: { draft: { name: "Было" }, version: 3 }, choices: [] };
    const steps = [
      { actor: "open", answer: opened },
      { type: "draft.submit", draft: { name: "Стало" } },
    ];
    const { actor } = await failIn(directoryEditorMachine, { id: 5 }, steps, "save");
    expect(actor.getSnapshot()).toMatchObject({ value: "editing", context: { failure: fault } });
    actor.send({ type: "failure.dismiss" });
    expect(actor.getSnapshot().context.failure).toBeUndefined();
  });

  test("order list — shows a failure after a failed read", async () => {
    const input = { companyId: 1, view: "open" };
    const { actor } = await failIn(orderListMachine, input, [{ type: "screen.enter", query: {} }], "orders");
    expect(actor.getSnapshot().hasTag("failed")).toBe(true);
  });

  test("printing of an order — a failed print request does not block the next print request", async () => {
    const request = { type: "print.request", kind: "kitchen" };
    const { actor, calls } = await failIn(orderPrintMachine, { companyId: 1, orderId: 17 }, [request], "print");
    expect(actor.getSnapshot().value).toBe("idle");
    actor.send(request);
    expect(calls).toHaveLength(2);
  });

  test.each([
    ["issued", [], "issue"],
    ["checked", [{ type: "mutation.recorded", result: { paymentId: 5, status: "pending" } }], "invoice"],
  ])(
    "invoice at the door — an error while the invoice is being %s ends in the state 'failed'",
    async (_, steps, actor) => {
      const open = { type: "invoice.open", order: { orderId: 17, internalId: 3, amount: 980 } };
      const { actor: dialog } = await failIn(doorInvoiceMachine, { companyId: 1 }, [open, ...steps], actor);
      expect(dialog.getSnapshot()).toMatchObject({ value: "failed", context: { failure: fault } });
    },
  );

  test("invoice at the door — a failed cancellation ends in the state 'refused'", async () => {
    const steps = [
      { type: "invoice.open", order: { orderId: 17, internalId: 3, amount: 980 } },
      { type: "mutation.recorded", result: { paymentId: 5, status: "pending" } },
      { type: "invoice.cancel" },
    ];
    const { actor: dialog } = await failIn(doorInvoiceMachine, { companyId: 1 }, steps, "cancel");
    expect(dialog.getSnapshot()).toMatchObject({ value: "refused", context: { failure: fault } });
  });

  test("API call — counts as unanswered if reading the token or sending the request throws an error", async () => {
    const input = { request: new Request("http://server/api/Company"), isRepeatable: true };
    const admitted = { actor: "admit", answer: { kind: "ready", generation: 1 } };
    for (const [steps, actorName] of [
      [[], "admit"],
      [[admitted], "send"],
    ] as const) {
      const { actor } = await failIn(requestMachine, input, steps, actorName);
      expect(actor.getSnapshot()).toMatchObject({ value: "unanswered", output: { kind: "unanswered" } });
    }
  });

  test("sign-in — a failed check of the browser's storage disables the sign-in", async () => {
    const { actor } = await failIn(signInMachine, undefined, [], "checkStorage");
    expect(actor.getSnapshot().value).toBe("barred");
  });

  test("notifications — a failed poll counts as an outage, and notifications stay hidden if marking them as read fails", async () => {
    const { actor } = await failIn(notificationsMachine, { jitter: 1 }, [{ type: "lead.won" }], "unread");
    expect(actor.getSnapshot().matches({ polling: { shown: { leading: "away" } } })).toBe(true);
    const steps = [{ type: "answer.shared", answer: { items: [{ id: 9 }], at: 1 } }, { type: "notification.readAll" }];
    const marked = await failIn(notificationsMachine, { jitter: 1 }, steps, "markAllRead");
    expect(marked.actor.getSnapshot()).toMatchObject({
      value: { reading: "idle" },
      context: { unsentUpTo: undefined, items: [] },
    });
  });

  test("notifications — a hidden page polls again after a failed poll", async () => {
    const { actor, call, clock } = startWithFakes(notificationsMachine, { jitter: 1 });
    actor.send({ type: "page.hide" });
    actor.send({ type: "lead.won" });
    clock.increment(30_000);
    call("unread").fail();
    await flushPromises();
    expect(actor.getSnapshot().matches({ polling: { hidden: "waiting" } })).toBe(true);
  });

  test.each(["companies", "settings"])("shell — keeps running after a failed read of the %s", async (actorName) => {
    const { actor } = await failIn(shellMachine, {}, [], actorName);
    expect(actor.getSnapshot()).toMatchObject({ status: "active", value: "loading" });
  });
});

const facts = { permissions: undefined, userId: 4, hasStatuses: true };
const detailInput = { companyId: 1, orderId: 17, facts };
const orderRead = (payments = [aPayment()]) => ({
  type: "query.loaded",
  from: "order",
  loaded: { query: { companyId: 1, orderId: 17 }, data: { order: anOrder(), payments }, at: 0 },
  cause: "first",
});
const recalled = { actor: "recall", answer: undefined };
const intent = {
  key: "12345678",
  request: {
    companyId: 1,
    orderId: 17,
    version: 7,
    move: { kind: "payment", parts: [], statusId: null, reason: "" },
  },
};

describe("an actor of the order screen that throws an unexpected error", () => {
  test("the order screen keeps its order after a failed read", async () => {
    const { actor } = await failIn(orderDetailMachine, detailInput, [recalled, orderRead()], "order");
    expect(actor.getSnapshot()).toMatchObject({ status: "active", context: { snapshot: { order: { id: 17 } } } });
  });

  test("an unfinished payment with a postponed verification blocks the payment dialog even after a failed read of the journal", async () => {
    const steps = [
      { actor: "recall", answer: intent },
      orderRead(),
      { type: "dialog.close" },
      { actor: "recall", answer: intent },
      { type: "intent.verify" },
    ];
    const { actor } = await failIn(orderDetailMachine, detailInput, steps, "recall");
    expect(actor.getSnapshot().matches({ dialog: "postponed" })).toBe(true);
    actor.send({ type: "payment.open" });
    expect(actor.getSnapshot().matches({ dialog: "postponed" })).toBe(true);
  });

  test.each([
    ["payment.open", "money"],
    ["status.open", "status"],
  ])(
    "after an error in the dialog opened by %s, the dialog closes and the journal of payments is read again",
    async (type, actorName) => {
      const { actor, calls } = await failIn(
        orderDetailMachine,
        detailInput,
        [recalled, orderRead(), { type }],
        actorName,
      );
      expect(actor.getSnapshot().matches({ dialog: "leaving" })).toBe(true);
      expect(calls.filter((call) => call.actor === "recall")).toHaveLength(2);
    },
  );

  test("the polling of invoices starts again 5 s after an error", async () => {
    const invoice = aPayment({ id: 2, isExternal: true, isComplited: false });
    const given = await failIn(orderDetailMachine, detailInput, [recalled, orderRead([invoice])], "invoices");
    expect(given.actor.getSnapshot().matches({ invoices: "settling" })).toBe(true);
    given.clock.increment(5000);
    expect(given.actor.getSnapshot().matches({ invoices: "watching" })).toBe(true);
  });
});

const editorInput = { companyId: 1, orderId: null, call: null, draftName: "own", facts: allFacts };
const editorSteps = [
  {
    type: "query.loaded",
    from: "assortment",
    loaded: { query: { companyId: 1 }, data: assortment, at: 0 },
    cause: "first",
  },
  { type: "drafts.found", name: "own", stored: null },
];

describe("an actor of the order editor that throws an unexpected error", () => {
  test.each(["assortment", "drafts", "customer", "address", "repeat"])(
    "the order stays editable after the actor '%s' fails",
    async (actorName) => {
      const { actor } = await failIn(orderEditorMachine, editorInput, editorSteps, actorName);
      actor.send({ type: "draft.type", field: "phone", text: "89161234567" });
      expect(actor.getSnapshot()).toMatchObject({ status: "active", context: { draft: { phone: "89161234567" } } });
      expect(actor.getSnapshot().matches("editing")).toBe(true);
    },
  );

  test("after a failed save of the order, the editor shows the form again with the failure", async () => {
    const steps = [
      ...editorSteps,
      { type: "draft.type", field: "phone", text: "89161234567" },
      { type: "draft.add", itemId: 5, categoryId: null },
      { type: "order.save" },
    ];
    const { actor } = await failIn(orderEditorMachine, editorInput, steps, "save");
    expect(actor.getSnapshot().matches("editing")).toBe(true);
    expect(actor.getSnapshot().context.failure).toMatchObject(fault);
  });
});

const centreInput = { companyId: 1, pageKey: "page-1" };
const listed = [
  { actor: "recall", answer: null },
  { actor: "printers", answer: [] },
];
const started = { actor: "start", answer: { kind: "started", duty: aDuty } };
const onDuty = [{ actor: "recall", answer: record() }, started, { actor: "keep", answer: undefined }];

describe("unexpected errors of printing actors", () => {
  test("a print duty is not resumed if its stored data cannot be read", async () => {
    const { actor } = await failIn(printCenterMachine, centreInput, [], "recall");
    expect(actor.getSnapshot().value).toBe("listing");
  });

  test("a failed read of the printers is repeated on request, after an outage, and when another company is chosen", async () => {
    for (const event of [
      { type: "printers.retry" },
      { type: "network.online" },
      { type: "company.choose", companyId: 3 },
    ]) {
      const { actor, calls } = await failIn(printCenterMachine, centreInput, listed.slice(0, 1), "printers");
      expect(actor.getSnapshot().value).toBe("unlisted");
      actor.send(event);
      expect(actor.getSnapshot().value).toBe("listing");
      expect(calls.at(-1)?.input).toEqual({ companyId: "companyId" in event ? 3 : 1 });
    }
  });

  test("a print duty starts even if the journal cannot store the duty", async () => {
    const { actor } = await failIn(printCenterMachine, centreInput, onDuty.slice(0, 2), "keep");
    expect(actor.getSnapshot().value).toBe("onDuty");
  });

  test("print centre — an error of the print duty ends the duty on the server, and the printers are listed again", async () => {
    const broken = await failIn(printCenterMachine, centreInput, onDuty, "duty");
    expect(broken.actor.getSnapshot().value).toBe("ending");
    broken.call("end").answer();
    await flushPromises();
    broken.call("forget").fail();
    await flushPromises();
    expect(broken.actor.getSnapshot().value).toBe("listing");
  });

  const dutyInput = { ...record(), pageKey: "page-1" };
  const empty = { actor: "take", answer: { kind: "onDuty", job: null, waiting: 0 } };
  const taken = { actor: "take", answer: { kind: "onDuty", job: job(), waiting: 1 } };

  test("a failed request for the next job is retried after 3 s", async () => {
    const given = await failIn(printDutyMachine, dutyInput, [], "take");
    expect(given.actor.getSnapshot()).toMatchObject({
      value: { serving: { work: "idle" } },
      context: { isServerUnreachable: true },
    });
    given.clock.increment(3000);
    expect(given.actor.getSnapshot().matches({ serving: { work: "taking" } })).toBe(true);
  });

  test("an error while a job is being printed pauses the print duty", async () => {
    const { actor } = await failIn(printDutyMachine, dutyInput, [taken], "job");
    expect(actor.getSnapshot().matches({ serving: { work: "paused" } })).toBe(true);
  });

  test("after a failed report that a job was not printed, the print duty is paused", async () => {
    const deny = { type: "job.deny", jobId: 44, reason: "Нет бумаги" };
    for (const steps of [
      [empty, deny],
      [empty, { type: "duty.pause" }, deny],
    ]) {
      const { actor, call } = await failIn(printDutyMachine, dutyInput, steps, "deny");
      expect(call("deny").input).toEqual({ companyId: 1, jobId: 44, reason: "Нет бумаги" });
      expect(actor.getSnapshot().matches({ serving: { work: "paused" } })).toBe(true);
    }
  });

  test("a failed heartbeat marks the server as unreachable, and a later heartbeat can end the print duty", async () => {
    const given = startWithFakes(printDutyMachine, dutyInput);
    given.call("take").answer(empty.answer);
    await flushPromises();
    given.clock.increment(15_000);
    given.call("beat").fail();
    await flushPromises();
    expect(given.actor.getSnapshot().context.isServerUnreachable).toBe(true);
    given.call("take").answer(empty.answer);
    await flushPromises();
    given.clock.increment(15_000);
    const relief = { code: "removed" };
    given.call("beat").answer({ kind: "relieved", relief });
    await flushPromises();
    given.call("take").answer(empty.answer);
    await flushPromises();
    expect(given.actor.getSnapshot()).toMatchObject({ value: "relieved", output: { relief } });
  });

  const jobInput = { plan: plan(), dutyId: "duty-1", hand, ending: null, isBegun: false, pageKey: "page-1" };
  const begun = [
    { actor: "begin", answer: { kind: "begun", paper } },
    { actor: "keep", answer: undefined },
  ];
  const printed = [...begun, { actor: "print", answer: "sent" }];

  test("a failed request to begin a job is retried when the network is back", async () => {
    const { actor, calls } = await failIn(printJobMachine, jobInput, [], "begin");
    expect(actor.getSnapshot().value).toBe("waitingToBegin");
    actor.send({ type: "network.online" });
    expect(calls.filter((call) => call.actor === "begin")).toHaveLength(2);
  });

  test("the result of a job is reported even if the journal cannot store the result", async () => {
    const { actor } = await failIn(printJobMachine, jobInput, printed, "keep");
    expect(actor.getSnapshot().value).toBe("reporting");
  });

  test("a failed report of a job is retried after an outage, and the job then ends even if the journal fails", async () => {
    const steps = [...printed, { actor: "keep", answer: undefined }];
    const given = await failIn(printJobMachine, jobInput, steps, "report");
    expect(given.actor.getSnapshot().value).toBe("waitingToReport");
    given.actor.send({ type: "network.online" });
    given.call("report").answer("reported");
    await flushPromises();
    given.call("keep").fail();
    await flushPromises();
    expect(given.actor.getSnapshot()).toMatchObject({ value: "ended", output: { isReported: true } });
  });
});

test("order list — a refresh during the first read keeps the placeholder rows", () => {
  const { actor, calls } = startWithFakes(orderListMachine, { companyId: 1, view: "open" });
  actor.send({ type: "screen.enter", query: {} });
  actor.send({ type: "list.refresh" });
  expect(actor.getSnapshot().hasTag("skeleton")).toBe(true);
  expect(calls.map((call) => call.actor)).toContain("orders");
});
