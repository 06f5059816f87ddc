import type { Schemas } from "#api/client.ts";
import type { OrderPrice } from "#domain/pricing.ts";
import { isSameValue } from "#machines/support/isSameValue.ts";
import {
  type Base,
  blankDraft,
  type Call,
  type Draft,
  type DraftRecord,
  type Intent,
  type StoredDraft,
} from "./draft.ts";
import type { Prices } from "./draftEdits.ts";
import { mergeDrafts } from "./draftMerge.ts";
import { baseOf, draftOf, priceDraft } from "./draftOrder.ts";
import { type Problems, placedErrors } from "./draftProblems.ts";
import type { Menu } from "./offeredMenu.ts";

/** Which order is edited: a new one, or a saved one; a new one may come from a call. */
export interface Place {
  companyId: number;
  orderId: number | null;
  call: Call | null;
}

/** What an order is put together from. */
export interface Assortment {
  menu: Menu;
  discounts: Schemas["Discount"][];
}

/** Everything that the editor begins with; an assortment that is not current was read earlier, or is empty. */
export interface Opened extends Assortment {
  isCurrent: boolean;
  order: Schemas["Order"] | null;
  stored: StoredDraft | null;
}

/** What the server said when it refused. */
export interface Refusal {
  message: string;
  errors: Readonly<Record<string, string>>;
  traceId: string | undefined;
}

/** How opening ended. */
export type OpenOutcome =
  | { kind: "opened"; opened: Opened }
  | { kind: "unknown" }
  | { kind: "failed"; refusal: Refusal };

/** One attempt to save: its key, the draft, and the version that the draft began from. */
export interface Attempt {
  place: Place;
  key: string;
  draft: Draft;
  version: number | null;
  /** Whether an attempt under the same key was left open before. */
  isAskedAgain: boolean;
}

/** How an attempt to save ended; "uncertain" means that nobody knows whether the order was saved. */
export type SaveOutcome =
  | { kind: "recorded"; order: Schemas["Order"] }
  | { kind: "stale"; order: Schemas["Order"] }
  | { kind: "refused"; refusal: Refusal }
  | { kind: "uncertain"; message: string };

/** What the editor knows. */
export interface EditorContext {
  place: Place;
  menu: Menu;
  /** Whether menu and discounts were read for this opening. */
  isCurrent: boolean;
  discounts: Schemas["Discount"][];
  /** The discounts of which the total is made; they follow `discounts` 200 ms later (business, section 4). */
  pricedDiscounts: Schemas["Discount"][];
  order: Schemas["Order"] | null;
  base: Base | null;
  draft: Draft;
  stored: StoredDraft | null;
  intent: Intent | null;
  problems: Problems;
  refusal: Refusal | null;
  doubt: string;
  theirs: Schemas["Order"] | null;
  overlaps: string[];
  /** Something that the operator has to know and may put away. */
  notice: string;
  saved: Schemas["Order"] | null;
  /** Whether the latest attempt to keep the draft on this computer succeeded. */
  isKept: boolean;
  destination: string | null;
}

/** The editor before anything was read. */
export const emptyContext = (place: Place): EditorContext => ({
  place,
  menu: { categories: [], items: [] },
  isCurrent: true,
  discounts: [],
  pricedDiscounts: [],
  order: null,
  base: null,
  draft: blankDraft(place.call),
  stored: null,
  intent: null,
  problems: {},
  refusal: null,
  doubt: "",
  theirs: null,
  overlaps: [],
  notice: "",
  saved: null,
  isKept: true,
  destination: null,
});

/** What the editor knows with an assortment. */
export const stocked = ({ menu, discounts }: Assortment) => ({
  menu,
  isCurrent: true,
  discounts,
  pricedDiscounts: discounts,
});

/** The editor with what was read: the saved order as its draft, or a blank one. */
export const begin = (context: EditorContext, { isCurrent, order, stored, ...assortment }: Opened): EditorContext => ({
  ...context,
  ...stocked(assortment),
  isCurrent,
  order,
  base: order && baseOf(order),
  draft: order ? draftOf(order) : blankDraft(context.place.call),
  stored,
  refusal: null,
});

/** The editor with the draft that was found again, its start and its intent. */
export const resume = (context: EditorContext): Partial<EditorContext> => {
  const record = context.stored?.record;
  return record ? { draft: record.draft, base: record.base ?? context.base, intent: record.intent, stored: null } : {};
};

/** What a draft began as: the saved order, or a blank one. */
const startOf = ({ base, place }: EditorContext): Draft => base?.draft ?? blankDraft(place.call);

/** Whether leaving would lose something that was typed. */
export const isDirty = (context: EditorContext): boolean => !isSameValue(context.draft, startOf(context));

/** Whether a draft that was found again holds anything that the editor would not begin with anyway. */
export const isWorthOffering = (context: EditorContext): boolean =>
  context.stored !== null && !isSameValue(context.stored.record.draft, startOf(context));

/** What is kept of the editor. */
export const recordOf = ({ draft, base, intent }: EditorContext): DraftRecord => ({ draft, base, intent });

/** Where the prices of lines come from. */
export const pricesOf = ({ menu, base }: EditorContext): Prices => ({ items: menu.items, base });

/** The preview of the order's price. */
export const previewOf = ({ draft, pricedDiscounts }: Pick<EditorContext, "draft" | "pricedDiscounts">): OrderPrice =>
  priceDraft(draft, pricedDiscounts);

/** The preview that the operator saw, where it was not the sum that was saved. */
export const differingPreview = (context: EditorContext): number | undefined => {
  const { amount } = previewOf(context);
  return context.saved && context.saved.amount !== amount ? amount : undefined;
};

/** The refusal with its sentences put to their fields; those without a field stay in the message. */
export const explained = (refusal: Refusal): Partial<EditorContext> => {
  const { problems, rest } = placedErrors(refusal.errors);
  return { problems, refusal: { ...refusal, message: [refusal.message, ...rest].join(" ") } };
};

/** Both changes together, on top of what the other one saved. */
export const merged = (context: EditorContext): Partial<EditorContext> => {
  if (!context.theirs || !context.base) return {};
  const base = baseOf(context.theirs);
  return { ...mergeDrafts(context.base.draft, context.draft, base.draft), base, order: context.theirs, theirs: null };
};

/** What the other one saved, or our draft on top of it. */
export const rebased = (context: EditorContext, whose: "mine" | "theirs"): Partial<EditorContext> => {
  if (!context.theirs) return {};
  const base = baseOf(context.theirs);
  const draft = whose === "mine" ? context.draft : base.draft;
  return { draft, base, order: context.theirs, theirs: null, overlaps: [] };
};
