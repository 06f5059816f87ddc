import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { parseDecimal } from "#domain/decimal.ts";
import { MAX_DECIMAL, MIN_QUANTITY } from "#domain/decimalRange.ts";
import { acceptDecimalInput } from "#domain/fieldInput.ts";
import { formatDateTime } from "#domain/format.ts";
import { roundMoney } from "#domain/money.ts";
import type { Table, TableFormat } from "#domain/table.ts";
import { findUnit, formatPack, isSameUnit, type Packed, toBaseUnits, unitsOf } from "#domain/units.ts";
import type { Db } from "../../database/connection.ts";
import { type CatalogueScope, isInScopeSql } from "../catalogue/catalogueScope.ts";
import type { CompanyScope } from "../session/caller.ts";
import { truncateText } from "../shared/truncateText.ts";
import { readPacked } from "../stockItems/stockItemPacks.ts";
import { type WrittenTable, writeTable } from "../tables/writeTable.ts";
import { readPackingList } from "./packingLists.ts";

type Line = Schemas["PackingListLineSave"];
type RowError = Schemas["ItemImportError"];
type Column = "item" | "count" | "unit" | "price" | "vat";

const HEADINGS: Readonly<Record<Column, string>> = {
  item: "Товар",
  count: "Количество",
  unit: "Ед.",
  price: "Цена",
  vat: "НДС, %",
};
const NAMES: Readonly<Record<string, Column>> = {
  товар: "item",
  наименование: "item",
  название: "item",
  количество: "count",
  "кол-во": "count",
  ед: "unit",
  "ед.": "unit",
  "ед. изм.": "unit",
  единица: "unit",
  "единица измерения": "unit",
  цена: "price",
  ндс: "vat",
  "ндс, %": "vat",
  "ставка ндс": "vat",
};
const IN_SEQUENCE: ReadonlyMap<Column, number> = new Map([
  ["item", 0],
  ["count", 1],
  ["price", 2],
  ["vat", 3],
]);
const MOST_LINES = 500;
const MOST_ERRORS = 200;

/** Returns the positions of the columns, or undefined if the first row is not a heading. */
const readHeading = (cells: readonly string[]): ReadonlyMap<Column, number> | undefined => {
  const head = new Map<Column, number>();
  for (const [index, cell] of cells.entries()) {
    const column = NAMES[cell.trim().toLowerCase()];
    if (column && !head.has(column)) head.set(column, index);
  }
  return head.has("item") ? head : undefined;
};

/** Parses the number in a cell. Returns a Russian error message for an invalid number. */
const readNumber = (text: string, { least, most }: { least: number; most: number }): number | string => {
  const plain = text.replace(/[\s%]|р\.$/g, "").replace(",", ".");
  const value = parseDecimal(plain);
  if (value === undefined) return "Это не число.";
  if (acceptDecimalInput(plain, "") !== plain) return "Не больше 5 знаков после запятой.";
  if (value < least || value > most) return most === 100 ? "От 0 до 100." : "Число вне допустимых пределов.";
  return value;
};

/** Splits a quantity with a unit, for example "2 мешка". The unit is an empty text for a plain number. */
const splitCount = (text: string): { count: string; unit: string } => {
  const [, count = text, unit = ""] = /^([\d\s.,]*\d)\s*(\p{L}.*)$/u.exec(text) ?? [];
  return { count, unit };
};

/**
 * Function that returns a number from a cell unchanged. If the value is an error message, stores the message as the
 * error of the cell and returns 0.
 */
type Read = (column: Column, value: number | string) => number;

const unitProblem = (name: string, item: Packed): string => {
  const known = unitsOf(item).map((unit) => unit.name);
  return `Единицы «${truncateText(name, 30)}» у товара нет. Есть: ${known.join(", ")}.`;
};

/** Reads the quantity and the price of a row, in base units and in the unit of the row. */
const readQuantity = (cellOf: (column: Column) => string, item: Packed | undefined, read: Read) => {
  const counted = splitCount(cellOf("count"));
  const name = counted.unit || cellOf("unit");
  const unit = item && name !== "" ? findUnit(item, name) : undefined;
  if (item && name !== "" && !unit) read(counted.unit ? "count" : "unit", unitProblem(name, item));
  const entered = {
    count: read("count", readNumber(counted.count, { least: MIN_QUANTITY, most: MAX_DECIMAL })),
    price: read("price", readNumber(cellOf("price"), { least: 0, most: MAX_DECIMAL })),
  };
  if (!item || !unit || isSameUnit(unit.name, item.unit)) return entered;
  const pack = { ...unit, ...entered };
  const base = toBaseUnits(pack);
  if (entered.count > 0 && (base.count < MIN_QUANTITY || base.count > MAX_DECIMAL))
    read("count", "Число вне допустимых пределов.");
  if (base.price > MAX_DECIMAL) read("price", "Число вне допустимых пределов.");
  return { ...base, pack };
};

