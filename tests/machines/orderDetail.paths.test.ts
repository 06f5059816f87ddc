import { expect, test } from "vitest";
import type { AnyMachineSnapshot } from "xstate";
import { orderDetailMachine } from "#machines/orders/orderDetail.machine.ts";
import { orderDetailPrintMachine } from "#machines/orders/orderDetailPrint.machine.ts";
import { orderDetailTabMachine } from "#machines/orders/orderDetailTab.machine.ts";
import { statusChangeModel } from "../support/models/statusChange.ts";
import { anOrder, aPayment } from "../support/order-samples.ts";
import { after, done, failed, missingFromAll, walk } from "../support/paths.ts";

const order = anOrder();

const read = (id: string, facts = {}) => done(id, { kind: "read", order: { ...order, ...facts }, payments: [] });
const pending = aPayment({ isExternal: true, isComplited: false, complitedDate: null });
const away = { kind: "unanswered", message: "Сервер не отвечает" };
const place = { companyId: 1, orderId: 17, version: 7, key: "12345678" };
const found = (move: object) => done("recall", { ...place, move });

test("every state and transition of a status change is walked", () => {
  const { machine, starts, events, project } = statusChangeModel;
  const [input] = Object.values(starts);
  expect(walk(machine, { input, events: Object.values(events), project })).toMatchObject({ missing: [] });
});

test("every state and transition of a tab is walked", () => {
  const events = [
    { type: "tab.retry" },
    { type: "network.online" },
    { type: "order.change" },
    done("read", { kind: "read", data: { primeCost: 4 } }),
    done("read", { kind: "failed", message: "Нельзя" }),
    failed("read"),
    done("refresh", { kind: "read", data: { primeCost: 5 } }),
    failed("refresh"),
  ];
  expect(walk(orderDetailTabMachine, { events })).toMatchObject({ missing: [] });
});

test("every state and transition of printing is walked", () => {
  const events = [
    { type: "print.ask", what: "kitchen", version: 7 },
    { type: "print.whole" },
    { type: "print.drop" },
    { type: "problem.dismiss" },
    done("print", { kind: "queued", what: "kitchen", manualIds: [] }),
    done("print", { kind: "queued", what: "kitchen", manualIds: [44] }),
    done("print", { kind: "unchanged" }),
    done("print", { kind: "unanswered" }),
    done("print", { kind: "failed", message: "Нельзя" }),
    failed("print"),
  ];
  const input = { companyId: 1, orderId: 17 };
  expect(walk(orderDetailPrintMachine, { input, events })).toMatchObject({ missing: [] });
});

test("every state and transition of the order's screen is walked", () => {
  const project = ({ context }: AnyMachineSnapshot) => [
    context.standing !== undefined,
    context.intent?.move.kind,
    context.isHidden,
  ];
  const input = { companyId: 1, orderId: 17, mayWatch: true };
  const reading = [
    { type: "order.reload" },
    { type: "network.online" },
    { type: "changes.dismiss" },
    { type: "page.show" },
    { type: "page.hide" },
    read("first"),
    done("first", { kind: "missing", message: "Нет такого" }),
    done("first", away),
    failed("first"),
    read("poll", { version: 8 }),
    done("poll", away),
    failed("poll"),
    read("reread"),
    done("reread", away),
    failed("reread"),
    after("poll", "orderDetail.order.resting"),
    after("retry", "orderDetail.order.away"),
  ];
  const dialogs = [
    read("first"),
    done("recall", undefined),
    failed("recall"),
    found({ kind: "payment" }),
    found({ kind: "invoice" }),
    found({ kind: "refund", paymentId: 1 }),
    { type: "payment.open" },
    { type: "status.open" },
    { type: "invoice.open" },
    { type: "invoice.show", paymentId: 1 },
    { type: "action.open", kind: "check", paymentId: 1 },
    { type: "dialog.close" },
    { type: "intent.verify" },
    done("payment"),
    failed("payment"),
    done("status", { order }),
    failed("status"),
    done("invoice", { paymentId: 1 }),
    failed("invoice"),
    done("action"),
    failed("action"),
    done("leave", undefined),
    done("leave", { ...place, move: { kind: "payment" } }),
    failed("leave"),
    after("postponement", "orderDetail.dialog.postponed"),
  ];
  const watching = [
    done("first", { kind: "read", order, payments: [pending] }),
    { type: "page.show" },
    { type: "page.hide" },
    { type: "order.reload" },
    done("watch"),
    failed("watch"),
    after("retry", "orderDetail.watch.settling"),
  ];
  const walks = [reading, dialogs, watching].map((events) => walk(orderDetailMachine, { input, events, project }));
  expect(missingFromAll(walks)).toEqual([]);
  expect(walks.reduce((sum, one) => sum + one.paths, 0)).toBeGreaterThan(200);
}, 60_000);
