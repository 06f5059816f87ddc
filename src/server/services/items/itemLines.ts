import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { roundDecimal } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { isVisibleToSql, type Owner } from "../catalogue/catalogueScope.ts";
import { type FieldErrors, refuseFields } from "../shared/domainErrors.ts";

type Composition = readonly Schemas["CompositionLine"][];
type Modifiers = readonly Schemas["ModifierLine"][];

const ALL = 0;
const OWN_PRICE = -1;
/** Error message for a number with more than five decimal places. */
export const tooFineMessage = "Не больше 5 знаков после запятой.";

/** Returns true if a number has more than the five decimal places that the database stores. */
export const isTooFine = (value: number | undefined): boolean => value !== undefined && roundDecimal(value) !== value;

/**
 * Returns the given ids, without those of removed records and of records that the owner may not use. Locks the other
 * records until the transaction ends.
 */
export const findVisibleIds = async (
  tx: Db,
  table: "category" | "stock_item" | "item",
  owner: Owner,
  ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ id: number }>`
    select e.id from ${sql.table(table)} e where e.id = any(${[...ids]}::int[]) and not e.is_removed
      and ${isVisibleToSql(owner, "e")} order by e.id for share`.execute(tx);
  return new Set(rows.map(({ id }) => id));
};

const isDuplicate = <Line>(
  lines: readonly Line[],
  index: number,
  same: (one: Line, other: Line) => boolean,
): boolean => {
  const line = lines[index];
  return line !== undefined && lines.findIndex((other) => same(other, line)) < index;
};

/**
 * Validates the lines of a recipe and returns the lines with a stock item. Throws `Invalid` with the errors of invalid
 * lines, keyed by the form field `field` and the position of the line.
 */
export const checkComposition = async (
  tx: Db,
  owner: Owner,
  field: "composition" | "parts",
  lines: Composition,
): Promise<Composition> => {
  const chosen = lines.filter(({ stockItemId }) => stockItemId > 0);
  const visible = await findVisibleIds(
    tx,
    "stock_item",
    owner,
    chosen.map(({ stockItemId }) => stockItemId),
  );
  const errors: FieldErrors = {};
  for (const [index, { stockItemId, count }] of lines.entries()) {
    if (stockItemId === 0) continue;
    const line = `${field}.${index}`;
    if (!visible.has(stockItemId)) errors[`${line}.stockItemId`] = "Этого товара больше нет. Выберите другой.";
    else if (isDuplicate(lines, index, (one, other) => one.stockItemId === other.stockItemId))
      errors[`${line}.stockItemId`] = "Этот товар уже есть в составе.";
    if (isTooFine(count)) errors[`${line}.count`] = tooFineMessage;
    else if (count === 0) errors[`${line}.count`] = "Укажите количество больше нуля.";
  }
  refuseFields(errors);
  return chosen;
};

/** Replaces the recipe of a dish by the lines that name a stock item. Throws `Invalid` for invalid lines. */
export const writeComposition = async (tx: Db, owner: Owner, itemId: number, lines: Composition): Promise<void> => {
  const chosen = await checkComposition(tx, owner, "composition", lines);
  await tx.deleteFrom("item_composition").where("item_id", "=", itemId).execute();
  if (chosen.length === 0) return;
  await tx
    .insertInto("item_composition")
    .values(chosen.map(({ stockItemId, count }) => ({ item_id: itemId, stock_item_id: stockItemId, count })))
    .execute();
};

const categoryPairs = async (tx: Db, itemIds: readonly number[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ pair: string }>`select item_id || ' ' || category_id as pair from item_category
    where item_id = any(${[...itemIds]}::int[])`.execute(tx);
  return new Set(rows.map(({ pair }) => pair));
};

const isSameModifier = (one: Modifiers[number], other: Modifiers[number]): boolean =>
  one.modificatorId === other.modificatorId &&
  (one.modificatorId !== ALL || one.categoryModificatorId === other.categoryModificatorId);

interface VisibleEntries {
  readonly itemId: number;
  readonly categories: ReadonlySet<number>;
  readonly items: ReadonlySet<number>;
  /**
   * Categories of the dishes to which modifier lines refer. Each string, such as "12 3", is a dish id and a category
   * id.
   */
  readonly pairs: ReadonlySet<string>;
}

