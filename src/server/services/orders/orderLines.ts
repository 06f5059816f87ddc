import type { Schemas } from "#api/client.ts";
import type { OrderPrice } from "#domain/pricing.ts";
import { type FieldErrors, Invalid } from "../shared/domainErrors.ts";
import type { KnownItem, KnownModificator, OrderContext } from "./orderContext.ts";

/** Stored modifier of a line. `count` applies to the whole line. */
interface StoredModificator {
  readonly id?: number;
  readonly modificatorId: number;
  readonly name: string;
  readonly price: number;
  readonly count: number;
  readonly portion: number;
  readonly cost: number;
}

/** Line before pricing. A new line has no id. */
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

/** Stored line with its priced amounts. */
export type StoredLine = DraftLine &
  Pick<OrderPrice["lines"][number], "amount" | "discountValue" | "discountDescription">;

type Wanted = Schemas["OrderSaveItem"];
type WantedModificators = NonNullable<Wanted["modificators"]>;

/**
 * Returns the previous line that each wanted line continues: the one with its id, else the first unused one of the same
 * dish and category.
 */
const matchLines = (wanted: readonly Wanted[], before: readonly StoredLine[]): (StoredLine | undefined)[] => {
  const free = new Map(before.map((line) => [line.id, line]));
  const named = wanted.map((line) => (line.id === undefined ? undefined : free.get(line.id)));
  for (const line of named) if (line) free.delete(line.id);
  return wanted.map((line, index) => {
    const match =
      named[index] ??
      [...free.values()].find((old) => old.itemId === line.itemId && old.categoryId === line.categoryId);
    if (match) free.delete(match.id);
    return match;
  });
};

const sameModificators = (wanted: WantedModificators, before: readonly StoredModificator[]): boolean =>
  wanted.length === before.length &&
  before.every((old) => wanted.some((one) => old.modificatorId === one.modificatorId && old.count === one.count));

/** Returns whether a line is unchanged, so that it keeps its price. The note does not affect the price. */
const isUntouched = (wanted: Wanted, before: DraftLine): boolean =>
  wanted.itemId === before.itemId &&
  wanted.categoryId === before.categoryId &&
  wanted.count === before.count &&
  (wanted.modificators === undefined || sameModificators(wanted.modificators, before.modificators));

type Result<Value> = { readonly value: Value } | { readonly field: string; readonly message: string };

const chooseModificator = (
  one: WantedModificators[number],
  allowed: readonly KnownModificator[],
  before: readonly StoredModificator[],
): StoredModificator | undefined => {
  const old = before.find(({ modificatorId }) => modificatorId === one.modificatorId);
  const known = allowed.find(({ id }) => id === one.modificatorId);
  const base = known ? { ...known, modificatorId: known.id } : old;
  if (!base) return undefined;
  const { modificatorId, name, price, portion, cost } = base;
  return { ...(old?.id !== undefined && { id: old.id }), modificatorId, name, price, portion, cost, count: one.count };
};

const chooseModificators = (
  wanted: Wanted,
  item: KnownItem,
  before: DraftLine | undefined,
): Result<readonly StoredModificator[]> => {
  const kept = before?.modificators ?? [];
  const chosen: StoredModificator[] = [];
  for (const [index, one] of (wanted.modificators ?? kept).entries()) {
    const found = chooseModificator(one, item.modificators, kept);
    const isDouble = chosen.some(({ modificatorId }) => modificatorId === one.modificatorId);
    const message = isDouble ? "Этот модификатор уже выбран." : "Такого модификатора у блюда нет.";
    if (!found || isDouble) return { field: `modificators.${index}.modificatorId`, message };
    chosen.push(found);
  }
  return { value: chosen };
};

const newLine = (wanted: Wanted, before: DraftLine | undefined, context: OrderContext): Result<DraftLine> => {
  const item = context.items.find(({ id }) => id === wanted.itemId);
  const category = context.categories.find(({ id }) => id === wanted.categoryId);
  const continued = before?.itemId === wanted.itemId && before.categoryId === wanted.categoryId ? before : undefined;
  if (!item || !(item.isOffered || continued)) return { field: "itemId", message: "Этого блюда нет в меню." };
  if (!category || !(item.categoriesId.includes(wanted.categoryId) || continued))
    return { field: "categoryId", message: "Этого блюда нет в такой категории." };
  const modificators = chooseModificators(wanted, item, continued);
  if ("field" in modificators) return modificators;
  const { name, price, cost } = item.isOffered || !continued ? item : continued;
  const note = wanted.note === undefined ? (continued?.note ?? null) : wanted.note;
  return {
    value: {
      id: continued?.id ?? null,
      itemId: item.id,
      categoryId: category.id,
      categoryName: category.name,
      count: wanted.count,
      modificators: modificators.value,
      name,
      price,
      cost,
      note,
    },
  };
};

/** Creates the lines of an order. Unchanged lines stay as stored, others get the price of the menu; throws `Invalid` by field. */
export const createDraftLines = (
  wanted: readonly Wanted[],
  before: readonly StoredLine[],
  context: OrderContext,
): (DraftLine | StoredLine)[] => {
  const errors: FieldErrors = {};
  const matches = matchLines(wanted, before);
  for (const [index, { id }] of wanted.entries())
    if (id !== undefined && wanted.findIndex((line) => line.id === id) !== index)
      errors[`items.${index}.id`] = "Эта позиция названа дважды.";
  const lines = wanted.flatMap((line, index): (DraftLine | StoredLine)[] => {
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
