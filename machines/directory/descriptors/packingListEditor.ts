import { type Api, type Schemas, unwrap } from "#api/client.ts";
import type { Day } from "#domain/dates.ts";
import { wallDay } from "#domain/days.ts";
import { decimalText, parseDecimal } from "#domain/decimal.ts";
import type { PackingLine } from "#domain/packingList.ts";
import { findUnit, isSameUnit, type Packed, toBaseUnits, type Unit, unitsOf } from "#domain/units.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import { type EditorDescriptor, MissingEntry, type SaveRequestOf } from "#machines/directory/types.ts";
import { type DocumentDays, documentDateOf } from "./documentDate.ts";
import { mergeDocuments, nextLineKey } from "./documentLines.ts";
import {
  type PackingList,
  type PackingListItem,
  type PackingListTable,
  packingListDocument,
  packingListItemsQuery,
} from "./packingLists.ts";
import { type SupplierRow, supplierDirectory } from "./suppliers.ts";

/** Line of the form, with numbers as typed. A `stockItemId` of 0 means that no item is chosen. */
export interface PackingLineDraft {
  /** React key of the line, unique while the form is open. */
  key: number;
  stockItemId: number;
  /** Unit of the quantity and of the price. Null means the base unit of the item. */
  pack: Unit | null;
  count: string;
  price: string;
  vat: string;
}

/** Draft of a packing list. `savedDate` is the stored time, or empty for a new list. */
export interface PackingListDraft {
  supplierId: number;
  kind: Schemas["PackingListKind"];
  itemNumber: string;
  day: Day;
  savedDate: string;
  comment: string;
  isVatIncluded: boolean;
  isDuplicateAllowed: boolean;
  items: PackingLineDraft[];
}

/** Line that a link passes in its query string to the form of a new packing list. */
export interface LinkedLine {
  readonly id: number;
  readonly count: string;
  readonly unit: string;
  readonly price: string;
  readonly vat: string;
}

/**
 * Company of a packing list, with the time zone and the current day of the company. `supplierId` is the supplier of a
 * new list.
 */
export interface PackingListScope extends DocumentDays {
  readonly companyId: number;
  readonly supplierId?: number | undefined;
  /** Lines of a new list, as read from the query string. */
  readonly lines?: readonly LinkedLine[] | undefined;
}

/** Data for the select fields of the form. */
export interface PackingListChoices {
  readonly suppliers: readonly SupplierRow[];
  readonly items: readonly PackingListItem[];
}

/**
 * Returns a new empty line with the VAT of the last line, or a VAT of 0 if there is no line. Its key differs from the
 * keys of all `lines`.
 */
export const blankLine = (lines: readonly PackingLineDraft[]): PackingLineDraft => ({
  key: nextLineKey(lines),
  stockItemId: 0,
  pack: null,
  count: "",
  price: "",
  vat: lines.at(-1)?.vat ?? "0",
});

/** Returns true if no item is chosen and neither a quantity nor a price is typed. */
export const isBlankLine = ({ stockItemId, count, price }: PackingLineDraft): boolean =>
  stockItemId === 0 && count.trim() === "" && price.trim() === "";

/**
 * Parses the numbers of a line. A text that is not a number counts as 0. If the line has a pack unit, the quantity and
 * the price are converted to the base unit, and `pack` contains them as typed.
 */
export const lineNumbers = ({ pack, count, price, vat }: PackingLineDraft): PackingLine => {
  const entered = { count: parseDecimal(count) ?? 0, price: parseDecimal(price) ?? 0 };
  const line = { ...entered, vat: parseDecimal(vat) ?? 0 };
  if (!pack) return line;
  const { name, factor } = pack;
  return { ...line, ...toBaseUnits({ factor, ...entered }), pack: { name, factor, ...entered } };
};

/**
 * Returns the units that can be chosen for a line, the base unit first. The stored unit of the line is added if the
 * item no longer has a unit with this name and factor.
 */
export const lineUnits = (item: Packed, pack: Unit | null): readonly Unit[] => {
  const units = unitsOf(item);
  return pack && !units.some(({ name, factor }) => name === pack.name && factor === pack.factor)
    ? [...units, pack]
    : units;
};

/** Converts a chosen unit into the unit of a line draft: null if no unit or the base unit of the item is chosen. */
export const toPack = ({ unit }: Packed, chosen: Unit | undefined): Unit | null =>
  !chosen || (chosen.factor === 1 && isSameUnit(chosen.name, unit)) ? null : chosen;

/**
 * Parses the lines of a query string made by `packingListQuery`. Ignores lines without a valid id or count. An
 * invalid VAT rate becomes 0.
 */
export const parseLinkedLines = (query: URLSearchParams): readonly LinkedLine[] =>
  query.getAll("line").flatMap((line) => {
    const [id = "", count = "", unit = "", price = "", vat = ""] = line.split("~");
    const isValid = /^[1-9]\d{0,9}$/.test(id) && parseDecimal(count) !== undefined;
    return isValid ? [{ id: Number(id), count, unit, price, vat: parseDecimal(vat) === undefined ? "0" : vat }] : [];
  });

