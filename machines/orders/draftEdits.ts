import type { Schemas } from "#api/client.ts";
import { acceptAmountInput, acceptPhoneInput } from "#domain/fieldInput.ts";
import type { Base, Draft, DraftLine, DraftModificator } from "./draft.ts";

/** The fields of a draft that are typed as text. */
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

const limits: Record<TextFieldName, number> = {
  phone: 30,
  dateText: 40,
  street: 200,
  house: 30,
  apartment: 30,
  entrance: 30,
  floor: 30,
  deliveryPhone: 30,
  change: 15,
  persons: 3,
  note: 2000,
};

const MAX_COUNT = 1000;
const MAX_LINES = 200;
const MAX_NOTE = 500;

/** What is said where an order has no room for more. */
export const CROWDED = `В заказе не больше ${MAX_LINES} позиций и не больше ${MAX_COUNT} порций в каждой.`;

/** What the prices of lines are taken from: the menu of today, and the order as it was saved. */
export interface Prices {
  items: readonly Schemas["MenuItem"][];
  base: Base | null;
}

const acceptPersons = (text: string, previous: string): string => (/^\d*$/.test(text) ? text : previous);

const accept = (field: TextFieldName, text: string, previous: string): string => {
  if (field === "phone" || field === "deliveryPhone") return acceptPhoneInput(text, previous);
  if (field === "change") return acceptAmountInput(text, previous);
  if (field === "persons") return acceptPersons(text, previous);
  return text;
};

/** A text as the server takes it: no longer than allowed, without NUL and without half of a character (decisions, section 11). */
const clean = (text: string, limit: number): string =>
  text
    .slice(0, limit)
    .replaceAll("\u0000", "")
    .replace(/\p{Surrogate}/gu, "");

/** The draft after typing or pasting into a field; what the field does not take leaves it as it was. */
export const typeField = (draft: Draft, field: TextFieldName, text: string): Draft => ({
  ...draft,
  [field]: clean(accept(field, text, draft[field]), limits[field]),
});

/** What is said of a paste that a field took nothing of; a single key that it does not take needs no word. */
const unfit: Partial<Record<TextFieldName, string>> = {
  phone: "Вставленное не похоже на один номер.",
  deliveryPhone: "Вставленное не похоже на один номер.",
  change: "Вставленное не похоже на сумму.",
  persons: "Вставленное не похоже на число.",
};

/** What a field says of a text that it does not take whole; undefined of one that it does. */
export const untaken = (draft: Draft, field: TextFieldName, text: string): string | undefined => {
  const taken = accept(field, text, "");
  if (taken.length > limits[field]) return `Не больше ${limits[field]} знаков: остальное не вошло.`;
  return taken === "" && text.length > draft[field].length + 1 ? unfit[field] : undefined;
};

/** The draft with a former address of the customer. */
export const takeAddress = (draft: Draft, address: Schemas["CustomerAddress"]): Draft => ({
  ...draft,
  street: address.deliveryAddress,
  house: address.deliveryAddressBuilding ?? "",
  apartment: address.deliveryAddressApartmentNumber ?? "",
  entrance: address.deliveryAddressEntrance ?? "",
  floor: address.deliveryAddressLevel ?? "",
});

/** A line keeps the price it was ordered at until the line itself is changed (decisions, section 5); what is no longer sold keeps it anyway. */
const priced = (line: DraftLine, { items, base }: Prices): DraftLine => {
  const ordered = base?.draft.lines.find(({ id }) => id !== null && id === line.id);
  const isCounted = (one: DraftModificator): boolean =>
    ordered?.modificators.some((old) => old.modificatorId === one.modificatorId && old.count === one.count) === true;
  const isAsOrdered =
    ordered?.count === line.count &&
    ordered.modificators.length === line.modificators.length &&
    line.modificators.every(isCounted);
  if (isAsOrdered) return { ...line, price: ordered.price, modificators: ordered.modificators };
  const item = items.find(({ id }) => id === line.itemId);
  const today = (one: DraftModificator): number =>
    item?.modificators.find(({ id }) => id === one.modificatorId)?.price ?? one.price;
  return {
    ...line,
    price: item?.price ?? line.price,
    modificators: line.modificators.map((one) => ({ ...one, price: today(one) })),
  };
};

/** Modifiers of which every unit of the line has one stay with it when its count changes. */
const scaled = (modificators: DraftModificator[], from: number, to: number): DraftModificator[] =>
  modificators.map((modificator) => (modificator.count === from ? { ...modificator, count: to } : modificator));

