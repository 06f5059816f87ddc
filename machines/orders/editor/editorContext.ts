import type { Schemas } from "#api/client.ts";
import type { OrderPrice } from "#domain/pricing.ts";
import { isEqual } from "#machines/core/equality.ts";
import type { Failure } from "#machines/core/failure.ts";
import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import type { MutationIntent } from "#machines/core/mutation.ts";
import { blankDraft, type Draft, type DraftBase, type DraftCall, type DraftRecord, type StoredDraft } from "./draft.ts";
import type { Prices } from "./draftEdits.ts";
import { mergeDrafts } from "./draftMerge.ts";
import { priceDraft, toDraft, toDraftBase } from "./draftOrder.ts";
import { assignErrors, type Problems } from "./draftProblems.ts";
import type { OrderMenu } from "./offeredMenu.ts";

/** Order that is edited: a new one, possibly from a call, or a saved one. */
export interface EditorTarget {
  readonly companyId: number;
  readonly orderId: number | null;
  readonly call: DraftCall | null;
}

/** Dishes and discounts from which an order is composed. */
export interface Assortment {
  readonly menu: OrderMenu;
  readonly discounts: Schemas["Discount"][];
}

/** Save of a draft, as the user confirmed it. */
export interface SaveRequest {
  readonly target: EditorTarget;
  readonly draft: Draft;
  /** Saved order that the draft began from. */
  readonly base: DraftBase | null;
  /** Name of the stored draft, which holds the key. */
  readonly draftName: string;
}

/** Save under its idempotency key. */
export type SaveIntent = MutationIntent<SaveRequest>;

/** Mutation that saves an order. */
export const saveMutationMachine = mutationMachineOf<SaveRequest, Schemas["Order"], Schemas["Order"]>();

/** Message that the user may dismiss. */
export type Notice =
  | { readonly code: "crowded" | "repeatFailed" }
  /** Names of dishes that are no longer sold. `isCrowded` means that a limit cut the lines. */
  | { readonly code: "repeated"; readonly missing: readonly string[]; readonly isCrowded: boolean };

/** Context of the order editor. */
export interface EditorContext {
  readonly target: EditorTarget;
  /** Name of the stored draft that this tab has open. */
  readonly draftName: string;
  readonly menu: OrderMenu;
  /** Whether menu and discounts were read for this opening. Otherwise they are cached or empty. */
  readonly isCurrent: boolean;
  readonly discounts: Schemas["Discount"][];
  /** Discounts from which the total is computed. They follow `discounts` after 200 ms (business, section 4). */
  readonly pricedDiscounts: Schemas["Discount"][];
  readonly order: Schemas["Order"] | null;
  readonly base: DraftBase | null;
  readonly draft: Draft;
  /** Draft of an earlier visit. */
  readonly stored: StoredDraft | null;
  /** Save whose outcome is unknown. Its key is reused while the draft is unchanged. */
  readonly intent: SaveIntent | null;
  readonly problems: Problems;
  /** Reason why the order could not be opened or saved. */
  readonly failure: Failure | null;
  /** The order as another user saved it. */
  readonly theirs: Schemas["Order"] | null;
  readonly overlaps: readonly string[];
  readonly notice: Notice | null;
  readonly saved: Schemas["Order"] | null;
  /** Whether the last attempt to store the draft succeeded. */
  readonly isKept: boolean;
  readonly destination: string | null;
}

/** Returns the context before anything is read. */
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
  saved: null,
  isKept: true,
  destination: null,
});

/** Returns the changes of the context when a saved order is opened. */
export const openOrder = (order: Schemas["Order"]) => ({
  order,
  base: toDraftBase(order),
  draft: toDraft(order),
  failure: null,
});

/** Returns the changes of the context when a stored draft is resumed. */
export const resumeDraft = ({ stored, base, target, draftName }: EditorContext): Partial<EditorContext> => {
  if (!stored) return {};
  const { draft, intent, ...record } = stored.record;
  const request = { target, draft, base: record.base ?? base, draftName };
  return { draft, base: request.base, intent: intent && { key: intent.key, request }, stored: null };
};

/** Returns the draft with which the editor began: the saved order, or a blank one. */
const initialDraft = ({ base, target }: EditorContext): Draft => base?.draft ?? blankDraft(target.call);

/** Returns whether the draft has changes that leaving would lose. */
export const isDirty = (context: EditorContext): boolean => !isEqual(context.draft, initialDraft(context));

/** Returns whether the stored draft differs from the initial draft of the editor. */
export const isWorthOffering = (context: EditorContext): boolean =>
  context.stored !== null && !isEqual(context.stored.record.draft, initialDraft(context));

/** Returns the record that is stored for the draft. */
export const toDraftRecord = ({ draft, base, intent }: EditorContext): DraftRecord => ({
  draft,
  base,
  intent: intent && { key: intent.key },
});

/** Returns whether the unfinished save has this draft, so that its key must be reused. */
export const isSameSave = ({ intent, draft }: EditorContext): boolean =>
  intent !== null && isEqual(intent.request.draft, draft);

/** Returns the sources of the prices of lines. */
export const pricesOf = ({ menu, base }: EditorContext): Prices => ({ items: menu.items, base });

/** Returns the preview of the order's price. */
export const previewOf = ({ draft, pricedDiscounts }: Pick<EditorContext, "draft" | "pricedDiscounts">): OrderPrice =>
  priceDraft(draft, pricedDiscounts);

/** Returns the previewed sum, roubles, if the saved sum differs from it. */
export const differingPreview = (context: EditorContext): number | undefined => {
  const { amount } = previewOf(context);
  return context.saved && context.saved.amount !== amount ? amount : undefined;
};

/** Returns the changes of the context after a refusal. Sentences of known fields go to their fields, others into the message. */
export const explainRefusal = (failure: Failure): Partial<EditorContext> => {
  const { problems, rest } = assignErrors(failure.errors);
  return { problems, failure: { ...failure, message: [failure.message, ...rest].join(" ") } };
};

/** Returns the changes of the context that merge the user's draft with the order that another user saved. */
export const mergeChanges = (context: EditorContext): Partial<EditorContext> => {
  if (!context.theirs || !context.base) return {};
  const base = toDraftBase(context.theirs);
  return { ...mergeDrafts(context.base.draft, context.draft, base.draft), base, order: context.theirs, theirs: null };
};

/** Returns the changes of the context that make another user's order the base, with the user's draft or without it. */
export const rebaseDraft = (context: EditorContext, chosen: "mine" | "theirs"): Partial<EditorContext> => {
  if (!context.theirs) return {};
  const base = toDraftBase(context.theirs);
  const draft = chosen === "mine" ? context.draft : base.draft;
  return { draft, base, order: context.theirs, theirs: null, overlaps: [] };
};