const choiceError = (
  lines: Modifiers,
  index: number,
  visible: VisibleEntries,
): readonly [field: string, text: string] | undefined => {
  const { categoryModificatorId: category, modificatorId: item } = lines[index] ?? {
    categoryModificatorId: -1,
    modificatorId: 0,
  };
  if (category <= 0) return ["categoryModificatorId", "Выберите категорию."];
  if (!visible.categories.has(category))
    return ["categoryModificatorId", "Этой категории больше нет. Выберите другую."];
  if (isDuplicate(lines, index, isSameModifier)) return ["modificatorId", "Этот модификатор уже есть."];
  if (item === ALL) return undefined;
  if (item === visible.itemId) return ["modificatorId", "Блюдо не может быть модификатором самого себя."];
  if (!visible.items.has(item)) return ["modificatorId", "Этого блюда больше нет. Выберите другое."];
  return visible.pairs.has(`${item} ${category}`)
    ? undefined
    : ["modificatorId", "Этого блюда нет в выбранной категории."];
};

const numberErrors = ({ portion, price }: Modifiers[number]): readonly (readonly [field: string, text: string])[] => [
  ...(isTooFine(portion) ? [["portion", tooFineMessage] as const] : []),
  ...(isTooFine(price) ? [["price", tooFineMessage] as const] : []),
  ...(price !== undefined && price < 0 && price !== OWN_PRICE
    ? [["price", "Цена не может быть меньше нуля; −1 — цена самого блюда."] as const]
    : []),
];

const checkModifiers = async (tx: Db, owner: Owner, itemId: number, lines: Modifiers): Promise<void> => {
  const itemIds = lines.map(({ modificatorId }) => modificatorId).filter((id) => id > 0);
  const categoryIds = lines.map(({ categoryModificatorId }) => categoryModificatorId).filter((id) => id > 0);
  const visible = {
    itemId,
    categories: await findVisibleIds(tx, "category", owner, categoryIds),
    items: await findVisibleIds(tx, "item", owner, itemIds),
    pairs: await categoryPairs(tx, itemIds),
  };
  const errors: FieldErrors = {};
  for (const [index, line] of lines.entries()) {
    const choice = choiceError(lines, index, visible);
    for (const [field, text] of choice ? [choice, ...numberErrors(line)] : numberErrors(line))
      errors[`modificators.${index}.${field}`] = text;
  }
  refuseFields(errors);
};

/**
 * Returns the categories from which a guest must choose at least one modifier. If all lines of a category lack
 * `isRequired`, the category stays as it is in `before`, because clients of the documented API do not send this flag.
 */
const requiredCategories = (lines: Modifiers, before: ReadonlySet<number>): ReadonlySet<number> => {
  const flagged = lines.filter(({ isRequired }) => isRequired !== undefined);
  const known = new Set(flagged.map(({ categoryModificatorId: id }) => id));
  const required = flagged.filter(({ isRequired }) => isRequired).map(({ categoryModificatorId: id }) => id);
  return new Set([...required, ...[...before].filter((id) => !known.has(id))]);
};

/** Replaces the modifier lines of a dish and keeps the ids of existing lines. Throws `Invalid` for invalid lines. */
export const writeModifiers = async (tx: Db, owner: Owner, itemId: number, lines: Modifiers): Promise<void> => {
  await checkModifiers(tx, owner, itemId, lines);
  const kept = lines.flatMap(({ id = 0 }) => (id > 0 ? [id] : []));
  const rows = await tx
    .deleteFrom("item_modificator")
    .where("item_id", "=", itemId)
    .returning(["id", "category_modificator_id as categoryId", "is_required as isRequired"])
    .execute();
  const wasRequired = rows.filter(({ isRequired }) => isRequired).map(({ categoryId }) => categoryId);
  const required = requiredCategories(lines, new Set(wasRequired));
  const before = new Set(rows.map(({ id }) => id).filter((id) => kept.includes(id)));
  for (const { id = 0, modificatorId, categoryModificatorId, portion = 1, price = OWN_PRICE } of lines) {
    const values = {
      item_id: itemId,
      category_modificator_id: categoryModificatorId,
      modificator_id: modificatorId,
      portion,
      price,
      is_required: required.has(categoryModificatorId),
    };
    const isKept = before.delete(id);
    await tx
      .insertInto("item_modificator")
      .values({ ...(isKept && { id }), ...values })
      .execute();
  }
};
