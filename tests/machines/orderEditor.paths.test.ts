import { expect, test } from "vitest";
import type { SnapshotFrom } from "xstate";
import { blankDraft, type StoredDraft } from "#machines/orders/editor/draft.ts";
import { draftProblems } from "#machines/orders/editor/draftProblems.ts";
import { orderEditorMachine } from "#machines/orders/editor/orderEditor.machine.ts";
import { isDirty, type Opened } from "#machines/orders/editor/orderEditor.ts";
import { orderEditorAddressMachine } from "#machines/orders/editor/orderEditorAddress.machine.ts";
import { orderEditorCustomerMachine } from "#machines/orders/editor/orderEditorCustomer.machine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import {
  address,
  categories,
  juice,
  margherita,
  maria,
  savedOrder,
  tenPercent,
} from "../support/machines/orderEditorSamples.ts";

const refusal = { message: "Нельзя.", errors: {}, traceId: undefined };
const typed = { ...blankDraft(null), phone: "89161234567", lines: [] };
const assortment = { menu: { categories, items: [margherita, juice] }, discounts: [tenPercent] };
const opening: Opened = { ...assortment, isCurrent: true, order: null, stored: null };
const stored = (key: string | null): StoredDraft => ({
  savedAt: 0,
  record: { draft: typed, base: null, intent: key === null ? null : { key } },
});
const newOrder = { companyId: 1, orderId: null, call: null };
const oldOrder = { companyId: 1, orderId: 3517, call: null };
const project = ({ context }: SnapshotFrom<typeof orderEditorMachine>) => [
  isDirty(context),
  Object.keys(draftProblems(context.draft)).length === 0,
  context.theirs?.isClosed,
  context.intent?.key,
];

test("order editor — every state and transition is walked, and nothing is sent without its idempotency key", () => {
  const { walk, done, failed, after } = givenWalk(orderEditorMachine);
  const opened = (more: Partial<Opened> = {}) => done("open", { kind: "opened", opened: { ...opening, ...more } });
  const ready = [
    { type: "draft.type", field: "phone", text: "89161234567" },
    { type: "draft.add", itemId: 5, categoryId: null },
  ] as const;
  const { snapshots } = walk(
    {
      input: newOrder,
      project,
      events: [
        opened(),
        opened({ stored: stored(null) }),
        opened({ stored: stored("key-1") }),
        opened({ order: { ...savedOrder, isClosed: true } }),
        opened({ order: { ...savedOrder, isEditable: false } }),
        done("open", { kind: "unknown" }),
        done("open", { kind: "failed", refusal }),
        failed("open"),
        failed("customer"),
        failed("address"),
        { type: "open.retry" },
        { type: "network.online" },
        { type: "stored.restore" },
        { type: "stored.drop" },
        done("forget"),
        failed("forget"),
      ],
    },
    {
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
        after("keepPause"),
      ],
    },
    {
      input: newOrder,
      project,
      events: [
        opened({ isCurrent: false }),
        { type: "network.online" },
        done("readAssortment", assortment),
        failed("readAssortment"),
        after("askingPause"),
      ],
    },
    {
      input: newOrder,
      project,
      events: [
        opened(),
        { type: "discounts.refresh" },
        done("readDiscounts", [tenPercent]),
        done("readDiscounts", []),
        failed("readDiscounts"),
        after("recalculationPause"),
        { type: "order.repeat", orderId: 3517 },
        done("readOrder", savedOrder),
        done("readOrder", { ...savedOrder, items: [] }),
        failed("readOrder"),
      ],
    },
    {
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
    },
    {
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
        after("askingPause"),
        { type: "conflict.merge" },
        { type: "conflict.mine" },
        { type: "conflict.theirs" },
        { type: "conflict.later" },
        { type: "leave.ask", to: null },
        done("forget"),
        failed("forget"),
      ],
      invariant: (snapshot) => {
        if (snapshot.matches("sending")) expect(snapshot.context.intent?.key).toBe("key-1");
      },
    },
  );
  expect(snapshots.some((snapshot) => snapshot.matches("sending"))).toBe(true);
}, 60_000);

test("customer look-up — every state and transition is walked", () => {
  const { walk, done, failed } = givenWalk(orderEditorCustomerMachine);
  walk({
    events: [
      { type: "phone.change", phone: "89161234567" },
      { type: "phone.change", phone: "89161234568" },
      { type: "phone.change", phone: "8" },
      done("lookUp", maria),
      done("lookUp", null),
      failed("lookUp"),
      { type: "network.online" },
    ],
  });
});

test("address suggestions — every state and transition is walked", () => {
  const { walk, done, failed, after } = givenWalk(orderEditorAddressMachine);
  walk({
    events: [
      { type: "street.change", street: "сад" },
      { type: "street.change", street: "садо" },
      { type: "street.change", street: "с" },
      after("typingPause"),
      done("search", []),
      failed("search"),
    ],
  });
});
