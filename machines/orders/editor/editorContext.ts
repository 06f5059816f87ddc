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

/** Dishes and discounts of which an order is composed. */
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
  /** Name of the draft on the disk, which holds the key. */
  readonly draftName: string;
}

/** Save under its idempotency key. */
export type SaveIntent = MutationIntent<SaveRequest>;

/** Mutation that saves an order. */
export const saveMutationMachine = mutationMachineOf<SaveRequest, Schemas["Order"], Schemas["Order"]>();

/** Message that the user may dismiss. */
export type Notice =
  | { readonly code: "crowded" | "repeatFailed" }
  /** Dishes of a repeated order that are no longer sold, or have no room. */
  | { readonly code: "repeated"; readonly missing: readonly string[]; readonly isCrowded: boolean };

/** Context of the order editor. */
export interface EditorContext {
  readonly target: EditorTarget;
  /** Name of the draft on the disk that this tab works on. */
  readonly draftName: string;
  readonly menu: OrderMenu;
  /** Whether menu and discounts were read for this opening; otherwise they are those of an earlier one, or empty. */
  readonly isCurrent: boolean;
  readonly discounts: Schemas["Discount"][];
  /** Discounts of which the total is computed; they follow `discounts` after 200 ms (business, section 4). */
  readonly pricedDiscounts: Schemas["Discount"][];
  readonly order: Schemas["Order"] | null;
  readonly base: DraftBase | null;
  readonly draft: Draft;
  /** Draft of an earlier visit. */
  readonly stored: StoredDraft | null;
  /** Save whose outcome is unknown; its key is used again while the draft is unchanged. */
  readonly intent: SaveIntent | null;
  readonly problems: Problems;
  /** Reason why the order could not be opened or saved. */
  readonly failure: Failure | null;
  /** The order as somebody else saved it. */
  readonly theirs: Schemas["Order"] | null;
  readonly overlaps: readonly string[];
  readonly notice: Notice | null;
  readonly saved: Schemas["Order"] | null;
  /** Whether the last attempt to keep the draft on this computer succeeded. */
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

/** Returns the changes of the context by a saved order that is opened. */
export const openOrder = (order: Schemas["Order"]) => ({
  order,
  base: toDraftBase(order),
  draft: toDraft(order),
  failure: null,
});

/** Returns the changes of the context by a stored draft, its start and its intent. */
export const resumeDraft = ({ stored, base, target, draftName }: EditorContext): Partial<EditorContext> => {
  if (!stored) return {};
  const { draft, intent, ...record } = stored.record;
  const request = { target, draft, base: record.base ?? base, draftName };
  return { draft, base: request.base, intent: intent && { key: intent.key, request }, stored: null };
};

/** Returns the draft that the editor began with: the saved order, or a blank one. */
const initialDraft = ({ base, target }: EditorContext): Draft => base?.draft ?? blankDraft(target.call);

/** Returns whether leaving would lose something that was typed. */
export const isDirty = (context: EditorContext): boolean => !isEqual(context.draft, initialDraft(context));

/** Returns whether a stored draft holds more than the editor would begin with anyway. */
export const isWorthOffering = (context: EditorContext): boolean =>
  context.stored !== null && !isEqual(context.stored.record.draft, initialDraft(context));

/** Returns the record of the draft that is kept on the disk. */
export const toDraftRecord = ({ draft, base, intent }: EditorContext): DraftRecord => ({
  draft,
  base,
  intent: intent && { key: intent.key },
});

/** Returns whether the unfinished save is the one of this draft, so that its key must be used again. */
export const isSameSave = ({ intent, draft }: EditorContext): boolean =>
  intent !== null && isEqual(intent.request.draft, draft);

/** Returns the sources of the prices of lines. */
export const pricesOf = ({ menu, base }: EditorContext): Prices => ({ items: menu.items, base });

/** Returns the preview of the order's price. */
export const previewOf = ({ draft, pricedDiscounts }: Pick<EditorContext, "draft" | "pricedDiscounts">): OrderPrice =>
  priceDraft(draft, pricedDiscounts);

/** Returns the preview that the user saw, roubles, where the saved sum differs from it. */
export const differingPreview = (context: EditorContext): number | undefined => {
  const { amount } = previewOf(context);
  return context.saved && context.saved.amount !== amount ? amount : undefined;
};

/** Returns the changes of the context by a refusal: sentences by field at their fields, the others in the message. */
export const explainRefusal = (failure: Failure): Partial<EditorContext> => {
  const { problems, rest } = assignErrors(failure.errors);
  return { problems, failure: { ...failure, message: [failure.message, ...rest].join(" ") } };
};

/** Returns both changes of an order together, on top of what somebody else saved. */
export const mergeChanges = (context: EditorContext): Partial<EditorContext> => {
  if (!context.theirs || !context.base) return {};
  const base = toDraftBase(context.theirs);
  return { ...mergeDrafts(context.base.draft, context.draft, base.draft), base, order: context.theirs, theirs: null };
};

/** Returns the order as somebody else saved it, with the user's draft on top of it or without. */
export const rebaseDraft = (context: EditorContext, chosen: "mine" | "theirs"): Partial<EditorContext> => {
  if (!context.theirs) return {};
  const base = toDraftBase(context.theirs);
  const draft = chosen === "mine" ? context.draft : base.draft;
  return { draft, base, order: context.theirs, theirs: null, overlaps: [] };
};
