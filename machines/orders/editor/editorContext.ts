import type { Schemas } from "#api/client.ts";
import type { DeliveryTerms, OrderPrice } from "#domain/pricing.ts";
import { isEqual } from "#machines/core/equality.ts";
import type { Failure } from "#machines/core/failure.ts";
import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import type { MutationIntent } from "#machines/core/mutation.ts";
import type { Order } from "#machines/queries/order.ts";
import {
  blankDraft,
  type Draft,
  type DraftBase,
  type DraftCall,
  type DraftRecord,
  type OrderLineDraft,
  type StoredDraft,
} from "./draft.ts";
import { type Prices, type SplitReason, splitLine } from "./draftEdits.ts";
import type { DraftMerge } from "./draftMerge.ts";
import { priceDraft, toDraft, toDraftBase } from "./draftOrder.ts";
import { assignErrors, findProblems, type Problems } from "./draftProblems.ts";
import type { OrderMenu } from "./offeredMenu.ts";
import { findMissingChoice } from "./requiredChoices.ts";

/**
 * Order that the editor opens; `orderId` is null for a new order. `call` is the phone call in which a new order is
 * taken, or null.
 */
export interface EditorTarget {
  readonly companyId: number;
  readonly orderId: number | null;
  readonly call: DraftCall | null;
}

/** Dishes and discounts that can be chosen for an order. */
export interface Assortment {
  readonly menu: OrderMenu;
  readonly discounts: Schemas["Discount"][];
}

/** Confirmed request to save an order. */
export interface SaveRequest {
  readonly target: EditorTarget;
  readonly draft: Draft;
  /** Saved order that the draft changes. Null for a new order. */
  readonly base: DraftBase | null;
  /** Name under which the draft and the idempotency key are stored. */
  readonly draftName: string;
  /** Time at which the user saved, ISO 8601. It becomes the due time if the order is due "now". */
  readonly at?: string | undefined;
}

/** Confirmed request to save an order, with its idempotency key. */
export type SaveIntent = MutationIntent<SaveRequest>;

/** Mutation that saves an order. */
export const saveMutationMachine = mutationMachineOf<SaveRequest, Order, Order>();

/** Message in the order editor that the user can dismiss. */
export type Notice =
  | { readonly code: "crowded" | "repeatFailed" }
  /**
   * `missing` has the names of dishes and modifiers that are no longer sold. `isCrowded` is true if lines were left out
   * or shortened because of the size limits of an order.
   */
  | { readonly code: "repeated"; readonly missing: readonly string[]; readonly isCrowded: boolean };

export interface EditorContext {
  readonly target: EditorTarget;
  /** Name of the stored draft that this tab has open and locked. */
  readonly draftName: string;
  readonly menu: OrderMenu;
  /**
   * True if the menu and the discounts were read since the editor opened. Until then they come from the cache or are
   * empty.
   */
  readonly isCurrent: boolean;
  readonly discounts: Schemas["Discount"][];
  /**
   * Discounts from which the total is computed. After a refresh, they are replaced by `discounts` with a delay of 200
   * ms (business, section 4).
   */
  readonly pricedDiscounts: Schemas["Discount"][];
  /**
   * Delivery terms of the draft's zone: the price, and the total from which the delivery is free. Null if the draft has
   * no zone or the terms are not known yet.
   */
  readonly delivery: DeliveryTerms | null;
  readonly order: Order | null;
  readonly base: DraftBase | null;
  readonly draft: Draft;
  /** Draft that was stored during an earlier visit. */
  readonly stored: StoredDraft | null;
  /**
   * Unfinished save with an unknown outcome. The next save uses the same idempotency key, even if the draft has
   * changed, so that no second order is created.
   */
  readonly intent: SaveIntent | null;
  readonly problems: Problems;
  /** Failure of the last attempt to open or save the order. */
  readonly failure: Failure | null;
  /** Order as another user saved it while this user edited the draft. */
  readonly theirs: Order | null;
  readonly overlaps: readonly string[];
  readonly notice: Notice | null;
  /** Line in the dialog in which the user chooses modifiers, as the line was when the dialog opened. */
  readonly openedLine: OrderLineDraft | null;
  /** Time at which the user last submitted the order, ISO 8601. */
  readonly savedAt: string | undefined;
  readonly saved: Order | null;
  /** False if the last attempt to store the draft failed. */
  readonly isKept: boolean;
  readonly destination: string | null;
}

/** Returns the context that the editor has before the order is read. */
export const emptyContext = (
  target: EditorTarget,
  draftName: string,
  assortment: Assortment | undefined,
): EditorContext => ({
  target,
  draftName,
  menu: assortment?.menu ?? { categories: [], items: [] },
  isCurrent: false,
  discounts: assortment?.discounts ?? [],
  pricedDiscounts: assortment?.discounts ?? [],
  delivery: null,
  order: null,
  base: null,
  draft: blankDraft(target.call),
  stored: null,
  intent: null,
  problems: {},
  failure: null,
  theirs: null,
  overlaps: [],
  notice: null,
  openedLine: null,
  savedAt: undefined,
  saved: null,
  isKept: true,
  destination: null,
});

