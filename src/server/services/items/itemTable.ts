import { decimalText, parseDecimal } from "#domain/decimal.ts";
import { acceptDecimalInput } from "#domain/fieldInput.ts";
import { findNameFlaw } from "../shared/versioning.ts";

/** Headings of the columns in the table of dishes, from left to right. */
export const COLUMNS = {
  id: "Id",
  name: "Название",
  price: "Цена",
  categories: "Категории",
  defaultCategory: "Основная категория",
  vendorCode: "Артикул",
  internalInfo: "Информация для повара",
  isActive: "Активна",
} as const;

export type Column = keyof typeof COLUMNS;

/**
 * Separator between categories in one cell. Category names may contain ' - ' and commas, so these cannot be the
 * separator.
 */
const SEPARATOR = " | ";

/** Fields of a dish in a table row. A field without a column in the table is undefined and stays unchanged. */
export interface ItemFields {
  readonly name?: string | undefined;
  readonly price?: number | undefined;
  readonly categoriesId?: readonly number[] | undefined;
  readonly defaultCategoryId?: number | null | undefined;
  readonly vendorCode?: string | undefined;
  readonly internalInfo?: string | undefined;
  readonly isActive?: boolean | undefined;
}

/** Error in a cell, with a message for the user. */
export interface CellError {
  readonly column: Column;
  readonly message: string;
}

/** Parsed row of the table with the errors in its cells. */
export interface ReadRow {
  readonly id: number | undefined;
  readonly fields: ItemFields;
  readonly errors: readonly CellError[];
}

/** Categories to which a table may refer by name. */
export interface Categories {
  /**
   * Category ids, keyed by full name and by short name in lower case. A short name is omitted if it is also the full
   * name of a different category.
   */
  readonly ids: ReadonlyMap<string, readonly number[]>;
  readonly fullNames: ReadonlyMap<number, string>;
}

/** Dish before the import of its row. */
interface CurrentItem {
  readonly name: string;
  readonly categoriesId: readonly number[];
  readonly defaultCategoryId: number | null;
}

const MAX_PRICE = 99_999_999.99999;
const MAX_ID = 2_147_483_647;

class CellProblem extends Error {}

const refuse = (message: string): never => {
  throw new CellProblem(message);
};

const limitLength = (text: string, length: number): string =>
  text.length > length ? refuse(`Не больше ${length} знаков.`) : text;

/**
 * Reads the name in a cell. Accepts the current name of the dish even if it contains line breaks, because older names
 * may contain them. Throws `CellProblem` for any other name that is not allowed.
 */
const readName = (text: string, current: string | undefined): string => {
  const name = text.trim();
  if (current !== undefined && name === current.trim()) return current;
  const flaw = findNameFlaw(name);
  return flaw ? refuse(flaw) : limitLength(name, 200);
};

const readPrice = (text: string): number => {
  const price = parseDecimal(text.replace(/\s/g, ""));
  if (price === undefined) return refuse("Это не число.");
  if (price < 0 || price > MAX_PRICE) return refuse(`Цена от 0 до ${decimalText(MAX_PRICE)}.`);
  const plain = text.replace(/\s/g, "").replace(",", ".");
  return acceptDecimalInput(plain, "") === plain ? price : refuse("Не больше 5 знаков после запятой.");
};

const readId = (text: string): number | undefined => {
  if (text === "") return undefined;
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return id < 1 || id > MAX_ID ? refuse("Id — целое число; у новой позиции его нет.") : id;
};

const YES = new Set(["да", "1", "true", "истина", "yes", "+"]);
const NO = new Set(["нет", "0", "false", "ложь", "no", "-"]);

const readBoolean = (text: string): boolean => {
  const word = text.toLowerCase();
  if (word === "" || YES.has(word)) return true;
  return NO.has(word) ? false : refuse("Укажите «да» или «нет».");
};

/** Returns the cell text for a list of categories. */
export const cellOf = (ids: readonly number[], { fullNames }: Categories): string =>
  ids.map((id) => fullNames.get(id) ?? "").join(SEPARATOR);