const readTitles = async (db: Db, scope: CatalogueScope): Promise<ReadonlyMap<string, readonly number[]>> => {
  const { rows } = await sql<{ title: string; ids: readonly number[] }>`
    select lower(trim(t.title)) as title, array_agg(t.id order by t.id) as ids from stock_item t
    where not t.is_removed and ${isInScopeSql(scope, "t")} group by 1`.execute(db);
  return new Map(rows.map(({ title, ids }) => [title, ids]));
};

const readItem = (title: string, titles: ReadonlyMap<string, readonly number[]>): number | string => {
  if (title === "") return "Укажите товар.";
  const [id, other] = titles.get(title.toLowerCase()) ?? [];
  if (id === undefined) return `Товара «${truncateText(title, 60)}» нет.`;
  return other === undefined ? id : `Товаров «${truncateText(title, 60)}» несколько.`;
};

/**
 * Reads the lines of a packing list from the cells of a table. Returns the valid lines, at most 500, and the errors of
 * the invalid lines by row and column, at most 200.
 */
export const readPackingListTable = async (
  db: Db,
  scope: CatalogueScope,
  table: readonly (readonly string[])[],
): Promise<Schemas["PackingListTable"]> => {
  const titles = await readTitles(db, scope);
  const packed = await readPacked(db, [...titles.values()].flat());
  const heading = readHeading(table[0] ?? []);
  const head = heading ?? IN_SEQUENCE;
  const items: Line[] = [];
  const errors: RowError[] = [];
  const seen = new Set<number>();
  for (const [index, cells] of table.entries()) {
    if ((index === 0 && heading) || cells.every((cell) => cell.trim() === "")) continue;
    const cellOf = (column: Column) => cells[head.get(column) ?? -1]?.trim() ?? "";
    const read: Read = (column, value) => {
      if (typeof value === "number") return value;
      errors.push({ row: index + 1, column: HEADINGS[column], message: value });
      return 0;
    };
    const before = errors.length;
    const stockItemId = read("item", readItem(cellOf("item"), titles));
    if (seen.has(stockItemId)) read("item", "Этот товар в таблице уже есть.");
    const line = {
      stockItemId,
      ...readQuantity(cellOf, packed.get(stockItemId), read),
      vat: read("vat", cellOf("vat") === "" ? 0 : readNumber(cellOf("vat"), { least: 0, most: 100 })),
    };
    if (errors.length > before) continue;
    seen.add(stockItemId);
    items.push(line);
  }
  if (items.length > MOST_LINES)
    errors.unshift({ row: MOST_LINES + 1, column: null, message: "В накладной не больше 500 строк." });
  return { items: items.slice(0, MOST_LINES), errors: errors.slice(0, MOST_ERRORS) };
};

const words = { draft: "черновик", approved: "проведена", reversed: "отменена" } as const;

/** Creates a file with the lines of a packing list. Throws `NotFound` for an unknown list. */
export const exportPackingList = async (
  db: Db,
  company: CompanyScope,
  id: number,
  format: TableFormat,
): Promise<WrittenTable> => {
  const list = await readPackingList(db, company.id, id);
  const table: Table = {
    name: "Накладная",
    head: ["Товар", "Ед.", "Количество", "Цена", "НДС, %", "Сумма НДС", "Сумма", "В упаковках"],
    rows: [
      ...list.items.map((line) => [
        line.stockItemTitle,
        line.stockItemUnit,
        line.count,
        line.price,
        line.vat,
        roundMoney(line.vatAmount),
        roundMoney(line.amount),
        line.pack ? formatPack(line.pack, line.stockItemUnit) : null,
      ]),
      [],
      ["Итого", null, null, null, null, list.vatAmount, list.amount],
      [
        `${list.kind === "return" ? "Возврат поставщику" : "Накладная"} № ${list.itemNumber ?? "б/н"}, ${list.supplierName}, ${formatDateTime(list.date, company.zone.timeZone)}, ${words[list.state]}`,
      ],
    ],
  };
  return writeTable(table, format);
};
