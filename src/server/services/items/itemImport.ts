import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { type CatalogueScope, lockOwner, type Owner } from "../catalogue/catalogueScope.ts";
import { Conflict } from "../shared/domainErrors.ts";
import { truncateText } from "../shared/truncateText.ts";
import { describeImportRow, listChangedFacts, type PlannedRow } from "./itemChanges.ts";
import { indexCategories, listNamedCategories, listOwnItems, requireHome, type TableItem } from "./itemExport.ts";
import { findVisibleIds } from "./itemLines.ts";
import { type Categories, COLUMNS, type Column, type ItemFields, readHead, readRow } from "./itemTable.ts";

type Report = Schemas["ItemImportReport"];
type RowError = Schemas["ItemImportError"];

const MOST_SHOWN = 200;

interface Plan {
  readonly planned: readonly PlannedRow[];
  readonly errors: readonly RowError[];
}

const errorOf = (row: number, column: Column | null, message: string): RowError => ({
  row,
  column: column && COLUMNS[column],
  message,
});

const findMissingColumn = ({ name, price, categoriesId }: ItemFields): Column | undefined => {
  if (name === undefined) return "name";
  if (price === undefined) return "price";
  return categoriesId === undefined ? "categories" : undefined;
};

const blankItem: Omit<TableItem, "id"> = {
  name: "",
  price: 0,
  vendorCode: "",
  internalInfo: "",
  isActive: true,
  categoriesId: [],
  defaultCategoryId: null,
};

/**
 * Merges the fields of a row into a dish, and clears a main category that the dish does not have. If the table has no
 * column for the main category, the first category of a new dish becomes its main category.
 */
const mergeRow = (before: TableItem | undefined, fields: ItemFields): Omit<TableItem, "id"> => {
  const was = before ?? blankItem;
  const categoriesId = fields.categoriesId ?? was.categoriesId;
  const previousDefault = before ? was.defaultCategoryId : (categoriesId[0] ?? null);
  const main = fields.defaultCategoryId === undefined ? previousDefault : fields.defaultCategoryId;
  return {
    name: fields.name ?? was.name,
    price: fields.price ?? was.price,
    vendorCode: fields.vendorCode ?? was.vendorCode,
    internalInfo: fields.internalInfo ?? was.internalInfo,
    isActive: fields.isActive ?? was.isActive,
    categoriesId,
    defaultCategoryId: main !== null && categoriesId.includes(main) ? main : null,
  };
};

const planRows = (
  table: readonly (readonly string[])[],
  items: ReadonlyMap<number, TableItem>,
  categories: Categories,
): Plan => {
  const { head, unknown } = readHead(table[0] ?? []);
  const errors: RowError[] = unknown.map((name) => errorOf(1, null, `Столбец «${truncateText(name, 60)}» не знаком.`));
  if (!head.has("name") && !head.has("id")) return { planned: [], errors: [errorOf(1, "name", "Такого столбца нет.")] };
  const planned: PlannedRow[] = [];
  const seen = new Set<number>();
  for (const [index, cells] of table.entries()) {
    const row = index + 1;
    if (index === 0 || cells.every((cell) => cell === "")) continue;
    const { id, fields, errors: cellErrors } = readRow(cells, head, categories, items);
    const before = id === undefined ? undefined : items.get(id);
    const rowErrors = cellErrors.map(({ column, message }) => errorOf(row, column, message));
    if (id !== undefined && !before) rowErrors.push(errorOf(row, "id", "Своей позиции с таким Id нет."));
    if (id !== undefined && seen.has(id)) rowErrors.push(errorOf(row, "id", "Эта позиция в таблице уже есть."));
    const missing = id === undefined && rowErrors.length === 0 ? findMissingColumn(fields) : undefined;
    if (missing) rowErrors.push(errorOf(row, missing, "Новой позиции это нужно."));
    if (id !== undefined) seen.add(id);
    const after = mergeRow(before, fields);
    if (fields.defaultCategoryId && after.defaultCategoryId === null && rowErrors.length === 0)
      rowErrors.push(errorOf(row, "defaultCategory", "Основная категория должна быть среди категорий."));
    if (rowErrors.length > 0) errors.push(...rowErrors);
    else planned.push({ row, before, after });
  }
  return { planned, errors };
};

