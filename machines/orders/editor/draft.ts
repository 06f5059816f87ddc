import type { InferOutput } from "valibot";
import type { draftSchema, lineSchema, modificatorSchema, recordSchema } from "./draftRecord.ts";

/** Modifier of a line. `count` is the total for the line. */
export type OrderModificatorDraft = InferOutput<typeof modificatorSchema>;

/** Line of a draft. `id` is its id in the saved order, `key` identifies it on the screen. */
export type OrderLineDraft = InferOutput<typeof lineSchema>;

/** Draft of an order with the texts of its fields. A null `date` means now; `dateText` is a typed text that is no valid date. */
export type Draft = InferOutput<typeof draftSchema>;

/** Text field of a draft. */
export type TextFieldName =
  | "phone"
  | "dateText"
  | "street"
  | "house"
  | "apartment"
  | "entrance"
  | "floor"
  | "deliveryPhone"
  | "change"
  | "persons"
  | "note";

/** Saved order that a draft began from. */
export type DraftBase = NonNullable<DraftRecord["base"]>;

/** Draft as it is stored in IndexedDB. */
export type DraftRecord = InferOutput<typeof recordSchema>;

/** Stored draft of an earlier visit. `savedAt` is the time of its last write, ms since 1970. */
export interface StoredDraft {
  savedAt: number;
  record: DraftRecord;
}

/** Call from which an order is taken. */
export interface DraftCall {
  id: number | null;
  phone: string;
}

/** Returns the draft of a new order: empty, except for the data of the call. */
export const blankDraft = (call: DraftCall | null): Draft => ({
  phone: call?.phone ?? "",
  date: null,
  dateText: "",
  street: "",
  house: "",
  apartment: "",
  entrance: "",
  floor: "",
  deliveryPhone: "",
  change: "",
  persons: "",
  note: "",
  tags: [],
  discountId: null,
  callId: call?.id ?? null,
  lines: [],
});