/** Returns the context values for editing a saved order. */
export const openOrder = (order: Order) => ({
  order,
  base: toDraftBase(order),
  draft: toDraft(order),
  failure: null,
});

/** Returns the context values for continuing with the stored draft, or no values if there is none. */
export const resumeDraft = ({ stored, base, target, draftName }: EditorContext): Partial<EditorContext> => {
  if (!stored) return {};
  const { draft, intent, ...record } = stored.record;
  const request = { target, draft, base: record.base ?? base, draftName, at: intent?.at };
  return { draft, base: request.base, intent: intent && { key: intent.key, request }, stored: null };
};

/** Returns the draft without the user's changes: the draft of the saved order, or an empty draft. */
const initialDraft = ({ base, target }: EditorContext): Draft => base?.draft ?? blankDraft(target.call);

/** Returns true if the draft has unsaved changes. */
export const isDirty = (context: EditorContext): boolean => !isEqual(context.draft, initialDraft(context));

/** Tolerance before a due time counts as past, ms. It avoids a confirmation for an order that is due "in 0 minutes". */
const PAST_TOLERANCE_MS = 60_000;

/** Returns true if the user set a due time that is more than one minute before the time of the save. */
export const isDueInPast = ({ base, draft }: EditorContext, at: string | undefined): boolean =>
  draft.date !== null &&
  draft.date !== base?.draft.date &&
  at !== undefined &&
  Date.parse(draft.date) < Date.parse(at) - PAST_TOLERANCE_MS;

/**
 * Returns true if a stored draft exists, and differs both from the order on which it is based and from the draft with
 * which the editor opens. The user can then continue with the stored draft.
 */
export const hasDraftToOffer = (context: EditorContext): boolean => {
  if (context.stored === null) return false;
  const { draft, base } = context.stored.record;
  return ![base?.draft, initialDraft(context)].some((former) => isEqual(draft, former));
};

/** Converts the current draft into the record that is to be stored in IndexedDB. */
export const toDraftRecord = ({ draft, base, intent }: EditorContext): DraftRecord => ({
  draft,
  base,
  intent: intent && { key: intent.key, ...(intent.request.at !== undefined && { at: intent.request.at }) },
});

/**
 * Returns true if the draft equals the draft of the unfinished save. The next save then first verifies the outcome of
 * the unfinished save.
 */
export const isSameSave = ({ intent, draft }: EditorContext): boolean =>
  intent !== null && isEqual(intent.request.draft, draft);

/** Returns the menu and the saved order, the two sources of line prices. */
export const pricesOf = ({ menu, base }: EditorContext): Prices => ({ items: menu.items, base });

/**
 * Applies the choice in the dialog of the opened line to one portion only. Returns the new draft, or the reason why
 * this is impossible.
 */
export const splitOpenedLine = (context: EditorContext): Draft | SplitReason =>
  context.openedLine ? splitLine(context.draft, context.openedLine, pricesOf(context)) : "single";

/** Returns the problems that prevent saving, including missing modifiers of required groups. */
export const problemsOf = (context: EditorContext): Problems => {
  const lines = findMissingChoice(context.draft.lines, pricesOf(context));
  return { ...findProblems(context.draft), ...(lines && { lines }) };
};

/** Returns true if no problem prevents saving. */
export const isComplete = (context: EditorContext): boolean => Object.keys(problemsOf(context)).length === 0;

/** Returns the price preview of the draft. */
export const previewOf = ({
  draft,
  pricedDiscounts,
  delivery,
}: Pick<EditorContext, "draft" | "pricedDiscounts" | "delivery">): OrderPrice =>
  priceDraft(draft, pricedDiscounts, delivery);

/**
 * Returns the previewed total, roubles, if it differs from the total that the server saved. Returns undefined if both
 * are equal, or if no order was saved.
 */
export const differingPreview = (context: EditorContext): number | undefined => {
  const { amount } = previewOf(context);
  return context.saved && context.saved.amount !== amount ? amount : undefined;
};

/**
 * Returns the context values after the server refused a save. Error messages for form fields become problems, and the
 * other messages are appended to the failure's message.
 */
export const explainRefusal = (failure: Failure): Partial<EditorContext> => {
  const { problems, rest } = assignErrors(failure.errors);
  return { problems, failure: { ...failure, message: [failure.message, ...rest].join(" ") } };
};

/**
 * Returns the context values after the user's draft was merged with the order that another user saved, or no values
 * without a conflict.
 */
export const takeMerged = ({ theirs }: EditorContext, merged: DraftMerge): Partial<EditorContext> =>
  theirs ? { ...merged, base: toDraftBase(theirs), order: theirs, theirs: null } : {};

/**
 * Returns the context values with the other user's order as the new base, or no values without a conflict. `chosen`
 * is the draft that the editor shows.
 */
export const rebaseDraft = (context: EditorContext, chosen: "mine" | "theirs"): Partial<EditorContext> => {
  if (!context.theirs) return {};
  const base = toDraftBase(context.theirs);
  const draft = chosen === "mine" ? context.draft : base.draft;
  return { draft, base, order: context.theirs, theirs: null, overlaps: [] };
};
