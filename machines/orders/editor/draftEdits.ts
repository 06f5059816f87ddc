import type { Schemas } from "#api/client.ts";
import { acceptAmountInput, acceptPhoneInput } from "#domain/fieldInput.ts";
import { hasDeliveryFields } from "#domain/pickup.ts";
import type { Order } from "#machines/queries/order.ts";
import type { Draft, DraftBase, OrderLineDraft, OrderModificatorDraft, TextFieldName } from "./draft.ts";
import type { DraftProblem } from "./draftProblems.ts";

const limits: Record<TextFieldName, number> = {
  phone: 30,
  customerName: 200,
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

/** Maximum number of lines in an order, and of portions in a line. */
export const orderLimits = { lines: MAX_LINES, portions: MAX_COUNT };

/** Sources of line prices: the current menu, and the saved order, if any. */
export interface Prices {
  items: readonly Schemas["MenuItem"][];
  base: DraftBase | null;
}

const acceptPersons = (text: string, previous: string): string => (/^\d*$/.test(text) ? text : previous);

const accept = (field: TextFieldName, text: string, previous: string): string => {
  if (field === "phone" || field === "deliveryPhone") return acceptPhoneInput(text, previous);
  if (field === "change") return acceptAmountInput(text, previous);
  if (field === "persons") return acceptPersons(text, previous);
  return text;
};

/**
 * Returns the text cut to `limit` characters, without NUL and lone surrogates. The server rejects these characters
 * (decisions, section 11).
 */
const clean = (text: string, limit: number): string =>
  text
    .slice(0, limit)
    .replaceAll("\u0000", "")
    .replace(/\p{Surrogate}/gu, "");

/**
 * Returns the draft after the user typed or pasted `text` into a field. A field that cannot accept the text keeps its
 * value, and a longer text is cut to the limit of the field. A new street or house clears the user's choice of the
 * delivery zone or of dine-in.
 */
export const typeField = (draft: Draft, field: TextFieldName, text: string): Draft => ({
  ...draft,
  ...((field === "street" || field === "house") && { zone: "byAddress", isInHall: false }),
  [field]: clean(accept(field, text, draft[field]), limits[field]),
});

const pasteProblems: Partial<Record<TextFieldName, DraftProblem>> = {
  phone: { code: "notAPhone" },
  deliveryPhone: { code: "notAPhone" },
  change: { code: "notAnAmount" },
  persons: { code: "notANumber" },
};

/**
 * Returns the reason why a field cannot accept its new value `text`. `tooLong` means that the value exceeds the limit
 * of the field. Other reasons are returned only if the field rejects the value completely and the value is more than
 * one character longer than the old value. For a single rejected character there is no reason, because the user notices
 * that the field does not change.
 */
export const findTypingProblem = (draft: Draft, field: TextFieldName, text: string): DraftProblem | undefined => {
  const accepted = accept(field, text, "");
  if (accepted.length > limits[field]) return { code: "tooLong", limit: limits[field] };
  return accepted === "" && text.length > draft[field].length + 1 ? pasteProblems[field] : undefined;
};

/**
 * Returns the draft with its address replaced by an earlier address of the customer. Clears the user's choice of
 * the delivery zone or of dine-in.
 */
export const takeAddress = (draft: Draft, address: Schemas["CustomerAddress"]): Draft => ({
  ...draft,
  street: address.deliveryAddress,
  house: address.deliveryAddressBuilding ?? "",
  apartment: address.deliveryAddressApartmentNumber ?? "",
  entrance: address.deliveryAddressEntrance ?? "",
  floor: address.deliveryAddressLevel ?? "",
  zone: "byAddress",
  isInHall: false,
});

/**
 * Returns the draft as a pickup order or a dine-in order. Such a draft has no address, delivery zone or waiver of the
 * minimum amount. In a dine-in order the other delivery fields are cleared too, because the form hides them.
 */
export const takePickup = (draft: Draft, isInHall: boolean): Draft => ({
  ...draft,
  ...(!hasDeliveryFields({ isInHall }) && { deliveryPhone: "", change: "" }),
  street: "",
  house: "",
  apartment: "",
  entrance: "",
  floor: "",
  zone: null,
  isInHall,
  isMinimumWaived: false,
});

const countOf = ({ modificators }: OrderLineDraft, { modificatorId }: OrderModificatorDraft): number =>
  modificators.find((one) => one.modificatorId === modificatorId)?.count ?? 0;

/** Returns true if two lines have the same modifiers with the same counts, in any sequence. */
const haveSameModificators = (one: OrderLineDraft, other: OrderLineDraft): boolean =>
  one.modificators.length === other.modificators.length &&
  one.modificators.every((modificator) => countOf(other, modificator) === modificator.count);

/**
 * Returns the line with its price. The saved price is kept if the saved line has the same count and modifiers, or if
 * the dish is no longer sold (decisions, section 5).
 */
const withPrice = (line: OrderLineDraft, { items, base }: Prices): OrderLineDraft => {
  const ordered = base?.draft.lines.find(({ id }) => id !== null && id === line.id);
  if (ordered?.count === line.count && haveSameModificators(line, ordered))
    return { ...line, price: ordered.price, modificators: ordered.modificators };
  const item = items.find(({ id }) => id === line.itemId);
  const today = (one: OrderModificatorDraft): number =>
    item?.modificators?.find(({ id }) => id === one.modificatorId)?.price ?? one.price;
  return {
    ...line,
    price: item?.price ?? line.price,
    modificators: line.modificators.map((one) => ({ ...one, price: today(one) })),
  };
};

/**
 * Returns the modifiers of a line after the count of the line changed from `from` to `to`. The count of a modifier is
 * also changed if it was equal to the count of the line.
 */
const scaleModificators = (modificators: OrderModificatorDraft[], from: number, to: number): OrderModificatorDraft[] =>
  modificators.map((modificator) => (modificator.count === from ? { ...modificator, count: to } : modificator));

const changeLine = (
  draft: Draft,
  key: string,
  prices: Prices,
  change: (line: OrderLineDraft) => OrderLineDraft,
): Draft => ({
  ...draft,
  lines: draft.lines.map((line) => (line.key === key ? withPrice(change(line), prices) : line)),
});

/**
 * Returns the draft after the count of a line changed. A count below 1 removes the line, and a count above 1,000
 * becomes 1,000.
 */
export const countLine = (draft: Draft, key: string, count: number, prices: Prices): Draft => {
  const to = Math.min(Math.max(0, Math.trunc(count) || 0), MAX_COUNT);
  if (to === 0) return removeLine(draft, key);
  return changeLine(draft, key, prices, (line) => ({
    ...line,
    count: to,
    modificators: scaleModificators(line.modificators, line.count, to),
  }));
};

/** Returns the draft without a line. */
export const removeLine = (draft: Draft, key: string): Draft => ({
  ...draft,
  lines: draft.lines.filter((line) => line.key !== key),
});

/** Returns the draft with new modifiers and a new note for the cook in one line. Omits modifiers with a count of 0. */
export const modifyLine = (
  draft: Draft,
  { key, note, modificators }: Pick<OrderLineDraft, "key" | "note" | "modificators">,
  prices: Prices,
): Draft =>
  changeLine(draft, key, prices, (line) => ({
    ...line,
    note: clean(note, MAX_NOTE),
    modificators: modificators.filter(({ count }) => count > 0),
  }));

const nextKey = (draft: Draft): string => {
  const used = draft.lines.map(({ key }) => Number(/^new-(\d+)$/.exec(key)?.[1] ?? 0));
  return `new-${Math.max(0, ...used) + 1}`;
};

/** Order line without a key, because the line is not yet part of a draft. */
type NewLine = Omit<OrderLineDraft, "key" | "id" | "isRemoved">;

const isPlain = (line: NewLine): boolean => line.note === "" && line.modificators.length === 0;

/**
 * Returns the draft with an additional line at the index `at`, by default at the end. If the draft has a line of the
 * same dish and category, and neither line has a note or modifiers, the count of the existing line is increased
 * instead. A draft with 200 lines gets no further line.
 */
const insertLine = (draft: Draft, added: NewLine, prices: Prices, at = draft.lines.length): Draft => {
  const same = draft.lines.find(
    (line) => line.itemId === added.itemId && line.categoryId === added.categoryId && isPlain(line) && isPlain(added),
  );
  if (same) return countLine(draft, same.key, same.count + added.count, prices);
  if (draft.lines.length >= MAX_LINES) return draft;
  const line: OrderLineDraft = { ...added, key: nextKey(draft), id: null, isRemoved: false };
  return { ...draft, lines: draft.lines.toSpliced(at, 0, line) };
};

/** Returns the total number of portions in the draft. */
export const countPortions = (draft: Draft): number => draft.lines.reduce((sum, { count }) => sum + count, 0);

/**
 * Returns the category for a new line: the picked category if it contains the dish, otherwise the dish's default
 * category or its first category. Returns undefined if the dish has no category.
 */
const categoryOf = (item: Schemas["MenuItem"], picked: number | null): number | undefined =>
  item.categoriesId.find((id) => id === picked) ?? item.defaultCategoryId ?? item.categoriesId[0];

/** Portions of a dish that the user orders. `categoryId` is the category in which the user found the dish. */
interface OrderedPortions extends Pick<NewLine, "itemId" | "count" | "note"> {
  readonly categoryId: number | null;
  readonly modificators: readonly Pick<OrderModificatorDraft, "modificatorId" | "count">[];
}

/**
 * Returns a new line at current prices, or undefined if the dish is not in the menu or has no category. Modifiers that
 * are not in the menu are left out.
 */
const toNewLine = (
  { itemId, categoryId: picked, count, note, modificators }: OrderedPortions,
  { items }: Prices,
): NewLine | undefined => {
  const item = items.find(({ id }) => id === itemId);
  const categoryId = item && categoryOf(item, picked);
  if (!item || categoryId === undefined) return undefined;
  const { name, price } = item;
  const offered = modificators.flatMap((one) => {
    const modifier = item.modificators?.find(({ id }) => id === one.modificatorId);
    if (!modifier) return [];
    return [{ modificatorId: modifier.id, name: modifier.name, price: modifier.price, count: one.count }];
  });
  return { itemId, categoryId, name, price, count, note, modificators: offered };
};

/**
 * Returns the draft with one more portion of a dish. `picked` is the category in which the user found the dish. A
 * dish that is not in the menu changes nothing.
 */
export const addItem = (draft: Draft, itemId: number, picked: number | null, prices: Prices): Draft => {
  const line = toNewLine({ itemId, categoryId: picked, count: 1, note: "", modificators: [] }, prices);
  return line ? insertLine(draft, line, prices) : draft;
};

/**
 * Reason why one portion cannot be split off an order line.
 * - `single`: the line has only one portion, or no longer exists.
 * - `unchanged`: the user has changed neither the modifiers nor the note.
 * - `notSold`: the dish or a modifier is no longer in the menu.
 * - `crowded`: the order has the maximum number of lines.
 */
export type SplitReason = "single" | "unchanged" | "notSold" | "crowded";

/**
 * Splits one portion off a line. The portion gets the changed modifiers and note. The other portions keep the modifiers
 * and note of `former`, the line before the change. Returns the new draft, or the reason why the line cannot be split.
 *
 * The other portions keep the modifier counts of `former` minus one equal share (rounded down). If a changed count is a
 * multiple of the number of portions, the portion gets an equal share of it. Otherwise the portion gets the units that
 * the other portions do not keep.
 */
export const splitLine = (draft: Draft, former: OrderLineDraft, prices: Prices): Draft | SplitReason => {
  const at = draft.lines.findIndex(({ key }) => key === former.key);
  const line = draft.lines[at];
  if (!line || line.count < 2) return "single";
  if (line.note === former.note && haveSameModificators(line, former)) return "unchanged";
  const keptOf = (count: number): number => count - Math.floor(count / line.count);
  const splitCount = (one: OrderModificatorDraft): number =>
    one.count % line.count === 0 ? one.count / line.count : one.count - keptOf(countOf(former, one));
  const modificators = line.modificators
    .map((one) => ({ ...one, count: splitCount(one) }))
    .filter(({ count }) => count > 0);
  const portion = toNewLine({ ...line, count: 1, modificators }, prices);
  if (!portion || portion.modificators.length < modificators.length) return "notSold";
  const shortened = changeLine(draft, line.key, prices, () => ({
    ...line,
    count: line.count - 1,
    note: former.note,
    modificators: former.modificators.map((one) => ({ ...one, count: keptOf(one.count) })),
  }));
  const split = insertLine(shortened, portion, prices, at + 1);
  return countPortions(split) < countPortions(draft) ? "crowded" : split;
};

/** Returns true if the draft has no address, and neither a delivery zone nor pickup nor dine-in is chosen. */
const hasNoDestination = ({ zone, isInHall, ...address }: Draft): boolean =>
  zone === "byAddress" && !isInHall && address.street.trim() === "" && address.house.trim() === "";

/**
 * Adds the lines of an earlier order at current prices. If lines were added and the earlier order was a dine-in order,
 * the draft becomes a dine-in order too, unless the user has chosen an address, a delivery zone or pickup. `missing`
 * contains the names of dishes and modifiers that are no longer sold. `isCrowded` is true if the size limits left out
 * or shortened lines.
 */
export const repeatOrder = (
  draft: Draft,
  order: Order,
  prices: Prices,
): { draft: Draft; missing: string[]; isCrowded: boolean } => {
  const missing: string[] = [];
  let requestedPortions = countPortions(draft);
  const repeated = order.items.reduce((lines, former) => {
    const line = toNewLine({ ...former, note: former.note ?? "" }, prices);
    if (!line) {
      missing.push(former.name);
      return lines;
    }
    for (const { modificatorId, modificatorName } of former.modificators)
      if (line.modificators.every((one) => one.modificatorId !== modificatorId))
        missing.push(`${modificatorName} (${former.name})`);
    requestedPortions += former.count;
    return insertLine(lines, line, prices);
  }, draft);
  const isRepeatedInHall = repeated !== draft && order.isInHall === true && hasNoDestination(draft);
  return {
    draft: isRepeatedInHall ? takePickup(repeated, true) : repeated,
    missing,
    isCrowded: countPortions(repeated) < requestedPortions,
  };
};
