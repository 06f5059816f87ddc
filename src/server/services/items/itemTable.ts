import { decimalText, parseDecimal } from "#domain/decimal.ts";
import { acceptDecimalInput } from "#domain/fieldInput.ts";

/** Columns of the table of dishes, in their order. */
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

/** A column of the table of dishes. */
export type Column = keyof typeof COLUMNS;

/** Between the categories of one cell; their own names have ' - ' and commas in them. */
const BETWEEN = " | ";

/** A dish as a row of the table has it; a column that the table lacks is undefined and leaves what there is. */
export interface ItemFields {
  readonly name?: string | undefined;
  readonly price?: number | undefined;
  readonly categoriesId?: readonly number[] | undefined;
  readonly defaultCategoryId?: number | null | undefined;
  readonly vendorCode?: string | undefined;
  readonly internalInfo?: string | undefined;
  readonly isActive?: boolean | undefined;
}

/** Why a cell cannot be taken. */
export interface CellError {
  readonly column: Column;
  readonly message: string;
}

/** What a row says of a dish, and what is wrong with it. */
export interface ReadRow {
  readonly id: number | undefined;
  readonly fields: ItemFields;
  readonly errors: readonly CellError[];
}

/** The categories that a table may name. */
export interface Categories {
  /** Their ids by full name, and by their own name where no full name is the same; in small letters. */
  readonly ids: ReadonlyMap<string, readonly number[]>;
  readonly fullNames: ReadonlyMap<number, string>;
}

/** Where a dish stands before its row is read. */
interface Placed {
  readonly categoriesId: readonly number[];
  readonly defaultCategoryId: number | null;
}

const MAX_PRICE = 99_999_999.99999;
const MAX_ID = 2_147_483_647;

class CellProblem extends Error {}

const refuse = (message: string): never => {
  throw new CellProblem(message);
};

const upTo = (text: string, length: number): string =>
  text.length > length ? refuse(`Не больше ${length} знаков.`) : text;

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

const readYes = (text: string): boolean => {
  const word = text.toLowerCase();
  if (word === "" || YES.has(word)) return true;
  return NO.has(word) ? false : refuse("Укажите «да» или «нет».");
};

/** Categories as a cell has them. */
export const cellOf = (ids: readonly number[], { fullNames }: Categories): string =>
  ids.map((id) => fullNames.get(id) ?? "").join(BETWEEN);

/** Of several categories of one name the one that the dish is in anyway is meant. */
const readCategory = (text: string, known: Categories, own: readonly number[]): number => {
  const name = upTo(text.trim(), 200);
  const ids = known.ids.get(name.toLowerCase()) ?? [];
  const [id] = ids.length > 1 ? ids.filter((one) => own.includes(one)) : ids;
  return id ?? refuse(ids.length > 1 ? `Категорий «${name}» несколько.` : `Категории «${name}» нет.`);
};

const readCategories = (text: string, known: Categories, own: readonly number[]): readonly number[] => {
  // A name may have the sign in it that stands between names.
  if (text !== "" && text === cellOf(own, known).trim()) return own;
  const names = text.split("|").filter((name) => name.trim() !== "");
  if (names.length === 0) return refuse("Укажите хотя бы одну категорию.");
  return [...new Set(names.map((name) => readCategory(name, known, own)))];
};

const checkDefault = (fields: ItemFields): void => {
  const { categoriesId, defaultCategoryId } = fields;
  if (defaultCategoryId && categoriesId && !categoriesId.includes(defaultCategoryId))
    refuse("Основная категория должна быть среди категорий.");
};

/** Reads a row of the table; `head` says which column stands where, `items` where the owner's dishes stand. */
export const readRow = (
  cells: readonly string[],
  head: ReadonlyMap<Column, number>,
  known: Categories,
  items: ReadonlyMap<number, Placed>,
): ReadRow => {
  const errors: CellError[] = [];
  const read = <Value>(column: Column, parse: (text: string) => Value): Value | undefined => {
    const at = head.get(column);
    if (at === undefined) return undefined;
    try {
      return parse(cells[at] ?? "");
    } catch (failure) {
      if (!(failure instanceof CellProblem)) throw failure;
      errors.push({ column, message: failure.message });
      return undefined;
    }
  };
  const id = read("id", readId);
  const was = id === undefined ? undefined : items.get(id);
  const own = was?.categoriesId ?? [];
  const categoriesId = read("categories", (text) => readCategories(text, known, own));
  const main = was?.defaultCategoryId ?? null;
  const readMain = (text: string): number | null => {
    if (text === "") return null;
    return main !== null && text === known.fullNames.get(main) ? main : readCategory(text, known, categoriesId ?? own);
  };
  const fields: ItemFields = {
    name: read("name", (text) => (text === "" ? refuse("Укажите название.") : upTo(text, 200))),
    price: read("price", readPrice),
    categoriesId,
    defaultCategoryId: read("defaultCategory", readMain),
    vendorCode: read("vendorCode", (text) => upTo(text, 50)),
    internalInfo: read("internalInfo", (text) => upTo(text, 2000)),
    isActive: read("isActive", readYes),
  };
  read("defaultCategory", () => checkDefault(fields));
  return { id, fields, errors };
};

/** Which column stands where; the names of those that nobody knows. */
export const readHead = (
  cells: readonly string[],
): { readonly head: ReadonlyMap<Column, number>; readonly unknown: readonly string[] } => {
  const names = Object.entries(COLUMNS).map(([column, name]) => [name.toLowerCase(), column] as const);
  const byName = new Map<string, string>(names);
  const isColumn = (name: string | undefined): name is Column => name !== undefined && name in COLUMNS;
  const head = new Map<Column, number>();
  const unknown: string[] = [];
  for (const [at, cell] of cells.entries()) {
    const column = byName.get(cell.toLowerCase());
    if (isColumn(column) && !head.has(column)) head.set(column, at);
    else if (cell !== "") unknown.push(cell);
  }
  return { head, unknown };
};
