import * as v from "valibot";

const text = (limit: number) => v.pipe(v.string(), v.maxLength(limit));
const id = v.pipe(v.number(), v.integer());

const modificatorSchema = v.strictObject({ modificatorId: id, name: v.string(), price: v.number(), count: id });

const lineSchema = v.strictObject({
  key: v.string(),
  id: v.nullable(id),
  itemId: id,
  categoryId: id,
  name: v.string(),
  price: v.number(),
  count: id,
  note: text(500),
  isRemoved: v.boolean(),
  modificators: v.array(modificatorSchema),
});

const draftSchema = v.strictObject({
  phone: text(30),
  date: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  street: text(200),
  house: text(30),
  apartment: text(30),
  entrance: text(30),
  floor: text(30),
  deliveryPhone: text(30),
  change: text(15),
  persons: text(4),
  note: text(2000),
  tags: v.array(id),
  discountId: v.nullable(id),
  callId: v.nullable(id),
  lines: v.pipe(v.array(lineSchema), v.maxLength(200)),
});

/** What a draft is kept as: the draft, the order it began from, and the key of a save that is under way. */
export const recordSchema = v.strictObject({
  draft: draftSchema,
  base: v.nullable(v.strictObject({ version: v.number(), draft: draftSchema })),
  intent: v.nullable(v.strictObject({ key: v.string() })),
});

/** A modifier in a line; its count is the total for the line. */
export type DraftModificator = v.InferOutput<typeof modificatorSchema>;

/** A line of the order being typed; `id` is its line in the saved order, `key` names it on the screen. */
export type DraftLine = v.InferOutput<typeof lineSchema>;

/** An order being typed, texts as they stand in their fields; a null date means now. */
export type Draft = v.InferOutput<typeof draftSchema>;

/** The saved order that a draft began from. */
export type Base = NonNullable<DraftRecord["base"]>;

/** The intent to save: its key goes with every attempt, also after a reload. */
export type Intent = NonNullable<DraftRecord["intent"]>;

/** Everything that a draft needs to survive a crash. */
export type DraftRecord = v.InferOutput<typeof recordSchema>;

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
