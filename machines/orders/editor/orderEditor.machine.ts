import { and, assign, emit, raise, type SnapshotFrom, sendTo, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import type { DeliveryTerms } from "#domain/pricing.ts";
import { isEqual } from "#machines/core/equality.ts";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import type { MutationReport } from "#machines/core/mutation.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import type { QueryReport } from "#machines/core/query.ts";
import { stub } from "#machines/core/stub.ts";
import type { OrderPath } from "#machines/payments/orderSnapshot.ts";
import type { Order } from "#machines/queries/order.ts";
import { addressSuggestionsMachine } from "./addressSuggestions.machine.ts";
import { customerLookupMachine } from "./customerLookup.machine.ts";
import type { Draft, OrderModificatorDraft, StoredDraft, TextFieldName } from "./draft.ts";
import {
  addItem,
  countLine,
  countPortions,
  findTypingProblem,
  modifyLine,
  removeLine,
  repeatOrder,
  takeAddress,
  takePickup,
  typeField,
} from "./draftEdits.ts";
import { type DraftReport, draftKeeperMachine } from "./draftKeeper.machine.ts";
import type { DraftMerge, MergedDrafts } from "./draftMerge.ts";
import { toDraft } from "./draftOrder.ts";
import type { ProblemField } from "./draftProblems.ts";
import {
  type Assortment,
  type EditorContext,
  type EditorTarget,
  emptyContext,
  explainRefusal,
  hasDraftToOffer,
  isComplete,
  isDirty,
  isDueInPast,
  isSameSave,
  openOrder,
  pricesOf,
  problemsOf,
  rebaseDraft,
  resumeDraft,
  type SaveRequest,
  saveMutationMachine,
  splitOpenedLine,
  takeMerged,
  toDraftRecord,
} from "./editorContext.ts";
import { type EditorFacts, permissionReason, type SaveReason } from "./editorReasons.ts";
import { type RepeatReport, repeatOrderMachine } from "./repeatOrder.machine.ts";
import { findUnchosenLine, missingChoices } from "./requiredChoices.ts";

type Discounts = Schemas["Discount"][];
type AssortmentQuery = { readonly companyId: number };

/** Event that changes the draft. */
export type DraftEvent =
  | { type: "draft.type"; field: TextFieldName; text: string }
  | { type: "draft.date"; date: string | null }
  | { type: "draft.tags"; tags: number[] }
  | { type: "draft.discount"; discountId: number | null; promoCode?: string }
  | { type: "draft.zone"; zone: Draft["zone"] }
  /** The order becomes a pickup order or, if `isInHall` is true, a dine-in order. */
  | { type: "draft.pickup"; isInHall: boolean }
  | { type: "draft.waive"; isWaived: boolean }
  | { type: "draft.address"; address: Schemas["CustomerAddress"] }
  | { type: "draft.add"; itemId: number; categoryId: number | null }
  | { type: "draft.count"; key: string; count: number }
  | { type: "draft.remove"; key: string }
  | { type: "draft.line"; key: string; note: string; modificators: OrderModificatorDraft[] }
  /**
   * The machine changed the draft, its base or its unfinished save, so the draft is stored again. Examples are added
   * lines of an earlier order, a split line, merged changes of another user, and a refused save.
   */
  | { type: "draft.replaced" };

/** Events that the screen sends to the order editor. */
export type OrderEditorEvent =
  | DraftEvent
  | { type: "line.open"; key: string }
  /** The user has finished choosing the modifiers and the note of the opened line. */
  | { type: "line.apply" }
  /** The user has chosen the modifiers or the note of the opened line for one portion only. */
  | { type: "line.split" }
  | { type: "line.close" }
  | { type: "date.misread" }
  | { type: "date.confirm" }
  | { type: "date.correct" }
  | { type: "stored.restore" }
  | { type: "stored.drop" }
  | { type: "order.repeat"; orderId: number }
  | { type: "order.save"; at?: string }
  | { type: "order.verify" }
  | { type: "order.edit" }
  | { type: "discounts.refresh" }
  /** The price of the delivery to the draft's zone has changed, or is no longer known (null). */
  | { type: "delivery.change"; delivery: DeliveryTerms | null }
  | { type: "conflict.merge" }
  | { type: "conflict.mine" }
  | { type: "conflict.theirs" }
  | { type: "conflict.later" }
  | { type: "failure.dismiss" }
  | { type: "notice.dismiss" }
  | { type: "leave.ask"; to: string | null }
  | { type: "leave.stay" }
  | { type: "leave.keep" }
  | { type: "leave.drop" }
  | { type: "open.retry" }
  | { type: "facts.change"; facts: EditorFacts };

type Reports =
  | QueryReport<AssortmentQuery, Assortment, "assortment">
  | DraftReport
  | RepeatReport
  | MutationReport<Order, Order>;

/** Events that the order editor emits for its screen. The screen shows a toast or navigates. */
export type OrderEditorEmitted =
  | { type: "order.repeated"; internalId: number }
  | { type: "order.unchanged" }
  /** The user tried to leave the editor while the order was being saved. */
  | { type: "order.saving" }
  | { type: "screen.leave"; to: string | null };

/** Input of the order editor. `cached` has the menu and the discounts from an earlier visit. */
export interface EditorInput extends EditorTarget {
  readonly facts: EditorFacts;
  readonly draftName: string;
  readonly cached?: Assortment | undefined;
}

const requestOf = ({ target, draft, base, draftName, savedAt }: EditorContext): SaveRequest => ({
  target,
  draft,
  base,
  draftName,
  at: savedAt,
});

/**
 * Order editor that keeps the draft of a new or saved order across reloads. Each confirmed save is recorded only once.
 */
export const orderEditorMachine = setup({
  types: {
    context: {} as EditorContext & {
      readonly facts: EditorFacts;
      readonly cached: Assortment | undefined;
      /** True if the search for a stored draft has ended. */
      readonly isSearched: boolean;
    },
    events: {} as OrderEditorEvent | Reports,
    input: {} as EditorInput,
    emitted: {} as OrderEditorEmitted,
    tags: {} as "busy" | "editable",
    children: {} as {
      assortment: "assortment";
      drafts: "drafts";
      customer: "customer";
      address: "address";
      repeat: "repeat";
      save: "save";
    },
  },
  actors: {
    assortment: queryMachineOf<AssortmentQuery, Assortment>(),
    drafts: draftKeeperMachine,
    customer: customerLookupMachine,
    address: addressSuggestionsMachine,
    repeat: repeatOrderMachine,
    save: saveMutationMachine,
    readOrder: stub<Order, OrderPath>("readOrder"),
    readDiscounts: stub<Discounts, AssortmentQuery>("readDiscounts"),
    merge: stub<DraftMerge, MergedDrafts>("merge"),
  },
  guards: {
    isNew: ({ context }) => context.target.orderId === null,
    isCurrent: ({ context }) => context.isCurrent,
    isSearched: ({ context }) => context.isSearched,
    mayBeginWithCache: ({ context }) => context.target.orderId === null && context.cached !== undefined,
    isUnanswered: ({ context }) => context.failure?.kind === "unanswered",
    mayBeginWithoutAnswer: ({ context }, failure: Failure) =>
      context.target.orderId === null && failure.kind === "unanswered",
    isMissing: (_, failure: Failure) => failure.kind === "missing",
    isClosed: ({ context }) => context.order?.isClosed === true,
    isUneditable: ({ context }) => context.order?.isEditable === false,
    isSaveUnfinished: ({ context }) => context.stored?.record.intent != null,
    hasDraftToOffer: ({ context }) => hasDraftToOffer(context),
    isPermitted: ({ context }) => permissionReason(context, context.facts) === undefined,
    isSendable: ({ context }) => isComplete(context),
    isDueInPast: ({ context }, at: string | undefined) =>
      permissionReason(context, context.facts) === undefined && isComplete(context) && isDueInPast(context, at),
    isUnchanged: ({ context }) => context.base !== null && !isDirty(context),
    isDirty: ({ context }) => isDirty(context),
    hasNewDiscounts: ({ context }, discounts: Discounts) => !isEqual(discounts, context.pricedDiscounts),
    isNothingRepeated: ({ context }, order: Order) =>
      repeatOrder(context.draft, order, pricesOf(context)).draft === context.draft,
    isDuplicate: ({ context }, failure: Failure) => failure.kind === "keyReused" && context.target.orderId === null,
    isChosen: ({ context }) => {
      const line = context.draft.lines.find(({ key }) => key === context.openedLine?.key);
      return line !== undefined && missingChoices(line, pricesOf(context)).length === 0;
    },
    isSplittable: ({ context }) => typeof splitOpenedLine(context) !== "string",
    isTheirsEditable: ({ context }) => context.theirs?.isEditable === true && !context.theirs.isClosed,
  },
  actions: {
    keepAssortment: assign((_, { menu, discounts }: Assortment) => ({
      menu,
      discounts,
      pricedDiscounts: discounts,
      isCurrent: true,
    })),
    keepOpened: assign((_, order: Order) => openOrder(order)),
    keepStored: assign((_, { name, stored }: { name: string; stored: StoredDraft | null }) => ({
      draftName: name,
      stored,
      isSearched: true,
    })),
    keepFacts: assign((_, facts: EditorFacts) => ({ facts })),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    resume: assign(({ context }) => resumeDraft(context)),
    dropStored: assign({ stored: null }),
    typeField: assign(({ context }, { field, text }: { field: TextFieldName; text: string }) => ({
      draft: typeField(context.draft, field, text),
      problems: { ...context.problems, [field]: findTypingProblem(context.draft, field, text) },
    })),
    setDate: assign(({ context }, date: string | null) => ({ draft: { ...context.draft, date, dateText: "" } })),
    markDateInvalid: assign(({ context }) => ({
      problems: { ...context.problems, dateText: { code: "dateInvalid" as const } },
    })),
    setTags: assign(({ context }, tags: number[]) => ({ draft: { ...context.draft, tags } })),
    setZone: assign(({ context }, zone: Draft["zone"]) => ({
      draft: { ...context.draft, zone, isInHall: false, isMinimumWaived: false },
    })),
    takePickup: assign(({ context }, isInHall: boolean) => ({ draft: takePickup(context.draft, isInHall) })),
    waiveMinimum: assign(({ context }, isMinimumWaived: boolean) => ({ draft: { ...context.draft, isMinimumWaived } })),
    keepDelivery: assign((_, delivery: DeliveryTerms | null) => ({ delivery })),
    setDiscount: assign(
      ({ context }, { discountId, promoCode = "" }: { discountId: number | null; promoCode?: string }) => ({
        draft: { ...context.draft, discountId, promoCode },
      }),
    ),
    takeAddress: assign(({ context }, address: Schemas["CustomerAddress"]) => ({
      draft: takeAddress(context.draft, address),
    })),
    addItem: assign(({ context }, { itemId, categoryId }: { itemId: number; categoryId: number | null }) => {
      const prices = pricesOf(context);
      const draft = addItem(context.draft, itemId, categoryId, prices);
      const isAdded = countPortions(draft) > countPortions(context.draft);
      return isAdded
        ? { draft, openedLine: findUnchosenLine(draft, itemId, prices) }
        : { notice: { code: "crowded" as const } };
    }),
    countLine: assign(({ context }, { key, count }: { key: string; count: number }) => {
      const draft = countLine(context.draft, key, count, pricesOf(context));
      const line = draft.lines.find((one) => one.key === key);
      return line && line.count < count ? { draft, notice: { code: "crowded" as const } } : { draft };
    }),
    removeLine: assign(({ context }, key: string) => ({ draft: removeLine(context.draft, key) })),
    changeLine: assign(({ context }, line: { key: string; note: string; modificators: OrderModificatorDraft[] }) => ({
      draft: modifyLine(context.draft, line, pricesOf(context)),
    })),
    splitLine: assign(({ context }) => {
      const split = splitOpenedLine(context);
      if (typeof split === "string") return {};
      return { draft: split, openedLine: findUnchosenLine(split, context.openedLine?.itemId, pricesOf(context)) };
    }),
    openLine: assign(({ context }, key: string) => ({
      openedLine: context.draft.lines.find((line) => line.key === key) ?? null,
    })),
    closeLine: assign({ openedLine: null }),
    repeatOrder: assign(({ context }, order: Order) => {
      const { draft, missing, isCrowded } = repeatOrder(context.draft, order, pricesOf(context));
      const isIncomplete = missing.length > 0 || isCrowded;
      return { draft, notice: isIncomplete ? { code: "repeated" as const, missing, isCrowded } : null };
    }),
    markRepeatFailed: assign({ notice: { code: "repeatFailed" } }),
    clearProblem: assign(({ context }, field: ProblemField) => ({
      problems: { ...context.problems, [field]: undefined },
    })),
    clearAddressProblems: assign(({ context }) => {
      const { street, house, apartment, entrance, floor, zone, ...problems } = context.problems;
      return { problems };
    }),
    showProblems: assign(({ context }) => ({ problems: problemsOf(context) })),
    clearProblems: assign({ problems: {}, failure: null, overlaps: [] }),
    dismissFailure: assign({ failure: null, overlaps: [] }),
    dismissNotice: assign({ notice: null }),
    keepDiscounts: assign((_, discounts: Discounts) => ({ discounts })),
    priceByDiscounts: assign(({ context }) => ({ pricedDiscounts: context.discounts })),
    keepKept: assign((_, isKept: boolean) => ({ isKept })),
    keepIntent: assign(({ context }, key: string) => ({ intent: { key, request: requestOf(context) } })),
    keepSavedAt: assign((_, savedAt: string | undefined) => ({ savedAt })),
    endIntent: assign({ intent: null }),
    explainRefusal: assign((_, failure: Failure) => explainRefusal(failure)),
    keepTheirs: assign((_, theirs: Order) => ({ theirs })),
    keepSaved: assign((_, saved: Order) => ({ saved })),
    keepMerged: assign(({ context }, merged: DraftMerge) => takeMerged(context, merged)),
    keepMine: assign(({ context }) => rebaseDraft(context, "mine")),
    takeTheirs: assign(({ context }) => rebaseDraft(context, "theirs")),
    keepDestination: assign((_, to: string | null) => ({ destination: to })),
    forgetDestination: assign({ destination: null }),
    reloadAssortment: sendTo("assortment", { type: "query.refresh" }),
    keepDraft: sendTo("drafts", ({ context }) => ({ type: "draft.change", record: toDraftRecord(context) })),
    flushDraft: sendTo("drafts", ({ context }) => ({ type: "draft.flush", record: toDraftRecord(context) })),
    releaseDraft: sendTo("drafts", { type: "draft.release" }),
    dropDraft: sendTo("drafts", { type: "draft.drop" }),
    lookUpCustomer: sendTo("customer", ({ context }) => ({ type: "phone.change", phone: context.draft.phone })),
    suggestAddresses: sendTo("address", ({ context }) => ({ type: "street.change", street: context.draft.street })),
    readRepeated: sendTo("repeat", (_, orderId: number) => ({ type: "repeat.request", orderId })),
    verifySave: sendTo("save", { type: "mutation.verify" }),
    announceReplaced: raise({ type: "draft.replaced" }),
    reportRepeated: emit((_, { internalId }: Order) => ({ type: "order.repeated", internalId })),
    reportUnchanged: emit({ type: "order.unchanged" }),
    reportSaving: emit({ type: "order.saving" }),
    leave: emit(({ context }) => ({ type: "screen.leave", to: context.destination })),
  },
  delays: { recalculationPause: 200, retryPause: 5000 },
}).createMachine({
  id: "orderEditor",
  context: ({ input: { companyId, orderId, call, draftName, cached, facts } }) => ({
    ...emptyContext({ companyId, orderId, call }, draftName, cached),
    facts,
    cached,
    isSearched: false,
  }),
  initial: "opening",
  invoke: [
    {
      id: "assortment",
      src: "assortment",
      input: ({ context: { target, cached } }) => ({ query: { companyId: target.companyId }, cached }),
      onError: { description: "An unexpected error." },
    },
    {
      id: "drafts",
      src: "drafts",
      input: ({ context }) => ({ ownName: context.draftName }),
      onError: { description: "The order is edited without a stored draft." },
    },
    { id: "customer", src: "customer", onError: { description: "The order is edited without the customer's card." } },
    { id: "address", src: "address", onError: { description: "The address is typed without suggestions." } },
    {
      id: "repeat",
      src: "repeat",
      input: ({ context }) => ({ companyId: context.target.companyId }),
      onError: { description: "Former orders cannot be repeated." },
    },
  ],
  on: {
    "query.loaded": { actions: { type: "keepAssortment", params: ({ event }) => event.loaded.data } },
    "drafts.kept": { actions: { type: "keepKept", params: ({ event }) => event.isKept } },
    "delivery.change": { actions: { type: "keepDelivery", params: ({ event }) => event.delivery } },
    "facts.change": { actions: { type: "keepFacts", params: ({ event }) => event.facts } },
  },
  states: {
    opening: {
      type: "parallel",
      tags: "busy",
      onDone: "deciding",
      states: {
        assortment: {
          initial: "reading",
          states: {
            reading: {
              always: [
                { guard: "isCurrent", target: "ready" },
                { guard: "mayBeginWithCache", target: "ready" },
              ],
              on: {
                "query.failed": [
                  {
                    guard: { type: "mayBeginWithoutAnswer", params: ({ event }) => event.failure },
                    target: "ready",
                    description: "A new order begins with the phone and the address, before the menu is needed.",
                  },
                  {
                    guard: { type: "isMissing", params: ({ event }) => event.failure },
                    target: "#orderEditor.unknown",
                  },
                  {
                    target: "#orderEditor.failed",
                    actions: { type: "keepFailure", params: ({ event }) => event.failure },
                  },
                ],
              },
            },
            ready: { type: "final" },
          },
        },
        order: {
          initial: "choosing",
          states: {
            choosing: { always: [{ guard: "isNew", target: "ready" }, { target: "reading" }] },
            reading: {
              invoke: {
                id: "readOrder",
                src: "readOrder",
                input: ({ context: { target } }) => ({
                  companyId: target.companyId,
                  orderId: target.orderId ?? 0,
                }),
                onDone: { target: "ready", actions: { type: "keepOpened", params: outputOf } },
                onError: [
                  { guard: { type: "isMissing", params: failureOf }, target: "#orderEditor.unknown" },
                  { target: "#orderEditor.failed", actions: { type: "keepFailure", params: failureOf } },
                ],
              },
            },
            ready: { type: "final" },
          },
        },
        draft: {
          initial: "searching",
          states: {
            searching: {
              always: { guard: "isSearched", target: "ready" },
              on: {
                "drafts.found": {
                  target: "ready",
                  actions: { type: "keepStored", params: ({ event }) => event },
                },
              },
            },
            ready: { type: "final" },
          },
        },
      },
    },
    deciding: {
      always: [
        {
          guard: "isSaveUnfinished",
          target: "saving",
          actions: "resume",
          description: "The page was closed during a save, so its outcome is verified first.",
        },
        { guard: "isClosed", target: "closed" },
        { guard: "isUneditable", target: "uneditable" },
        { guard: "hasDraftToOffer", target: "offering" },
        { target: "editing", actions: "dropStored" },
      ],
    },
    offering: {
      description: "An unfinished draft was found. The user continues it or starts again.",
      on: {
        "stored.restore": { target: "editing", actions: "resume" },
        "stored.drop": { target: "dropping", actions: "dropStored" },
      },
    },
    dropping: { tags: "busy", entry: "dropDraft", on: { "drafts.dropped": "editing" } },
    editing: {
      type: "parallel",
      tags: "editable",
      entry: ["lookUpCustomer", "suggestAddresses"],
      states: {
        drafting: {
          on: {
            "draft.type": {
              actions: [{ type: "typeField", params: ({ event }) => event }, "lookUpCustomer", "suggestAddresses"],
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
                { type: "setDiscount", params: ({ event }) => event },
                { type: "clearProblem", params: "discountId" },
              ],
            },
            "draft.zone": {
              actions: [
                { type: "setZone", params: ({ event }) => event.zone },
                { type: "clearProblem", params: "zone" },
              ],
            },
            "draft.pickup": {
              actions: [
                { type: "takePickup", params: ({ event }) => event.isInHall },
                { type: "clearProblem", params: "deliveryPhone" },
                { type: "clearProblem", params: "change" },
                "clearAddressProblems",
                "suggestAddresses",
              ],
            },
            "draft.waive": {
              actions: [
                { type: "waiveMinimum", params: ({ event }) => event.isWaived },
                { type: "clearProblem", params: "zone" },
              ],
            },
            "draft.address": {
              actions: [
                { type: "takeAddress", params: ({ event }) => event.address },
                "clearAddressProblems",
                "suggestAddresses",
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
            "draft.line": {
              actions: [
                { type: "changeLine", params: ({ event }) => event },
                { type: "clearProblem", params: "lines" },
              ],
            },
            "line.open": { actions: { type: "openLine", params: ({ event }) => event.key } },
            "line.apply": { guard: "isChosen", actions: "closeLine" },
            "line.split": {
              guard: and(["isChosen", "isSplittable"]),
              actions: ["splitLine", { type: "clearProblem", params: "lines" }, "announceReplaced"],
              description: "The dialog stays open if one of the two lines lacks a modifier of a required group.",
            },
            "line.close": { actions: "closeLine" },
            "date.misread": { actions: "markDateInvalid" },
            "repeat.read": [
              {
                guard: { type: "isNothingRepeated", params: ({ event }) => event.order },
                target: ".idle",
                actions: { type: "repeatOrder", params: ({ event }) => event.order },
              },
              {
                target: ".idle",
                actions: [
                  { type: "repeatOrder", params: ({ event }) => event.order },
                  { type: "clearProblem", params: "lines" },
                  { type: "reportRepeated", params: ({ event }) => event.order },
                  "announceReplaced",
                ],
              },
            ],
            "repeat.failed": { target: ".idle", actions: "markRepeatFailed" },
            "failure.dismiss": { actions: "dismissFailure" },
            "notice.dismiss": { actions: "dismissNotice" },
          },
          initial: "idle",
          states: {
            idle: {
              on: {
                "order.repeat": {
                  target: "repeating",
                  actions: { type: "readRepeated", params: ({ event }) => event.orderId },
                },
                "order.save": [
                  { guard: "isUnchanged", target: "#orderEditor.discarding", actions: "reportUnchanged" },
                  {
                    guard: { type: "isDueInPast", params: ({ event }) => event.at },
                    target: "confirming",
                    actions: { type: "keepSavedAt", params: ({ event }) => event.at },
                  },
                  {
                    guard: and(["isPermitted", "isSendable"]),
                    target: "#orderEditor.saving",
                    actions: ["clearProblems", { type: "keepSavedAt", params: ({ event }) => event.at }],
                  },
                  { guard: "isPermitted", actions: "showProblems" },
                ],
              },
            },
            confirming: {
              description: "The new due time has passed, so the user confirms or corrects it before the save.",
              on: {
                "date.confirm": [
                  { guard: "isSendable", target: "#orderEditor.saving", actions: "clearProblems" },
                  { target: "idle", actions: "showProblems" },
                ],
                "date.correct": "idle",
              },
            },
            repeating: { description: "The lines of a former order are being read, so the draft cannot be saved yet." },
          },
        },
        keeping: {
          description: "Every change of the draft is passed to the draft storage immediately.",
          on: { "draft.*": { actions: "keepDraft" } },
        },
        discounting: {
          initial: "settled",
          states: {
            settled: { on: { "discounts.refresh": "reading" } },
            reading: {
              invoke: {
                id: "readDiscounts",
                src: "readDiscounts",
                input: ({ context }) => ({ companyId: context.target.companyId }),
                onDone: [
                  {
                    guard: { type: "hasNewDiscounts", params: outputOf },
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
                "leave.keep": "#orderEditor.keeping",
                "leave.drop": "#orderEditor.discarding",
              },
            },
          },
        },
      },
    },
    keeping: {
      tags: "busy",
      description: "The stored draft is kept, so that the user can continue it later.",
      entry: "flushDraft",
      on: { "drafts.flushed": { target: "left", actions: "leave" } },
    },
    discarding: {
      tags: "busy",
      entry: "dropDraft",
      on: { "drafts.dropped": { target: "left", actions: "leave" } },
    },
    saving: {
      tags: "busy",
      entry: "releaseDraft",
      invoke: {
        id: "save",
        src: "save",
        input: ({ context }) =>
          context.intent && isSameSave(context)
            ? { intent: context.intent }
            : { request: requestOf(context), key: context.intent?.key },
        onError: { target: "editing", actions: { type: "keepFailure", params: failureOf } },
      },
      on: {
        "mutation.journalled": { actions: { type: "keepIntent", params: ({ event }) => event.key } },
        "mutation.recorded": {
          target: ".clearing",
          actions: ["endIntent", { type: "keepSaved", params: ({ event }) => event.result }],
        },
        "mutation.stale": {
          target: "conflicting",
          actions: ["endIntent", { type: "keepTheirs", params: ({ event }) => event.current }, "keepDraft"],
        },
        "mutation.refused": [
          {
            guard: { type: "isDuplicate", params: ({ event }) => event.failure },
            target: "editing",
            actions: [{ type: "keepFailure", params: ({ event }) => event.failure }, "announceReplaced"],
            description: "The order was saved before the draft changed. The key prevents a second order.",
          },
          {
            target: "editing",
            actions: [
              "endIntent",
              { type: "explainRefusal", params: ({ event }) => event.failure },
              "announceReplaced",
            ],
          },
        ],
      },
      initial: "sending",
      states: {
        sending: {
          description: "After 10 s without an answer the user may check whether the order was recorded.",
          on: {
            "order.verify": { actions: "verifySave" },
            "leave.ask": { actions: "reportSaving" },
            "mutation.doubtful": "doubting",
          },
        },
        doubting: {
          description:
            "The outcome is unknown. The user may verify it, return to the draft, or leave; the key is kept.",
          on: {
            "order.verify": { actions: "verifySave" },
            "order.edit": { target: "#orderEditor.editing", actions: "announceReplaced" },
            "leave.ask": {
              target: "#orderEditor.left",
              actions: [{ type: "keepDestination", params: ({ event }) => event.to }, "leave"],
            },
          },
        },
        clearing: {
          description:
            "Only a recorded save deletes the draft. A refused or stale save keeps the draft without the key.",
          entry: "dropDraft",
          on: { "drafts.dropped": "#orderEditor.saved" },
        },
      },
    },
    conflicting: {
      on: {
        "conflict.merge": { guard: "isTheirsEditable", target: "merging" },
        "conflict.mine": {
          guard: "isTheirsEditable",
          target: "editing",
          actions: ["keepMine", "announceReplaced"],
        },
        "conflict.later": {
          target: "editing",
          actions: "announceReplaced",
          description: "The next save reports the conflict again.",
        },
        "conflict.theirs": [
          { guard: "isTheirsEditable", target: "editing", actions: ["takeTheirs", "announceReplaced"] },
          { target: "yielding", actions: "takeTheirs" },
        ],
      },
    },
    merging: {
      tags: "busy",
      invoke: {
        id: "merge",
        src: "merge",
        input: ({ context: { base, draft, theirs } }) => ({
          base: base?.draft ?? draft,
          mine: draft,
          theirs: theirs ? toDraft(theirs) : draft,
        }),
        onDone: {
          target: "editing",
          actions: [{ type: "keepMerged", params: outputOf }, "announceReplaced"],
        },
        onError: { target: "conflicting", actions: { type: "keepFailure", params: failureOf } },
      },
    },
    yielding: {
      tags: "busy",
      description: "The order can no longer be edited, so the user's changes are dropped.",
      entry: "dropDraft",
      on: { "drafts.dropped": "closed" },
    },
    saved: {
      on: {
        "leave.ask": {
          target: "left",
          actions: [{ type: "keepDestination", params: ({ event }) => event.to }, "leave"],
        },
      },
    },
    failed: {
      on: {
        "open.retry": { target: "opening", actions: "reloadAssortment" },
        "query.loaded": {
          target: "opening",
          actions: { type: "keepAssortment", params: ({ event }) => event.loaded.data },
        },
      },
      after: { retryPause: { guard: "isUnanswered", target: "opening", actions: "reloadAssortment" } },
    },
    unknown: {},
    closed: {},
    uneditable: {},
    left: { type: "final" },
  },
});

/**
 * Returns the reason why the order cannot be saved now, or undefined if there is none. Used for the tooltip of the save
 * button.
 */
export const reasonNotToSave = (snapshot: SnapshotFrom<typeof orderEditorMachine>): SaveReason | undefined => {
  const { context } = snapshot;
  const missing = permissionReason(context, context.facts);
  if (missing) return missing;
  if (snapshot.matches({ editing: { drafting: "repeating" } })) return { code: "repeating" };
  return snapshot.hasTag("busy") ? { code: "sending" } : undefined;
};
