import { expect, test } from "vitest";
import type { SnapshotFrom } from "xstate";
import { ApiProblem } from "#api/client.ts";
import { blankDraft, type StoredDraft } from "#machines/orders/editor/draft.ts";
import { findProblems } from "#machines/orders/editor/draftProblems.ts";
import { isDirty } from "#machines/orders/editor/editorContext.ts";
import { permissionReason } from "#machines/orders/editor/editorReasons.ts";
import {
  type EditorInput,
  type OrderEditorEvent,
  orderEditorMachine,
} from "#machines/orders/editor/orderEditor.machine.ts";
import type { Order } from "#machines/queries/order.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { allFacts } from "../support/machines/orderEditorFixtures.ts";
import { address, aFailure, assortment, savedOrder, tenPercent } from "../support/machines/orderEditorSamples.ts";

type Snapshot = SnapshotFrom<typeof orderEditorMachine>;

const typed = { ...blankDraft(null), phone: "89161234567" };
const storedOf = (key: string | null): StoredDraft => ({
  savedAt: 0,
  record: { draft: typed, base: null, intent: key === null ? null : { key } },
});

const newOrder: EditorInput = { companyId: 1, orderId: null, call: null, draftName: "own", facts: allFacts };
const oldOrder: EditorInput = { ...newOrder, orderId: 3517 };

const openingOf = ({ context }: Snapshot) => [
  context.isCurrent,
  context.isSearched,
  context.failure?.kind,
  context.order?.isEditable,
  context.order?.isClosed,
];

const draftOf = ({ context }: Snapshot) => [isDirty(context), Object.keys(findProblems(context.draft)).length === 0];

const splitOf = ({ context: { openedLine, draft } }: Snapshot) => [
  openedLine?.note,
  draft.lines.slice(0, 2).map(({ count, note }) => [count > 1, note]),
];

const saveOf = (snapshot: Snapshot) => [
  ...draftOf(snapshot),
  snapshot.context.theirs?.isClosed,
  snapshot.context.intent?.key,
];

/**
 * Asserts the conditions of a running save: the user may save, the draft of a first attempt has no problems, and for an
 * existing order, the editor knows the order on which the edit is based.
 */
const requireSendable = (snapshot: Snapshot) => {
  const { context } = snapshot;
  if (!snapshot.matches({ saving: "sending" })) return;
  expect(permissionReason(context, context.facts)).toBeUndefined();
  if (context.intent === null) expect(findProblems(context.draft)).toEqual({});
  if (context.target.orderId !== null) expect(context.base).not.toBeNull();
};

const loaded = {
  type: "query.loaded",
  from: "assortment",
  loaded: { query: { companyId: 1 }, data: assortment, at: 0 },
  cause: "first",
} as const;
const found = (stored: StoredDraft | null) => ({ type: "drafts.found", name: "own", stored }) as const;
const queryFailed = (kind: "missing" | "unanswered" | "fault") =>
  ({ type: "query.failed", from: "assortment", failure: aFailure(kind) }) as const;
const kept = { type: "drafts.kept", isKept: true } as const;
const flushed = { type: "drafts.flushed" } as const;
const dropped = { type: "drafts.dropped" } as const;
const opened = [loaded, found(null)] as const;
const ready = [
  { type: "draft.type", field: "phone", text: "89161234567" },
  { type: "draft.add", itemId: 5, categoryId: null },
] as const satisfies readonly OrderEditorEvent[];
const stale = (current: Order) => ({ type: "mutation.stale", current }) as const;