/**
 * Finds a category by name, or by name among the dish's categories if the name is ambiguous. Throws `CellProblem` for
 * an unknown name, and for an ambiguous name if the dish has none of these categories.
 */
const readCategory = (text: string, categories: Categories, current: readonly number[]): number => {
  const name = limitLength(text.trim(), 200);
  const ids = categories.ids.get(name.toLowerCase()) ?? [];
  const [id] = ids.length > 1 ? ids.filter((one) => current.includes(one)) : ids;
  return id ?? refuse(ids.length > 1 ? `Категорий «${name}» несколько.` : `Категории «${name}» нет.`);
};

const readCategories = (text: string, categories: Categories, current: readonly number[]): readonly number[] => {
  // A category name may contain the separator. Comparing the whole text first keeps unchanged categories intact.
  if (text !== "" && text === cellOf(current, categories).trim()) return current;
  const names = text.split("|").filter((name) => name.trim() !== "");
  if (names.length === 0) return refuse("Укажите хотя бы одну категорию.");
  return [...new Set(names.map((name) => readCategory(name, categories, current)))];
};

const checkDefault = (fields: ItemFields): void => {
  const { categoriesId, defaultCategoryId } = fields;
  if (defaultCategoryId && categoriesId && !categoriesId.includes(defaultCategoryId))
    refuse("Основная категория должна быть среди категорий.");
};

/**
 * Reads a table row, and returns the problems of its cells instead of throwing an error. `head` maps each column to its
 * position, and `items` contains the dishes of the owner.
 */
export const readRow = (
  cells: readonly string[],
  head: ReadonlyMap<Column, number>,
  categories: Categories,
  items: ReadonlyMap<number, CurrentItem>,
): ReadRow => {
  const errors: CellError[] = [];
  const read = <Value>(column: Column, parse: (text: string) => Value): Value | undefined => {
    const index = head.get(column);
    if (index === undefined) return undefined;
    try {
      return parse(cells[index] ?? "");
    } catch (failure) {
      if (!(failure instanceof CellProblem)) throw failure;
      errors.push({ column, message: failure.message });
      return undefined;
    }
  };
  const id = read("id", readId);
  const item = id === undefined ? undefined : items.get(id);
  const current = item?.categoriesId ?? [];
  const categoriesId = read("categories", (text) => readCategories(text, categories, current));
  const currentDefault = item?.defaultCategoryId ?? null;
  const readDefault = (text: string): number | null => {
    if (text === "") return null;
    return currentDefault !== null && text === categories.fullNames.get(currentDefault)
      ? currentDefault
      : readCategory(text, categories, categoriesId ?? current);
  };
  const fields: ItemFields = {
    name: read("name", (text) => readName(text, item?.name)),
    price: read("price", readPrice),
    categoriesId,
    defaultCategoryId: read("defaultCategory", readDefault),
    vendorCode: read("vendorCode", (text) => limitLength(text, 50)),
    internalInfo: read("internalInfo", (text) => limitLength(text, 2000)),
    isActive: read("isActive", readBoolean),
  };
  read("defaultCategory", () => checkDefault(fields));
  return { id, fields, errors };
};

/**
 * Reads the positions of the columns from the heading of a table. Also returns the names of unknown and of repeated
 * columns.
 */
export const readHead = (
  cells: readonly string[],
): { readonly head: ReadonlyMap<Column, number>; readonly unknown: readonly string[] } => {
  const names = Object.entries(COLUMNS).map(([column, name]) => [name.toLowerCase(), column] as const);
  const byName = new Map<string, string>(names);
  const isColumn = (name: string | undefined): name is Column => name !== undefined && name in COLUMNS;
  const head = new Map<Column, number>();
  const unknown: string[] = [];
  for (const [index, cell] of cells.entries()) {
    const column = byName.get(cell.toLowerCase());
    if (isColumn(column) && !head.has(column)) head.set(column, index);
    else if (cell !== "") unknown.push(cell);
  }
  return { head, unknown };
};
