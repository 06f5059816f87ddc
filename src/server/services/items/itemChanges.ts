import type { Schemas } from "#api/client.ts";
import { decimalText } from "#domain/decimal.ts";
import { truncateText } from "../shared/truncateText.ts";
import type { TableItem } from "./itemExport.ts";
import { COLUMNS } from "./itemTable.ts";

/** A row that can be written: the dish as it was, unless it is new, and as it becomes. */
export interface Planned {
  readonly row: number;
  readonly before: TableItem | undefined;
  readonly after: Omit<TableItem, "id">;
}

const FACTS = ["name", "price", "categoriesId", "defaultCategoryId", "vendorCode", "internalInfo", "isActive"] as const;

const LABELS = {
  name: COLUMNS.name,
  price: COLUMNS.price,
  categoriesId: COLUMNS.categories,
  defaultCategoryId: COLUMNS.defaultCategory,
  vendorCode: COLUMNS.vendorCode,
  internalInfo: COLUMNS.internalInfo,
  isActive: COLUMNS.isActive,
};

type Fact = (typeof FACTS)[number];
type Names = ReadonlyMap<number, string>;

const sortedText = (ids: readonly number[]): string => [...ids].sort((one, other) => one - other).join();

const differs = (fact: Fact, before: TableItem, after: Omit<TableItem, "id">): boolean =>
  fact === "categoriesId"
    ? sortedText(before.categoriesId) !== sortedText(after.categoriesId)
    : before[fact] !== after[fact];

/** What of a dish a row changes; in a new dish everything. */
export const listChangedFacts = ({ before, after }: Planned): readonly Fact[] =>
  before ? FACTS.filter((fact) => differs(fact, before, after)) : FACTS;

const words = (value: TableItem[Fact], names: Names): string => {
  if (value === null || value === "") return "—";
  if (typeof value === "boolean") return value ? "да" : "нет";
  if (typeof value === "number") return decimalText(value).replace(".", ",");
  return typeof value === "string" ? truncateText(value, 100) : value.map((id) => names.get(id) ?? "").join(", ");
};

const said = (item: Omit<TableItem, "id">, facts: readonly Fact[], names: Names): string =>
  facts
    .map((fact) => {
      const isCategory = fact === "defaultCategoryId" && item[fact] !== null;
      return `${LABELS[fact]}: ${isCategory ? (names.get(item[fact] ?? 0) ?? "") : words(item[fact], names)}`;
    })
    .join("; ");

/** A row in words, for whoever decides whether it is written. */
export const describeImportRow = (one: Planned, names: Names): Schemas["ItemImportRow"] => ({
  row: one.row,
  change: one.before ? "update" : "add",
  name: one.after.name,
  was: one.before ? said(one.before, listChangedFacts(one), names) : "",
  now: said(one.after, one.before ? listChangedFacts(one) : ["price", "categoriesId"], names),
});