/** Converts the lines of a link into lines of the form. Leaves out lines with a stock item that does not exist. */
const toLineDrafts = (lines: readonly LinkedLine[], items: readonly PackingListItem[]): PackingLineDraft[] =>
  lines.flatMap(({ id, unit, ...numbers }, at) => {
    const item = items.find((one) => one.id === id);
    if (!item) return [];
    return [{ key: at + 1, stockItemId: id, pack: unit ? toPack(item, findUnit(item, unit)) : null, ...numbers }];
  });

type StoredLine = Pick<PackingList["items"][number], "count" | "price" | "pack">;

/** Returns the unit of a stored line, and the count and the price in this unit as texts. */
const enteredTexts = (
  line: Pick<StoredLine, "count" | "price"> & { readonly pack?: StoredLine["pack"] | undefined },
) => {
  const { count, price } = line.pack ?? line;
  const pack = line.pack ? { name: line.pack.name, factor: line.pack.factor } : null;
  return { pack, count: decimalText(count), price: decimalText(price) };
};

/**
 * Adds the lines of a table file to the lines of the form, and removes blank lines. A line of the table replaces the
 * form's line of the same stock item.
 */
export const addTableLines = (
  lines: readonly PackingLineDraft[],
  table: Pick<PackingListTable, "items">,
): PackingLineDraft[] => {
  const merged = lines.filter((line) => !isBlankLine(line));
  for (const { stockItemId, vat = 0, ...line } of table.items) {
    const texts = { stockItemId, ...enteredTexts(line), vat: decimalText(vat) };
    const at = merged.findIndex((line) => line.stockItemId === stockItemId);
    const before = merged[at];
    if (before) merged[at] = { ...before, ...texts };
    else merged.push({ key: nextLineKey([...lines, ...merged]), ...texts });
  }
  return merged;
};

const draftOf = (list: PackingList, { zone }: PackingListScope): PackingListDraft => ({
  supplierId: list.supplierId,
  kind: list.kind,
  itemNumber: list.itemNumber ?? "",
  day: wallDay(Date.parse(list.date), zone),
  savedDate: list.date,
  comment: list.comment ?? "",
  isVatIncluded: list.isVatIncluded,
  isDuplicateAllowed: list.isDuplicate,
  items: list.items.map((line, at) => ({
    key: at + 1,
    stockItemId: line.stockItemId,
    ...enteredTexts(line),
    vat: decimalText(line.vat),
  })),
});

const toLineSave = (draft: PackingLineDraft): Schemas["PackingListLineSave"] => {
  const { pack, ...line } = lineNumbers(draft);
  return { stockItemId: draft.stockItemId, ...line, ...(pack && { pack }) };
};

const bodyOf = (draft: PackingListDraft, scope: PackingListScope): Schemas["PackingListSave"] => {
  const date = documentDateOf(draft, scope);
  return {
    companyId: scope.companyId,
    supplierId: draft.supplierId,
    kind: draft.kind,
    itemNumber: draft.itemNumber.trim() || null,
    comment: draft.comment.trim() || null,
    isVatIncluded: draft.isVatIncluded,
    isDuplicateAllowed: draft.isDuplicateAllowed,
    ...(date !== undefined && { date }),
    items: draft.items.filter((line) => !isBlankLine(line)).map(toLineSave),
  };
};

const save = (
  api: Api,
  scope: PackingListScope,
  { id, draft, version, key }: SaveRequestOf<PackingListDraft>,
  signal: AbortSignal,
) => {
  const { companyId } = scope;
  const body = bodyOf(draft, scope);
  if (id === undefined) {
    const params = { path: { companyId }, header: { "Idempotency-Key": key } };
    return unwrap(api.POST("/api/PackingList/Company/{companyId}", { params, body, signal }));
  }
  const params = { path: { companyId, id: Number(id) }, header: toWriteHeaders({ version, key }) };
  return unwrap(
    api.PUT("/api/PackingList/{id}/Company/{companyId}", { params, body: { ...body, id: Number(id) }, signal }),
  );
};

/**
 * Descriptor of the editor of a draft packing list. Opening a packing list that is no longer a draft throws
 * `MissingEntry`.
 */
export const packingListEditor: EditorDescriptor<PackingListScope, PackingListDraft, PackingListChoices> = {
  name: "packingList",
  permission: () => "stock.edit",
  loadChoices: async (api, { companyId }, signal) => {
    const path = { companyId };
    const [suppliers, items] = await Promise.all([
      supplierDirectory.list(api, path, signal),
      packingListItemsQuery.load(api, { companyId }, signal),
    ]);
    return { suppliers, items };
  },
  blank: ({ today, supplierId = 0, lines = [] }, { items }) => {
    const drafts = toLineDrafts(lines, items);
    return {
      supplierId,
      kind: "delivery",
      itemNumber: "",
      day: today,
      savedDate: "",
      comment: "",
      isVatIncluded: true,
      isDuplicateAllowed: false,
      items: drafts.length > 0 ? drafts : [blankLine([])],
    };
  },
  read: async (api, scope, id, signal) => {
    const list = await packingListDocument.load(api, { companyId: scope.companyId, id: Number(id) }, signal);
    if (list.state !== "draft") throw new MissingEntry();
    return { draft: draftOf(list, scope), version: list.version };
  },
  save,
  merge: mergeDocuments,
};