const changeLine = (draft: Draft, key: string, prices: Prices, change: (line: DraftLine) => DraftLine): Draft => ({
  ...draft,
  lines: draft.lines.map((line) => (line.key === key ? priced(change(line), prices) : line)),
});

/** The draft with another count of a line; 0 takes the line away. */
export const countLine = (draft: Draft, key: string, count: number, prices: Prices): Draft => {
  const to = Math.min(Math.max(0, Math.trunc(count) || 0), MAX_COUNT);
  if (to === 0) return removeLine(draft, key);
  return changeLine(draft, key, prices, (line) => ({
    ...line,
    count: to,
    modificators: scaled(line.modificators, line.count, to),
  }));
};

/** The draft without a line. */
export const removeLine = (draft: Draft, key: string): Draft => ({
  ...draft,
  lines: draft.lines.filter((line) => line.key !== key),
});

/** The draft with another word to the cook at a line. */
export const noteLine = (draft: Draft, key: string, note: string): Draft => ({
  ...draft,
  lines: draft.lines.map((line) => (line.key === key ? { ...line, note: clean(note, MAX_NOTE) } : line)),
});

/** The draft with the modifiers of a line chosen anew; those of count 0 are left out. */
export const modifyLine = (draft: Draft, key: string, modificators: DraftModificator[], prices: Prices): Draft =>
  changeLine(draft, key, prices, (line) => ({
    ...line,
    modificators: modificators.filter(({ count }) => count > 0),
  }));

const nextKey = (draft: Draft): string => {
  const used = draft.lines.map(({ key }) => Number(/^new-(\d+)$/.exec(key)?.[1] ?? 0));
  return `new-${Math.max(0, ...used) + 1}`;
};

/** A line as it is appended: all but what it gets by being appended. */
type NewLine = Omit<DraftLine, "key" | "id" | "isRemoved">;

const isPlain = (line: NewLine): boolean => line.note === "" && line.modificators.length === 0;

/** The draft with a line more; an equal plain line only grows by its count. */
const appendLine = (draft: Draft, added: NewLine, prices: Prices): Draft => {
  const same = draft.lines.find(
    (line) => line.itemId === added.itemId && line.categoryId === added.categoryId && isPlain(line) && isPlain(added),
  );
  if (same) return countLine(draft, same.key, same.count + added.count, prices);
  if (draft.lines.length >= MAX_LINES) return draft;
  const line: DraftLine = { ...added, key: nextKey(draft), id: null, isRemoved: false };
  return { ...draft, lines: [...draft.lines, line] };
};

/** The category under which a dish is ordered: where it was picked, else its own; undefined for a dish that has none. */
const categoryOf = (item: Schemas["MenuItem"], picked: number | null): number | undefined =>
  item.categoriesId.find((id) => id === picked) ?? item.defaultCategoryId ?? item.categoriesId[0];

/** How many portions all lines have together. */
export const portionsOf = (draft: Draft): number => draft.lines.reduce((sum, { count }) => sum + count, 0);

/** The draft with one more of a dish of the menu, picked in a category or in none. */
export const addItem = (draft: Draft, itemId: number, picked: number | null, prices: Prices): Draft => {
  const item = prices.items.find(({ id }) => id === itemId);
  const categoryId = item && categoryOf(item, picked);
  if (!item || categoryId === undefined) return draft;
  const { name, price } = item;
  return appendLine(draft, { itemId, categoryId, name, price, count: 1, note: "", modificators: [] }, prices);
};

/** The draft with the lines of a former order at the prices of today, the names of what is sold no more, and whether some found no room. */
export const repeatOrder = (
  draft: Draft,
  order: Schemas["Order"],
  prices: Prices,
): { draft: Draft; missing: string[]; isCrowded: boolean } => {
  const missing: string[] = [];
  let asked = portionsOf(draft);
  const repeated = order.items.reduce((lines, former) => {
    const item = prices.items.find(({ id }) => id === former.itemId);
    const categoryId = item && categoryOf(item, former.categoryId);
    if (!item || categoryId === undefined) {
      missing.push(former.name);
      return lines;
    }
    const modificators = former.modificators.flatMap(({ modificatorId, modificatorName, count }) => {
      const modifier = item.modificators.find(({ id }) => id === modificatorId);
      if (modifier) return [{ modificatorId, name: modifier.name, price: modifier.price, count }];
      missing.push(`${modificatorName} (${former.name})`);
      return [];
    });
    const { name, price } = item;
    const note = former.note ?? "";
    asked += former.count;
    return appendLine(
      lines,
      { itemId: item.id, categoryId, name, price, count: former.count, note, modificators },
      prices,
    );
  }, draft);
  return { draft: repeated, missing, isCrowded: portionsOf(repeated) < asked };
};
