import { formatDateTime } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import type { OrderContext } from "./orderContext.ts";
import { describePickup } from "./orderDelivery.ts";
import type { OrderFields } from "./orderFields.ts";
import type { HistoryElement, HistoryEntry } from "./orderHistory.ts";
import type { DraftLine } from "./orderLines.ts";

/** Fields of an order as they are stored. */
export interface StoredFields extends Omit<OrderFields, "date" | "promised_at"> {
  readonly date: Date;
  readonly creation_date: Date;
  readonly promised_at: Date | null;
  readonly discount_name: string | null;
  readonly discount_amount: number;
  readonly delivery_zone_id: number | null;
  readonly delivery_price: number;
  readonly known_tags: readonly { id: number; name: string }[];
}

const entry = (typeElement: HistoryElement, type: HistoryEntry["type"], newName: string): HistoryEntry => ({
  typeElement,
  type,
  newName,
});

const describe = ({ name, count, modificators, note }: DraftLine): string => {
  const extras = modificators.map((one) => `${one.name} × ${one.count}`);
  const parts = [`${name} × ${count}`, ...extras, ...(note ? [`«${note}»`] : [])];
  return parts.join(", ");
};

const lineChanges = (before: readonly DraftLine[], after: readonly DraftLine[]): HistoryEntry[] => {
  const old = new Map(before.map((line) => [line.id, line]));
  const remaining = new Set(after.map(({ id }) => id));
  const deleted = before.filter(({ id }) => !remaining.has(id)).map((line) => entry("Item", "Delete", describe(line)));
  const others = after.flatMap((line) => {
    const previous = line.id === null ? undefined : old.get(line.id);
    if (!previous) return [entry("Item", "Add", describe(line))];
    return describe(previous) === describe(line) ? [] : [entry("Item", "Update", describe(line))];
  });
  return [...deleted, ...others];
};

const tagChanges = (before: StoredFields, after: OrderFields, context: OrderContext): HistoryEntry[] => {
  const tagsBefore = new Set(before.tags);
  const tagsAfter = new Set(after.tags);
  const added = context.tags.filter(({ id }) => !tagsBefore.has(id)).map(({ name }) => entry("Tag", "Add", name));
  const removed = before.known_tags
    .filter(({ id }) => !tagsAfter.has(id))
    .map(({ name }) => entry("Tag", "Delete", name));
  return [...added, ...removed];
};

const discountChanges = (before: StoredFields, after: OrderFields, context: OrderContext): HistoryEntry[] => {
  if (before.discount_id === after.discount_id) return [];
  if (after.discount_id === null) return [entry("Discount", "Delete", before.discount_name ?? "")];
  return [entry("Discount", before.discount_id === null ? "Add" : "Update", context.discount?.name ?? "")];
};

type DescribedFields = Omit<OrderFields, "date" | "promised_at">;

const addressOf = (fields: DescribedFields): string =>
  [
    fields.delivery_address,
    fields.delivery_address_building,
    fields.delivery_address_entrance && `под. ${fields.delivery_address_entrance}`,
    fields.delivery_address_level && `эт. ${fields.delivery_address_level}`,
    fields.delivery_address_apartment_number && `кв. ${fields.delivery_address_apartment_number}`,
  ]
    .filter(Boolean)
    .join(", ") || describePickup(fields);

const changeOf = ({ delivery_change: sum }: DescribedFields) =>
  sum === null ? "Без сдачи" : `Сдача с ${formatMoney(sum)}`;

/** Order fields, each with its history element and a function that describes its value. */
const describedFields: readonly [HistoryElement, (fields: DescribedFields) => string][] = [
  ["Delivery", addressOf],
  ["Delivery", ({ delivery_phone: phone }) => (phone ? `Телефон доставки ${phone}` : "Телефон доставки убран")],
  ["Delivery", changeOf],
  ["Delivery", ({ persons }) => (persons === null ? "Число персон убрано" : `Персон: ${persons}`)],
  ["Order", ({ phone }) => `Телефон ${phone}`],
  ["Order", ({ note }) => note ?? "Примечание убрано"],
];

const fieldChanges = (before: StoredFields, after: OrderFields, timeZone: string): HistoryEntry[] => [
  ...describedFields
    .filter(([, describeField]) => describeField(before) !== describeField(after))
    .map(([element, describeField]) => entry(element, "Update", describeField(after))),
  ...(before.date.toISOString() === after.date
    ? []
    : [entry("Order", "Update", `Время ${formatDateTime(after.date, timeZone)}`)]),
];

/** Compares an order before and after an edit. Returns a history record for each difference. */
export const describeChanges = (
  before: StoredFields,
  linesBefore: readonly DraftLine[],
  after: OrderFields,
  linesAfter: readonly DraftLine[],
  { context, timeZone }: { context: OrderContext; timeZone: string },
): HistoryEntry[] => [
  ...lineChanges(linesBefore, linesAfter),
  ...discountChanges(before, after, context),
  ...tagChanges(before, after, context),
  ...fieldChanges(before, after, timeZone),
];
