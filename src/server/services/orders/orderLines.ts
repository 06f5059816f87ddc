import type { Schemas } from "#api/client.ts";
import type { OrderPrice } from "#domain/pricing.ts";
import { type FieldErrors, Invalid } from "../shared/domainErrors.ts";
import type { KnownItem, KnownModificator, OrderContext } from "./orderContext.ts";

/** Modifier of an order line. `count` is the number for the whole line, not for one portion. */
interface StoredModificator {
  readonly id?: number;
  readonly modificatorId: number;
  readonly name: string;
  readonly price: number;
  readonly count: number;
  readonly portion: number;
  readonly cost: number;
}

/** Order line before its price is calculated. The id of a new line is null. */
export interface DraftLine {
  readonly id: number | null;
  readonly itemId: number;
  readonly categoryId: number;
  readonly categoryName: string;
  readonly name: string;
  readonly price: number;
  readonly cost: number;
  readonly count: number;
  readonly note: string | null;
  readonly modificators: readonly StoredModificator[];
}

/** Stored order line with its calculated amounts. */
export type StoredLine = DraftLine &
  Pick<OrderPrice["lines"][number], "amount" | "discountValue" | "discountDescription">;

type RequestedLine = Schemas["OrderSaveItem"];
type RequestedModificators = NonNullable<RequestedLine["modificators"]>;

/**
 * Returns the stored line that each requested line replaces: the line with the same id, otherwise the first unused line
 * with the same dish and category, or undefined for a new line.
 */
const matchLines = (requested: readonly RequestedLine[], before: readonly StoredLine[]): (StoredLine | undefined)[] => {
  const free = new Map(before.map((line) => [line.id, line]));
  const matchedById = requested.map((line) => (line.id === undefined ? undefined : free.get(line.id)));
  for (const line of matchedById) if (line) free.delete(line.id);
  return requested.map((line, index) => {
    const match =
      matchedById[index] ??
      [...free.values()].find((old) => old.itemId === line.itemId && old.categoryId === line.categoryId);
    if (match) free.delete(match.id);
    return match;
  });
};

const sameModificators = (requested: RequestedModificators, before: readonly StoredModificator[]): boolean =>
  requested.length === before.length &&
  before.every((old) => requested.some((one) => old.modificatorId === one.modificatorId && old.count === one.count));

/**
 * Returns true if a requested line equals the stored line and therefore keeps its price. The note is ignored, because
 * it does not affect the price.
 */
const isUntouched = (requested: RequestedLine, before: DraftLine): boolean =>
  requested.itemId === before.itemId &&
  requested.categoryId === before.categoryId &&
  requested.count === before.count &&
  (requested.modificators === undefined || sameModificators(requested.modificators, before.modificators));

type Result<Value> = { readonly value: Value } | { readonly field: string; readonly message: string };

const chooseModificator = (
  one: RequestedModificators[number],
  allowed: readonly KnownModificator[],
  before: readonly StoredModificator[],
): StoredModificator | undefined => {
  const old = before.find(({ modificatorId }) => modificatorId === one.modificatorId);
  const offered = allowed.find(({ id }) => id === one.modificatorId);
  const base = offered ? { ...offered, modificatorId: offered.id } : old;
  if (!base) return undefined;
  const { modificatorId, name, price, portion, cost } = base;
  return { ...(old?.id !== undefined && { id: old.id }), modificatorId, name, price, portion, cost, count: one.count };
};

const chooseModificators = (
  requested: RequestedLine,
  item: KnownItem,
  before: DraftLine | undefined,
): Result<readonly StoredModificator[]> => {
  const previous = before?.modificators ?? [];
  const chosen: StoredModificator[] = [];
  for (const [index, one] of (requested.modificators ?? previous).entries()) {
    const found = chooseModificator(one, item.modificators, previous);
    const isDuplicate = chosen.some(({ modificatorId }) => modificatorId === one.modificatorId);
    const message = isDuplicate ? "Этот модификатор уже выбран." : "Такого модификатора у блюда нет.";
    if (!found || isDuplicate) return { field: `modificators.${index}.modificatorId`, message };
    chosen.push(found);
  }
  return { value: chosen };
};

const newLine = (requested: RequestedLine, before: DraftLine | undefined, context: OrderContext): Result<DraftLine> => {
  const item = context.items.find(({ id }) => id === requested.itemId);
  const category = context.categories.find(({ id }) => id === requested.categoryId);
  const previous =
    before?.itemId === requested.itemId && before.categoryId === requested.categoryId ? before : undefined;
  if (!item || !(item.isOffered || previous)) return { field: "itemId", message: "Этого блюда нет в меню." };
  if (!category || !(item.categoriesId.includes(requested.categoryId) || previous))
    return { field: "categoryId", message: "Этого блюда нет в такой категории." };
  const modificators = chooseModificators(requested, item, previous);
  if ("field" in modificators) return modificators;
  const { name, price, cost } = item.isOffered || !previous ? item : previous;
  const note = requested.note === undefined ? (previous?.note ?? null) : requested.note;
  return {
    value: {
      id: previous?.id ?? null,
      itemId: item.id,
      categoryId: category.id,
      categoryName: category.name,
      count: requested.count,
      modificators: modificators.value,
      name,
      price,
      cost,
      note,
    },
  };
};

/**
 * Creates the lines of an order: unchanged lines keep their stored values except the note, and changed lines get the
 * prices of the menu, if the dish is still offered. Throws `Invalid` for unknown dishes, categories or modifiers, and
 * for repeated ids or modifiers.
 */
export const createDraftLines = (
  requested: readonly RequestedLine[],
  before: readonly StoredLine[],
  context: OrderContext,
): (DraftLine | StoredLine)[] => {
  const errors: FieldErrors = {};
  const matches = matchLines(requested, before);
  for (const [index, { id }] of requested.entries())
    if (id !== undefined && requested.findIndex((line) => line.id === id) !== index)
      errors[`items.${index}.id`] = "Эта позиция названа дважды.";
  const lines = requested.flatMap((line, index): (DraftLine | StoredLine)[] => {
    const old = matches[index];
    if (old && isUntouched(line, old)) return [{ ...old, note: line.note === undefined ? old.note : line.note }];
    const result = newLine(line, old, context);
    if ("value" in result) return [result.value];
    errors[`items.${index}.${result.field}`] = result.message;
    return [];
  });
  const message = Object.values(errors)[0];
  if (message) throw new Invalid(message, errors);
  return lines;
};