test("order editor — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed, after } = givenWalk(orderEditorMachine);
  const { snapshots } = walk(
    {
      inputs: [oldOrder, newOrder, { ...newOrder, cached: assortment }],
      project: openingOf,
      invariant: requireSendable,
      events: [
        loaded,
        queryFailed("missing"),
        queryFailed("unanswered"),
        queryFailed("fault"),
        found(null),
        found(storedOf(null)),
        found(storedOf("key-1")),
        done("readOrder", savedOrder),
        done("readOrder", { ...savedOrder, isClosed: true, isEditable: false }),
        done("readOrder", { ...savedOrder, isEditable: false }),
        failed("readOrder"),
        failed("readOrder", new ApiProblem(404, "Нет такого заказа.")),
        failed("assortment"),
        failed("drafts"),
        failed("customer"),
        failed("address"),
        failed("repeat"),
        { type: "facts.change", facts: allFacts },
        { type: "open.retry" },
        after("retryPause"),
        { type: "stored.restore" },
        { type: "stored.drop" },
        kept,
        dropped,
      ],
    },
    {
      input: newOrder,
      project: (snapshot) => [...draftOf(snapshot), snapshot.context.openedLine?.key],
      invariant: requireSendable,
      events: [
        ...opened,
        ...ready,
        { type: "draft.date", date: null },
        { type: "draft.tags", tags: [] },
        { type: "draft.discount", discountId: 1 },
        { type: "draft.address", address },
        { type: "draft.zone", zone: 1 },
        { type: "draft.pickup", isInHall: true },
        { type: "draft.waive", isWaived: true },
        { type: "delivery.change", delivery: null },
        { type: "draft.count", key: "new-1", count: 1 },
        { type: "draft.remove", key: "new-9" },
        { type: "draft.line", key: "new-1", note: "", modificators: [] },
        { type: "line.open", key: "new-1" },
        { type: "line.apply" },
        { type: "line.close" },
        { type: "date.misread" },
        { type: "failure.dismiss" },
        { type: "notice.dismiss" },
      ],
    },
    {
      input: newOrder,
      project: splitOf,
      invariant: requireSendable,
      events: [
        ...opened,
        ...ready,
        { type: "line.open", key: "new-1" },
        { type: "draft.line", key: "new-1", note: "без лука", modificators: [] },
        { type: "line.split" },
      ],
    },
    {
      input: newOrder,
      project: draftOf,
      invariant: requireSendable,
      events: [
        ...opened,
        { type: "discounts.refresh" },
        done("readDiscounts", [tenPercent]),
        done("readDiscounts", []),
        failed("readDiscounts"),
        after("recalculationPause"),
        { type: "order.repeat", orderId: 3517 },
        { type: "repeat.read", order: savedOrder },
        { type: "repeat.read", order: { ...savedOrder, items: [] } },
        { type: "repeat.failed" },
      ],
    },
    {
      input: newOrder,
      project: draftOf,
      invariant: requireSendable,
      events: [
        ...opened,
        ...ready,
        { type: "leave.ask", to: null },
        { type: "leave.stay" },
        { type: "leave.keep" },
        { type: "leave.drop" },
        flushed,
        dropped,
      ],
    },
    {
      input: newOrder,
      project: (snapshot) => [...draftOf(snapshot), snapshot.context.draft.date],
      invariant: requireSendable,
      events: [
        ...opened,
        ...ready,
        { type: "draft.date", date: "2026-11-20T12:00:00.000Z" },
        { type: "draft.type", field: "phone", text: "" },
        { type: "order.save", at: "2026-11-21T12:00:00.000Z" },
        { type: "date.confirm" },
        { type: "date.correct" },
      ],
    },
    {
      inputs: [oldOrder, { ...oldOrder, facts: { permissions: {}, userId: 4 } }, { ...newOrder, cached: assortment }],
      project: saveOf,
      invariant: requireSendable,
      events: [
        ...opened,
        ...ready,
        done("readOrder", savedOrder),
        { type: "draft.type", field: "note", text: "x" },
        { type: "draft.type", field: "phone", text: "" },
        { type: "order.save" },
        { type: "order.verify" },
        { type: "order.edit" },
        { type: "mutation.journalled", key: "key-1" },
        { type: "mutation.doubtful" },
        { type: "mutation.recorded", result: savedOrder },
        stale({ ...savedOrder, version: 8 }),
        stale({ ...savedOrder, version: 8, isClosed: true }),
        { type: "mutation.refused", failure: aFailure("refused") },
        { type: "mutation.refused", failure: aFailure("keyReused") },
        failed("save"),
        { type: "conflict.merge" },
        done("merge", { draft: typed, overlaps: [] }),
        failed("merge"),
        { type: "conflict.mine" },
        { type: "conflict.theirs" },
        { type: "conflict.later" },
        { type: "leave.ask", to: null },
        dropped,
      ],
    },
  );
  expect(snapshots.some((snapshot) => snapshot.matches({ saving: "doubting" }))).toBe(true);
});
