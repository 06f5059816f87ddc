import { expect, test } from "vitest";
import type { SnapshotFrom } from "xstate";
import { orderDetailMachine } from "#machines/orders/detail/orderDetail.machine.ts";
import { orderDetailPrintMachine } from "#machines/orders/detail/orderDetailPrint.machine.ts";
import { orderDetailTabMachine } from "#machines/orders/detail/orderDetailTab.machine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { anOrder, aPayment } from "../support/machines/orderSamples.ts";

const order = anOrder();

const pending = aPayment({ isExternal: true, isComplited: false, complitedDate: null });
const away = { kind: "unanswered", message: "Сервер не отвечает" } as const;
const place = { companyId: 1, orderId: 17, version: 7, key: "12345678" };

test("order tab — every state and transition is walked", () => {
  const { walk, done, failed } = givenWalk(orderDetailTabMachine);
  walk({
    events: [
      { type: "tab.retry" },
      { type: "network.online" },
      { type: "order.change" },
      done("read", { kind: "read", data: { primeCost: 4 } }),
      done("read", { kind: "failed", message: "Нельзя" }),
      failed("read"),
    ],
  });
});

test("printing of an order — every state and transition is walked", () => {
  const { walk, done, failed } = givenWalk(orderDetailPrintMachine);
  walk({
    input: { companyId: 1, orderId: 17 },
    events: [
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
    ],
  });
});

test("order screen — every state and transition is walked", () => {
  const project = ({ context }: SnapshotFrom<typeof orderDetailMachine>) => [
    context.standing !== undefined,
    context.intent?.move.kind,
    context.isHidden,
  ];
  const input = { companyId: 1, orderId: 17, mayWatch: true };
  const { walk, done, failed, after } = givenWalk(orderDetailMachine);
  const { paths } = walk(
    {
      input,
      project,
      events: [
        { type: "order.reload" },
        { type: "network.online" },
        { type: "changes.dismiss" },
        { type: "page.show" },
        { type: "page.hide" },
        done("read", { kind: "read", order, payments: [] }),
        done("read", { kind: "read", order: { ...order, version: 8 }, payments: [] }),
        done("read", { kind: "missing", message: "Нет такого" }),
        done("read", away),
        failed("read"),
        after("poll"),
        after("retry"),
      ],
    },
    {
      input,
      project,
      events: [
        done("read", { kind: "read", order, payments: [] }),
        done("recall", undefined),
        done("recall", { ...place, move: { kind: "payment", parts: [], statusId: null, reason: "" } }),
        done("recall", { ...place, move: { kind: "invoice", methodId: 3, amount: 10 } }),
        done("recall", { ...place, move: { kind: "refund", paymentId: 1 } }),
        failed("recall"),
        { type: "payment.open" },
        { type: "status.open" },
        { type: "invoice.open" },
        { type: "invoice.show", paymentId: 1 },
        { type: "action.open", kind: "check", paymentId: 1 },
        { type: "dialog.close" },
        { type: "intent.verify" },
        done("acceptPayment"),
        failed("acceptPayment"),
        done("statusChange", { order }),
        failed("statusChange"),
        done("externalInvoice", { paymentId: 1 }),
        failed("externalInvoice"),
        done("paymentAction"),
        failed("paymentAction"),
        after("postponement"),
      ],
    },
    {
      input,
      project,
      events: [
        done("read", { kind: "read", order, payments: [pending] }),
        { type: "page.show" },
        { type: "page.hide" },
        { type: "order.reload" },
        done("invoiceWatch"),
        failed("invoiceWatch"),
        after("retry"),
      ],
    },
  );
  expect(paths).toBeGreaterThan(200);
}, 60_000);