const newIds = async (tx: Db, count: number): Promise<readonly number[]> => {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('item', 'id'))::int as id
    from generate_series(1, ${count}::int)`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Writes all changed dishes with a constant number of SQL statements. Throws `Conflict` if a category was removed. */
const write = async (tx: Db, owner: Owner, changed: readonly PlannedRow[]): Promise<void> => {
  const used = [...new Set(changed.flatMap(({ after }) => after.categoriesId))];
  if ((await findVisibleIds(tx, "category", owner, used)).size < used.length)
    throw new Conflict("Пока вы смотрели таблицу, категорию удалили. Проверьте файл ещё раз.");
  const ids = await newIds(tx, changed.filter(({ before }) => !before).length);
  let next = 0;
  const rows = JSON.stringify(
    changed.map((one) => ({
      ...one.after,
      id: one.before?.id ?? ids[next++],
      isNew: !one.before,
      hasNewCategories: listChangedFacts(one).includes("categoriesId"),
    })),
  );
  const input = sql`jsonb_to_recordset(${rows}::jsonb) as r(id int, "isNew" boolean, name text, price numeric,
    "vendorCode" text, "internalInfo" text, "isActive" boolean, "defaultCategoryId" int, "categoriesId" jsonb,
    "hasNewCategories" boolean)`;
  await sql`insert into item (id, company_id, company_group_id, name, price, vendor_code, internal_info, is_active, default_category_id)
    select r.id, ${owner.companyId}::int, ${owner.companyGroupId}::int, r.name, r.price, nullif(r."vendorCode", ''),
      nullif(r."internalInfo", ''), r."isActive", r."defaultCategoryId" from ${input} where r."isNew"`.execute(tx);
  await sql`update item i set name = r.name, price = r.price, vendor_code = nullif(r."vendorCode", ''),
      internal_info = nullif(r."internalInfo", ''), is_active = r."isActive", default_category_id = r."defaultCategoryId",
      version = i.version + 1
    from ${input} where i.id = r.id and not r."isNew"`.execute(tx);
  await sql`delete from item_category where item_id in (select r.id from ${input} where r."hasNewCategories")`.execute(
    tx,
  );
  await sql`insert into item_category (item_id, category_id)
    select r.id, c.id::int from ${input} cross join lateral jsonb_array_elements_text(r."categoriesId") as c(id)
    where r."hasNewCategories"`.execute(tx);
};

const tableConflict = (errors: readonly RowError[]) =>
  new Conflict("В таблице есть ошибки, ничего не записано. Проверьте файл ещё раз.", {
    errors: Object.fromEntries(
      errors.slice(0, 20).map(({ row, column, message }) => [`Строка ${row}${column ? `, ${column}` : ""}`, message]),
    ),
  });

/**
 * Creates and updates the dishes of an owner from a table, all rows or none; a dry run writes nothing and returns a
 * report with the errors. Throws `Conflict` with the errors of the rows if a row is invalid, and the errors of
 * `requireHome` and `write`.
 */
export const importItems = async (
  tx: Db,
  scope: CatalogueScope,
  { table, isDry }: { table: readonly (readonly string[])[]; isDry: boolean },
): Promise<Report> => {
  const owner = requireHome(scope);
  if (!isDry) await lockOwner(tx, owner);
  const categories = indexCategories(await listNamedCategories(tx, owner));
  const items = await listOwnItems(tx, owner);
  const { planned, errors } = planRows(table, new Map(items.map((item) => [item.id, item])), categories);
  const changed = planned.filter((one) => listChangedFacts(one).length > 0);
  if (!isDry && errors.length > 0) throw tableConflict(errors);
  if (!isDry && changed.length > 0) await write(tx, owner, changed);
  const added = changed.filter(({ before }) => !before).length;
  return {
    isWritten: !isDry,
    added,
    updated: changed.length - added,
    unchanged: planned.length - changed.length,
    errors: errors.slice(0, MOST_SHOWN),
    rows: changed.slice(0, MOST_SHOWN).map((one) => describeImportRow(one, categories.fullNames)),
  };
};
