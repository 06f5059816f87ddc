import type { Schemas } from "#api/client.ts";
import { decimalText } from "#domain/decimal.ts";
import { truncateText } from "../shared/truncateText.ts";
import type { TableItem } from "./itemExport.ts";
import { COLUMNS } from "./itemTable.ts";

/** Valid row of an imported table, with the dish after the import and, if it exists, the dish before the import. */
export interface PlannedRow {
  readonly row: number;
  readonly before: TableItem | undefined;
  readonly after: Omit<TableItem, "id">;
}

const FIELDS = [
  "name",
  "price",
  "categoriesId",
  "defaultCategoryId",
  "vendorCode",
  "internalInfo",
  "isActive",
] as const;

const LABELS = {
  name: COLUMNS.name,
  price: COLUMNS.price,
  categoriesId: COLUMNS.categories,
  defaultCategoryId: COLUMNS.defaultCategory,
  vendorCode: COLUMNS.vendorCode,
  internalInfo: COLUMNS.internalInfo,
  isActive: COLUMNS.isActive,
};

type Field = (typeof FIELDS)[number];
type Names = ReadonlyMap<number, string>;

const sortedText = (ids: readonly number[]): string => [...ids].sort((one, other) => one - other).join();

const differs = (field: Field, before: TableItem, after: Omit<TableItem, "id">): boolean =>
  field === "categoriesId"
    ? sortedText(before.categoriesId) !== sortedText(after.categoriesId)
    : before[field] !== after[field];

/** Returns the fields of a dish that a row changes. For a new dish returns all fields. */
export const listChangedFacts = ({ before, after }: PlannedRow): readonly Field[] =>
  before ? FIELDS.filter((field) => differs(field, before, after)) : FIELDS;

const formatValue = (value: TableItem[Field], names: Names): string => {
  if (value === null || value === "") return "—";
  if (typeof value === "boolean") return value ? "да" : "нет";
  if (typeof value === "number") return decimalText(value);
  return typeof value === "string" ? truncateText(value, 100) : value.map((id) => names.get(id) ?? "").join(", ");
};

const formatFields = (item: Omit<TableItem, "id">, fields: readonly Field[], names: Names): string =>
  fields
    .map((field) => {
      const isCategory = field === "defaultCategoryId" && item[field] !== null;
      return `${LABELS[field]}: ${isCategory ? (names.get(item[field] ?? 0) ?? "") : formatValue(item[field], names)}`;
    })
    .join("; ");

/** Describes the changes of an imported row. The user sees them before confirming the import. */
export const describeImportRow = (one: PlannedRow, names: Names): Schemas["ItemImportRow"] => ({
  row: one.row,
  change: one.before ? "update" : "add",
  name: one.after.name,
  was: one.before ? formatFields(one.before, listChangedFacts(one), names) : "",
  now: formatFields(one.after, one.before ? listChangedFacts(one) : ["price", "categoriesId"], names),
});
