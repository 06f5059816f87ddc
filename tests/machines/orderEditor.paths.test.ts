import { expect, test } from "vitest";
import type { AnyMachineSnapshot } from "xstate";
import { blankDraft } from "#machines/orders/draft.ts";
import { draftProblems } from "#machines/orders/draftProblems.ts";
import { orderEditorMachine } from "#machines/orders/orderEditor.machine.ts";
import { isDirty } from "#machines/orders/orderEditor.ts";
import { orderEditorAddressMachine } from "#machines/orders/orderEditorAddress.machine.ts";
import { orderEditorCustomerMachine } from "#machines/orders/orderEditorCustomer.machine.ts";
import {
  address,
  categories,
  juice,
  margherita,
  maria,
  savedOrder,
  tenPercent,
} from "../support/order-editor-samples.ts";
import { after, done, failed, missingFromAll, walk } from "../support/paths.ts";

const refusal = { message: "Нельзя.", errors: {}, traceId: undefined };
const typed = { ...blankDraft(null), phone: "89161234567", lines: [] };
const assortment = { menu: { categories, items: [margherita, juice] }, discounts: [tenPercent] };
const opened = (more: object = {}) =>
  done("open", {
    kind: "opened",
    opened: {
      ...assortment,
      isCurrent: true,
      order: null,
      stored: null,
      ...more,
    },
  });
const stored = (key: string | null) => ({
  stored: { savedAt: 0, record: { draft: typed, base: null, intent: key === null ? null : { key } } },
});
const newOrder = { companyId: 1, orderId: null, call: null };
const oldOrder = { companyId: 1, orderId: 3517, call: null };
const project = ({ context }: AnyMachineSnapshot) => [
  isDirty(context),
  Object.keys(draftProblems(context.draft)).length === 0,
  context.theirs?.isClosed,
  context.intent?.key,
];
const ready = [
  { type: "draft.type", field: "phone", text: "89161234567" },
  { type: "draft.add", itemId: 5, categoryId: null },
];
const editing = "orderEditor.editing";
const exempt = {
  "orderEditor|xstate.error.actor.customer|1": "A child's fault changes nothing, so no walk can take it for a way.",
  "orderEditor|xstate.error.actor.address|1": "A child's fault changes nothing, so no walk can take it for a way.",
};

test("every way into the editor is walked", () => {
  const coverage = [
    walk(orderEditorMachine, {
      input: newOrder,
      project,
      exempt,
      events: [
        opened(),
        opened(stored(null)),
        opened(stored("key-1")),
        opened({ order: { ...savedOrder, isClosed: true } }),
        opened({ order: { ...savedOrder, isEditable: false } }),
        done("open", { kind: "unknown" }),
        done("open", { kind: "failed", refusal }),
        failed("open"),
        { type: "open.retry" },
        { type: "network.online" },
        { type: "stored.restore" },
        { type: "stored.drop" },
        done("forget"),
        failed("forget"),
      ],
    }),
    walk(orderEditorMachine, {
      input: newOrder,
      project,
      events: [
        opened(),
        ...ready,
        { type: "draft.date", date: null },
        { type: "draft.tags", tags: [] },
        { type: "draft.discount", discountId: 1 },
        { type: "draft.address", address },
        { type: "draft.count", key: "new-1", count: 1 },
        { type: "draft.remove", key: "new-9" },
        { type: "draft.note", key: "new-1", note: "" },
        { type: "draft.modify", key: "new-1", modificators: [] },
        { type: "date.misread" },
        { type: "refusal.close" },
        { type: "notice.close" },
        { type: "network.online" },
        { type: "page.hide" },
        done("keep"),
        failed("keep"),
        after("keepPause", `${editing}.keeping.waiting`),
      ],
    }),
    walk(orderEditorMachine, {
      input: newOrder,
      project,
      events: [
        opened({ isCurrent: false }),
        { type: "network.online" },
        done("readAssortment", assortment),
        failed("readAssortment"),
        after("askingPause", `${editing}.stocking.outdated`),
      ],
    }),
    walk(orderEditorMachine, {
      input: newOrder,
      project,
      events: [
        opened(),
        { type: "discounts.refresh" },
        done("readDiscounts", [tenPercent]),
        done("readDiscounts", []),
        failed("readDiscounts"),
        after("recalculationPause", `${editing}.discounting.settling`),
        { type: "order.repeat", orderId: 3517 },
        done("readOrder", savedOrder),
        done("readOrder", { ...savedOrder, items: [] }),
        failed("readOrder"),
      ],
    }),
    walk(orderEditorMachine, {
      input: newOrder,
      project,
      events: [
        opened(),
        ...ready,
        { type: "leave.ask", to: null },
        { type: "leave.stay" },
        { type: "leave.keep" },
        { type: "leave.drop" },
        done("keep"),
        failed("keep"),
        done("forget"),
        failed("forget"),
      ],
    }),
    walk(orderEditorMachine, {
      input: oldOrder,
      project,
      events: [
        opened({ order: savedOrder }),
        { type: "draft.type", field: "note", text: "x" },
        { type: "draft.type", field: "phone", text: "" },
        { type: "order.save" },
        { type: "order.ask" },
        done("journal", { intent: { key: "key-1" }, isKept: true }),
        failed("journal"),
        done("save", { kind: "recorded", order: savedOrder }),
        done("save", { kind: "stale", order: { ...savedOrder, version: 8 } }),
        done("save", { kind: "stale", order: { ...savedOrder, isClosed: true } }),
        done("save", { kind: "refused", refusal }),
        done("save", { kind: "uncertain", message: "" }),
        failed("save"),
        after("askingPause", "orderEditor.doubting"),
        { type: "conflict.merge" },
        { type: "conflict.mine" },
        { type: "conflict.theirs" },
        { type: "conflict.later" },
        { type: "leave.ask", to: null },
        done("forget"),
        failed("forget"),
      ],
    }),
  ];
  expect(missingFromAll(coverage)).toEqual([]);
  const sent = coverage.flatMap(({ snapshots }) => snapshots).filter((snapshot) => snapshot.matches("sending"));
  expect(sent.length).toBeGreaterThan(0);
  // Nothing is ever sent without the key of its intent.
  for (const { context } of sent) expect(context.intent?.key).toBe("key-1");
}, 60_000);

test("every state of the customer's look-up is walked, and every transition that leads somewhere", () => {
  const phone = (text: string) => ({ type: "phone.change", phone: text });
  const events = [
    phone("89161234567"),
    phone("89161234568"),
    phone("8"),
    done("lookUp", maria),
    done("lookUp", null),
    failed("lookUp"),
    { type: "network.online" },
  ];
  // The same number changes nothing, so no walk takes it for a way; the look-up's own tests do.
  const missing = ["orderEditorCustomer|phone.change|1"];
  expect(walk(orderEditorCustomerMachine, { events })).toMatchObject({ missing, states: "6/6" });
});

test("every state and transition of the address's suggestions is walked", () => {
  const street = (text: string) => ({ type: "street.change", street: text });
  const pause = after("typingPause", "orderEditorAddress.waiting");
  const events = [street("сад"), street("садо"), street("с"), pause, done("search", []), failed("search")];
  expect(walk(orderEditorAddressMachine, { events })).toMatchObject({ missing: [], states: "4/4" });
});
