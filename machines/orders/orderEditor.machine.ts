import { assign, emit, raise, sendTo, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { isSameValue } from "#machines/support/isSameValue.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";
import type { DraftModificator, DraftRecord, Intent } from "./draft.ts";
import {
  addItem,
  CROWDED,
  countLine,
  modifyLine,
  noteLine,
  portionsOf,
  removeLine,
  repeatOrder,
  type TextFieldName,
  takeAddress,
  typeField,
  untaken,
} from "./draftEdits.ts";
import { draftProblems, MISREAD_DATE, type ProblemPlace } from "./draftProblems.ts";
import {
  type Assortment,
  type Attempt,
  begin,
  type EditorContext,
  emptyContext,
  explained,
  isDirty,
  isWorthOffering,
  merged,
  type OpenOutcome,
  type Place,
  pricesOf,
  rebased,
  recordOf,
  resume,
  type SaveOutcome,
  stocked,
} from "./orderEditor.ts";
import { orderEditorAddressMachine } from "./orderEditorAddress.machine.ts";
import { orderEditorCustomerMachine } from "./orderEditorCustomer.machine.ts";

type Discounts = Schemas["Discount"][];

/** What the screen tells the editor. Every event that changes the draft begins with "draft.", so that its keeping follows one rule. */
export type OrderEditorEvent =
  | { type: "draft.type"; field: TextFieldName; text: string }
  | { type: "draft.date"; date: string | null }
  | { type: "draft.tags"; tags: number[] }
  | { type: "draft.discount"; discountId: number | null }
  | { type: "draft.address"; address: Schemas["CustomerAddress"] }
  | { type: "draft.add"; itemId: number; categoryId: number | null }
  | { type: "draft.count"; key: string; count: number }
  | { type: "draft.remove"; key: string }
  | { type: "draft.note"; key: string; note: string }
  | { type: "draft.modify"; key: string; modificators: DraftModificator[] }
  | { type: "draft.repeated" }
  | { type: "date.misread" }
  | { type: "stored.restore" }
  | { type: "stored.drop" }
  | { type: "order.repeat"; orderId: number }
  | { type: "order.save" }
  | { type: "order.ask" }
  | { type: "discounts.refresh" }
  | { type: "conflict.merge" }
  | { type: "conflict.mine" }
  | { type: "conflict.theirs" }
  | { type: "conflict.later" }
  | { type: "refusal.close" }
  | { type: "notice.close" }
  | { type: "page.hide" }
  | { type: "leave.ask"; to: string | null }
  | { type: "leave.stay" }
  | { type: "leave.keep" }
  | { type: "leave.drop" }
  | { type: "open.retry" }
  | { type: "network.online" };

/** What the editor asks the screen to do once. */
export type OrderEditorEmitted = { type: "toast"; text: string } | { type: "screen.leave"; to: string | null };

/** Taking and editing an order: the draft survives, the intent to save it is carried out once. */
export const orderEditorMachine = setup({
  types: {
    context: {} as EditorContext,
    events: {} as OrderEditorEvent,
    input: {} as Place,
    emitted: {} as OrderEditorEmitted,
    tags: {} as "busy" | "editable" | "doubtful",
    children: {} as { customer: "customer"; address: "address" },
  },
  actors: {
    open: stub<OpenOutcome, Place>("open"),
    keep: stub<void, DraftRecord>("keep"),
    forget: stub<void>("forget"),
    journal: stub<{ intent: Intent; isKept: boolean }, DraftRecord>("journal"),
    save: stub<SaveOutcome, Attempt>("save"),
    readAssortment: stub<Assortment, Place>("readAssortment"),
    readDiscounts: stub<Discounts, Place>("readDiscounts"),
    readOrder: stub<Schemas["Order"], { companyId: number; orderId: number }>("readOrder"),
    customer: orderEditorCustomerMachine,
    address: orderEditorAddressMachine,
  },
  guards: {
    isUnknown: (_, outcome: OpenOutcome) => outcome.kind === "unknown",
    isFailed: (_, outcome: OpenOutcome) => outcome.kind === "failed",
    isClosed: ({ context }) => context.order?.isClosed === true,
    isUneditable: ({ context }) => context.order?.isEditable === false,
    isOutdated: ({ context }) => !context.isCurrent,
    isUnderWay: ({ context }) => context.stored?.record.intent != null,
    isWorthOffering: ({ context }) => isWorthOffering(context),
    isSendable: ({ context }) => Object.keys(draftProblems(context.draft)).length === 0,
    isUnchanged: ({ context }) => context.base !== null && !isDirty(context),
    isDirty: ({ context }) => isDirty(context),
    areNewDiscounts: ({ context }, discounts: Discounts) => !isSameValue(discounts, context.pricedDiscounts),
    isSoldNoMore: ({ context }, order: Schemas["Order"]) =>
      repeatOrder(context.draft, order, pricesOf(context)).draft === context.draft,
    isRecorded: (_, outcome: SaveOutcome) => outcome.kind === "recorded",
    isStale: (_, outcome: SaveOutcome) => outcome.kind === "stale",
    isRefused: (_, outcome: SaveOutcome) => outcome.kind === "refused",
    mayTheirsBeEdited: ({ context }) => context.theirs?.isEditable === true && !context.theirs.isClosed,
  },
  actions: {
    begin: assign(({ context }, outcome: OpenOutcome) =>
      outcome.kind === "opened" ? begin(context, outcome.opened) : {},
    ),
    keepAssortment: assign((_, assortment: Assortment) => stocked(assortment)),
    keepFailure: assign((_, outcome: OpenOutcome) => (outcome.kind === "failed" ? { refusal: outcome.refusal } : {})),
    resume: assign(({ context }) => resume(context)),
    dropStored: assign({ stored: null }),
    typeField: assign(({ context }, { field, text }: { field: TextFieldName; text: string }) => ({
      draft: typeField(context.draft, field, text),
      problems: { ...context.problems, [field]: untaken(context.draft, field, text) },
    })),
    setDate: assign(({ context }, date: string | null) => ({
      draft: { ...context.draft, date, dateText: "" },
    })),
    noteMisread: assign(({ context }) => ({ problems: { ...context.problems, dateText: MISREAD_DATE } })),
    setTags: assign(({ context }, tags: number[]) => ({ draft: { ...context.draft, tags } })),
    setDiscount: assign(({ context }, discountId: number | null) => ({ draft: { ...context.draft, discountId } })),
    takeAddress: assign(({ context }, address: Schemas["CustomerAddress"]) => ({
      draft: takeAddress(context.draft, address),
    })),
    addItem: assign(({ context }, { itemId, categoryId }: { itemId: number; categoryId: number | null }) => {
      const draft = addItem(context.draft, itemId, categoryId, pricesOf(context));
      return portionsOf(draft) > portionsOf(context.draft) ? { draft } : { notice: CROWDED };
    }),
    countLine: assign(({ context }, { key, count }: { key: string; count: number }) => {
      const draft = countLine(context.draft, key, count, pricesOf(context));
      const line = draft.lines.find((one) => one.key === key);
      return line && line.count < count ? { draft, notice: CROWDED } : { draft };
    }),
    removeLine: assign(({ context }, key: string) => ({ draft: removeLine(context.draft, key) })),
    noteLine: assign(({ context }, { key, note }: { key: string; note: string }) => ({
      draft: noteLine(context.draft, key, note),
    })),
    modifyLine: assign(({ context }, { key, modificators }: { key: string; modificators: DraftModificator[] }) => ({
      draft: modifyLine(context.draft, key, modificators, pricesOf(context)),
    })),
    repeatOrder: assign(({ context }, order: Schemas["Order"]) => {
      const { draft, missing, isCrowded } = repeatOrder(context.draft, order, pricesOf(context));
      const unsold = missing.length > 0 && `Больше не продаётся: ${missing.join(", ")}.`;
      return { draft, notice: [unsold, isCrowded && CROWDED].filter(Boolean).join(" ") };
    }),
    clearProblem: assign(({ context }, place: ProblemPlace) => ({
      problems: { ...context.problems, [place]: undefined },
    })),
    explain: assign(({ context }) => ({ problems: draftProblems(context.draft) })),
    forgetProblems: assign({ problems: {}, refusal: null, overlaps: [] }),
    closeRefusal: assign({ refusal: null, overlaps: [] }),
    keepDiscounts: assign((_, discounts: Discounts) => ({ discounts })),
    priceByDiscounts: assign(({ context }) => ({ pricedDiscounts: context.discounts })),
    noteKept: assign({ isKept: true }),
    noteUnkept: assign({ isKept: false }),
    keepIntent: assign((_, { intent, isKept }: { intent: Intent; isKept: boolean }) => ({ intent, isKept })),
    endIntent: assign({ intent: null, doubt: "" }),
    keepDoubt: assign((_, outcome: SaveOutcome) => (outcome.kind === "uncertain" ? { doubt: outcome.message } : {})),
    keepRefusal: assign((_, outcome: SaveOutcome) => (outcome.kind === "refused" ? explained(outcome.refusal) : {})),
    keepTheirs: assign((_, outcome: SaveOutcome) => (outcome.kind === "stale" ? { theirs: outcome.order } : {})),
    keepSaved: assign((_, outcome: SaveOutcome) => (outcome.kind === "recorded" ? { saved: outcome.order } : {})),
    merge: assign(({ context }) => merged(context)),
    keepMine: assign(({ context }) => rebased(context, "mine")),
    takeTheirs: assign(({ context }) => rebased(context, "theirs")),
    keepDestination: assign((_, to: string | null) => ({ destination: to })),
    forgetDestination: assign({ destination: null }),
    tellCustomer: sendTo("customer", ({ context }) => ({ type: "phone.change", phone: context.draft.phone })),
    tellOnline: sendTo("customer", { type: "network.online" }),
    tellAddress: sendTo("address", ({ context }) => ({ type: "street.change", street: context.draft.street })),
    noteUnread: assign({ notice: "Не удалось прочитать прежний заказ. Попробуйте ещё раз." }),
    closeNotice: assign({ notice: "" }),
    tellRepeated: emit((_, order: Schemas["Order"]) => ({
      type: "toast",
      text: `Позиции заказа №${order.internalId} добавлены.`,
    })),
    announceRepeat: raise({ type: "draft.repeated" }),
    tellUnchanged: emit({ type: "toast", text: "Изменений нет." }),
    tellSaving: emit({ type: "toast", text: "Заказ сохраняется, подождите ответа." }),
    leave: emit(({ context }) => ({ type: "screen.leave", to: context.destination })),
  },
  delays: {
    keepPause: 50,
    recalculationPause: 200,
    askingPause: 5_000,
  },
}).createMachine({
  id: "orderEditor",
  context: ({ input }) => emptyContext(input),
  initial: "opening",
  invoke: [
    { src: "customer", id: "customer", onError: { description: "The order is taken without knowing the customer." } },
    { src: "address", id: "address", onError: { description: "The address is typed without suggestions." } },
  ],
  states: {
    opening: {
      tags: ["busy"],
      invoke: {
        id: "open",
        src: "open",
        input: ({ context }) => context.place,
        onDone: [
          { guard: { type: "isUnknown", params: outputOf }, target: "unknown" },
          {
            guard: { type: "isFailed", params: outputOf },
            target: "failed",
            actions: { type: "keepFailure", params: outputOf },
          },
          { target: "deciding", actions: { type: "begin", params: outputOf } },
        ],
        onError: "failed",
      },
    },
    deciding: {
      always: [
        {
          guard: "isUnderWay",
          target: "sending.verifying",
          actions: "resume",
          description: "A save was under way when the page went away: it is asked for before anything else.",
        },
        { guard: "isClosed", target: "closed" },
        { guard: "isUneditable", target: "uneditable" },
        { guard: "isWorthOffering", target: "offering" },
        { target: "editing", actions: "dropStored" },
      ],
    },
    offering: {
      description: "An unfinished draft was found: it is taken up or dropped, never silently replaced.",
      on: {
        "stored.restore": { target: "editing", actions: "resume" },
        "stored.drop": "dropping",
      },
    },
    dropping: {
      tags: ["busy"],
      entry: "dropStored",
      invoke: { id: "forget", src: "forget", onDone: "editing", onError: "editing" },
    },
    editing: {
      type: "parallel",
      tags: ["editable"],
      entry: ["tellCustomer", "tellAddress"],
      states: {
        drafting: {
          on: {
            "draft.type": {
              actions: [{ type: "typeField", params: ({ event }) => event }, "tellCustomer", "tellAddress"],
            },
            "draft.date": {
              actions: [
                { type: "setDate", params: ({ event }) => event.date },
                { type: "clearProblem", params: "date" },
                { type: "clearProblem", params: "dateText" },
              ],
            },
            "draft.tags": {
              actions: [
                { type: "setTags", params: ({ event }) => event.tags },
                { type: "clearProblem", params: "tags" },
              ],
            },
            "draft.discount": {
              actions: [
                { type: "setDiscount", params: ({ event }) => event.discountId },
                { type: "clearProblem", params: "discountId" },
              ],
            },
            "draft.address": {
              actions: [
                { type: "takeAddress", params: ({ event }) => event.address },
                { type: "clearProblem", params: "street" },
                "tellAddress",
              ],
            },
            "draft.add": {
              actions: [
                { type: "addItem", params: ({ event }) => event },
                { type: "clearProblem", params: "lines" },
              ],
            },
            "draft.count": {
              actions: [
                { type: "countLine", params: ({ event }) => event },
                { type: "clearProblem", params: "lines" },
              ],
            },
            "draft.remove": {
              actions: [
                { type: "removeLine", params: ({ event }) => event.key },
                { type: "clearProblem", params: "lines" },
              ],
            },
            "draft.note": { actions: { type: "noteLine", params: ({ event }) => event } },
            "draft.modify": { actions: { type: "modifyLine", params: ({ event }) => event } },
            "date.misread": { actions: "noteMisread" },
            "order.save": [
              { guard: "isUnchanged", target: "#orderEditor.discarding", actions: "tellUnchanged" },
              { guard: "isSendable", target: "#orderEditor.journalling" },
              { actions: "explain" },
            ],
            "refusal.close": { actions: "closeRefusal" },
            "notice.close": { actions: "closeNotice" },
            "network.online": { actions: "tellOnline" },
          },
        },
        keeping: {
          description: "Every change is on the disk at most 100 ms later, however fast it is typed.",
          initial: "kept",
          states: {
            kept: { on: { "draft.*": "waiting" } },
            waiting: { after: { keepPause: "writing" }, on: { "page.hide": "writing" } },
            writing: {
              invoke: {
                id: "keep",
                src: "keep",
                input: ({ context }) => recordOf(context),
                onDone: { target: "kept", actions: "noteKept" },
                onError: { target: "kept", actions: "noteUnkept" },
              },
              on: { "draft.*": "waiting" },
            },
          },
        },
        stocking: {
          description: "An order that was begun while nobody answered gets its menu when somebody does.",
          initial: "current",
          states: {
            current: { always: { guard: "isOutdated", target: "outdated" } },
            outdated: { after: { askingPause: "reading" }, on: { "network.online": "reading" } },
            reading: {
              invoke: {
                id: "readAssortment",
                src: "readAssortment",
                input: ({ context }) => context.place,
                onDone: { target: "current", actions: { type: "keepAssortment", params: outputOf } },
                onError: "outdated",
              },
            },
          },
        },
        discounting: {
          initial: "settled",
          states: {
            settled: { on: { "discounts.refresh": "reading" } },
            reading: {
              invoke: {
                id: "readDiscounts",
                src: "readDiscounts",
                input: ({ context }) => context.place,
                onDone: [
                  {
                    guard: { type: "areNewDiscounts", params: outputOf },
                    target: "settling",
                    actions: { type: "keepDiscounts", params: outputOf },
                  },
                  { target: "settled", actions: { type: "keepDiscounts", params: outputOf } },
                ],
                onError: "settling",
              },
            },
            settling: {
              after: { recalculationPause: { target: "settled", actions: "priceByDiscounts" } },
              on: { "discounts.refresh": "reading" },
            },
          },
        },
        repeating: {
          initial: "idle",
          states: {
            idle: { on: { "order.repeat": "reading" } },
            reading: {
              invoke: {
                id: "readOrder",
                src: "readOrder",
                input: ({ context, event }) => ({
                  companyId: context.place.companyId,
                  orderId: event.type === "order.repeat" ? event.orderId : 0,
                }),
                onDone: [
                  {
                    guard: { type: "isSoldNoMore", params: outputOf },
                    target: "idle",
                    actions: { type: "repeatOrder", params: outputOf },
                  },
                  {
                    target: "idle",
                    actions: [
                      { type: "repeatOrder", params: outputOf },
                      { type: "clearProblem", params: "lines" },
                      { type: "tellRepeated", params: outputOf },
                      "announceRepeat",
                    ],
                  },
                ],
                onError: { target: "idle", actions: "noteUnread" },
              },
            },
          },
        },
        leaving: {
          initial: "staying",
          states: {
            staying: {
              on: {
                "leave.ask": [
                  {
                    guard: "isDirty",
                    target: "asking",
                    actions: { type: "keepDestination", params: ({ event }) => event.to },
                  },
                  {
                    target: "#orderEditor.left",
                    actions: [{ type: "keepDestination", params: ({ event }) => event.to }, "leave"],
                  },
                ],
              },
            },
            asking: {
              on: {
                "leave.ask": { actions: { type: "keepDestination", params: ({ event }) => event.to } },
                "leave.stay": { target: "staying", actions: "forgetDestination" },
                "leave.keep": "#orderEditor.parting",
                "leave.drop": "#orderEditor.discarding",
              },
            },
          },
        },
      },
    },
    parting: {
      tags: ["busy"],
      description: "The draft stays on the disk for the operator's return.",
      invoke: {
        id: "keep",
        src: "keep",
        input: ({ context }) => recordOf(context),
        onDone: { target: "left", actions: "leave" },
        onError: { target: "left", actions: "leave" },
      },
    },
    discarding: {
      tags: ["busy"],
      invoke: {
        id: "forget",
        src: "forget",
        onDone: { target: "left", actions: "leave" },
        onError: { target: "left", actions: "leave" },
      },
    },
    journalling: {
      tags: ["busy"],
      description:
        "The key of the intent is on the disk before the first attempt, so that a reload asks with the same key.",
      entry: "forgetProblems",
      invoke: {
        id: "journal",
        src: "journal",
        input: ({ context }) => recordOf(context),
        onDone: { target: "sending", actions: { type: "keepIntent", params: outputOf } },
        onError: { target: "editing", actions: "noteUnkept" },
      },
      on: { "leave.ask": { actions: "tellSaving" } },
    },
    sending: {
      tags: ["busy"],
      initial: "submitting",
      invoke: {
        id: "save",
        src: "save",
        input: ({ context }) => ({
          place: context.place,
          key: context.intent?.key ?? "",
          draft: context.draft,
          version: context.base?.version ?? null,
          isAskedAgain: context.doubt !== "",
        }),
        onDone: [
          {
            guard: { type: "isRecorded", params: outputOf },
            target: "clearing",
            actions: { type: "keepSaved", params: outputOf },
          },
          {
            guard: { type: "isStale", params: outputOf },
            target: "conflicting",
            actions: ["endIntent", { type: "keepTheirs", params: outputOf }],
          },
          {
            guard: { type: "isRefused", params: outputOf },
            target: "editing.keeping.waiting",
            actions: ["endIntent", { type: "keepRefusal", params: outputOf }],
          },
          { target: "doubting", actions: { type: "keepDoubt", params: outputOf } },
        ],
        onError: "doubting",
      },
      states: {
        submitting: { on: { "leave.ask": { actions: "tellSaving" } } },
        verifying: { tags: ["doubtful"], description: "Asks again with the key of the first attempt." },
      },
    },
    doubting: {
      tags: ["busy", "doubtful"],
      description:
        "Nobody knows whether the order was saved: nothing may be typed or sent anew until the server has said so.",
      after: { askingPause: "sending.verifying" },
      on: {
        "order.ask": "sending.verifying",
        "leave.ask": {
          target: "left",
          actions: [{ type: "keepDestination", params: ({ event }) => event.to }, "leave"],
        },
      },
    },
    conflicting: {
      on: {
        "conflict.merge": { guard: "mayTheirsBeEdited", target: "editing.keeping.waiting", actions: "merge" },
        "conflict.mine": { guard: "mayTheirsBeEdited", target: "editing.keeping.waiting", actions: "keepMine" },
        "conflict.later": { target: "editing.keeping.waiting", description: "The next save will ask again." },
        "conflict.theirs": [
          { guard: "mayTheirsBeEdited", target: "editing.keeping.waiting", actions: "takeTheirs" },
          { target: "yielding", actions: "takeTheirs" },
        ],
      },
    },
    yielding: {
      tags: ["busy"],
      description: "Their order can be edited no more: our changes have no place left.",
      invoke: { id: "forget", src: "forget", onDone: "closed", onError: "closed" },
    },
    clearing: {
      tags: ["busy"],
      description: "The server has confirmed the save: the draft has done its work.",
      entry: "endIntent",
      invoke: { id: "forget", src: "forget", onDone: "saved", onError: "saved" },
    },
    saved: {
      on: {
        "leave.ask": {
          target: "left",
          actions: [{ type: "keepDestination", params: ({ event }) => event.to }, "leave"],
        },
      },
    },
    failed: { on: { "open.retry": "opening", "network.online": "opening" } },
    unknown: {},
    closed: {},
    uneditable: {},
    left: { type: "final" },
  },
});
