import type { InferOutput } from "valibot";
import type { draftSchema, lineSchema, modificatorSchema, recordSchema } from "./draftRecord.ts";

/** A modifier in a line; its count is the total for the line. */
export type DraftModificator = InferOutput<typeof modificatorSchema>;

/** A line of the order being typed; `id` is its line in the saved order, `key` names it on the screen. */
export type DraftLine = InferOutput<typeof lineSchema>;

/** An order being typed, texts as they stand in their fields; a null date means now, and `dateText` is what nobody has read as a date yet. */
export type Draft = InferOutput<typeof draftSchema>;

/** The saved order that a draft began from. */
export type Base = NonNullable<DraftRecord["base"]>;

/** The intent to save: its key goes with every attempt, also after a reload. */
export type Intent = NonNullable<DraftRecord["intent"]>;

/** Everything that a draft needs to survive a crash. */
export type DraftRecord = InferOutput<typeof recordSchema>;

/** A record found again, with the moment of its writing in milliseconds. */
export interface StoredDraft {
  savedAt: number;
  record: DraftRecord;
}

/** The call that an order is taken from. */
export interface Call {
  id: number | null;
  phone: string;
}

/** A new order: empty but for what the call tells. */
export const blankDraft = (call: Call | null): Draft => ({
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
