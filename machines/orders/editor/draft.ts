import type { InferOutput } from "valibot";
import type { draftSchema, lineSchema, modificatorSchema, recordSchema } from "./draftRecord.ts";

/** Modifier of an order line. `count` is the total for all portions of the line. */
export type OrderModificatorDraft = InferOutput<typeof modificatorSchema>;

/** Line of an order draft. `id` is the id of the saved line, and `key` identifies the line within the form. */
export type OrderLineDraft = InferOutput<typeof lineSchema>;

/**
 * Draft of an order.
 * - `date` is the due time, or null for "now".
 * - `dateText` is typed text that is not a valid date.
 * - `zone` is the id of the chosen delivery zone, null for no zone, or `byAddress` if the server determines the zone.
 * - `isInHall` is true for a dine-in order.
 * - `promoCode` is the code with which the discount was chosen.
 */
export type Draft = InferOutput<typeof draftSchema>;

/** Name of a text field of an order draft. */
export type TextFieldName =
  | "phone"
  | "customerName"
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

/** Saved order from which a draft was made. */
export type DraftBase = NonNullable<DraftRecord["base"]>;

/** Draft as IndexedDB stores it. */
export type DraftRecord = InferOutput<typeof recordSchema>;

/** Draft from an earlier visit. `savedAt` is the time of the last write, ms since 1970. */
export interface StoredDraft {
  savedAt: number;
  record: DraftRecord;
}

/** Phone call during which the operator takes the order. */
export interface DraftCall {
  id: number | null;
  phone: string;
}

/** Returns the draft of a new order. Only the phone number and the id of the call are filled in. */
export const blankDraft = (call: DraftCall | null): Draft => ({
  phone: call?.phone ?? "",
  customerName: "",
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
  zone: "byAddress",
  isInHall: false,
  isMinimumWaived: false,
  tags: [],
  discountId: null,
  promoCode: "",
  callId: call?.id ?? null,
  lines: [],
});
