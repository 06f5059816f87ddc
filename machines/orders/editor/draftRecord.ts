import * as v from "valibot";

const text = (limit: number) => v.pipe(v.string(), v.maxLength(limit));
const id = v.pipe(v.number(), v.integer());

export const modificatorSchema = v.strictObject({ modificatorId: id, name: v.string(), price: v.number(), count: id });

export const lineSchema = v.strictObject({
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

export const draftSchema = v.strictObject({
  phone: text(30),
  // Older versions of the application stored drafts without `customerName`.
  customerName: v.optional(text(200), ""),
  date: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  // Older versions of the application stored drafts without `dateText`.
  dateText: v.optional(text(40), ""),
  street: text(200),
  house: text(30),
  apartment: text(30),
  entrance: text(30),
  floor: text(30),
  deliveryPhone: text(30),
  change: text(15),
  persons: text(4),
  note: text(2000),
  // Older versions of the application stored drafts without `zone`.
  zone: v.optional(v.nullable(v.union([id, v.literal("byAddress")])), "byAddress"),
  isMinimumWaived: v.optional(v.boolean(), false),
  // Older versions of the application stored drafts without `isInHall`.
  isInHall: v.optional(v.boolean(), false),
  tags: v.array(id),
  discountId: v.nullable(id),
  // Older versions of the application stored drafts without `promoCode`.
  promoCode: v.optional(text(100), ""),
  callId: v.nullable(id),
  lines: v.pipe(v.array(lineSchema), v.maxLength(200)),
});

/**
 * Schema of a stored draft: the draft, the saved order that the draft changes, and the idempotency key of an unfinished
 * save.
 */
export const recordSchema = v.strictObject({
  draft: draftSchema,
  base: v.nullable(v.strictObject({ version: v.optional(v.number()), draft: draftSchema })),
  intent: v.nullable(v.strictObject({ key: v.string(), at: v.optional(v.string()) })),
});

const storedSchema = v.strictObject({ version: v.literal(1), savedAt: v.number(), record: recordSchema });

/** Returns the value if the value is a valid stored draft, otherwise undefined. */
export const toStoredDraft = (value: unknown): v.InferOutput<typeof storedSchema> | undefined => {
  const { success, output } = v.safeParse(storedSchema, value);
  return success ? output : undefined;
};
