import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { businessDay, dayRange } from "#domain/dates.ts";
import { MAX_DECIMAL, MIN_QUANTITY } from "#domain/decimalRange.ts";
import { formatDateTime } from "#domain/format.ts";
import { documentSums, lineSums } from "#domain/packingList.ts";
import { findUnit, isSameUnit, toBaseUnits, type Unit } from "#domain/units.ts";
import type { Db } from "../../database/connection.ts";
import { isTooFine, tooFineMessage } from "../items/itemLines.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
import { Conflict, type FieldErrors, refuseFields, requireRow } from "../shared/domainErrors.ts";
import type { VersionedId } from "../shared/versioning.ts";
import {
  type DocumentKind,
  documentDateMessage,
  findLineErrors,
  lockDocument,
  parseDocumentDate,
} from "../stock/documentRecord.ts";
import { lockLineItems } from "../stock/stockItemInScope.ts";
import { readPacked } from "../stockItems/stockItemPacks.ts";
import { type FullPackingList, readPackingList } from "./packingLists.ts";

type Save = Schemas["PackingListSave"];
type LineSave = Save["items"][number];

const HIGHEST_AMOUNT = 100_000_000_000;

/** Returns a line with its quantity and price in base units. */
const toLine = ({ pack, vat = 0, ...line }: LineSave) => ({ ...line, vat, pack, ...(pack && toBaseUnits(pack)) });

/** Returns the errors in the numbers of a line, keyed by field. */
const lineFlaws = (line: LineSave, isVatIncluded: boolean): FieldErrors => {
  const { vat, pack } = line;
  const inBase = toLine(line);
  const isTooMuch = lineSums(inBase, isVatIncluded).amount > HIGHEST_AMOUNT;
  return {
    ...(isTooMuch && { count: "Слишком большая сумма строки." }),
    ...(inBase.count < MIN_QUANTITY && { count: "Слишком мало: меньше 0,00001 основной единицы." }),
    ...(inBase.count > MAX_DECIMAL && { count: "Слишком большое количество." }),
    ...(inBase.price > MAX_DECIMAL && { price: "Слишком большая цена основной единицы." }),
    ...(isTooFine(pack?.factor) && { pack: tooFineMessage }),
    ...(isTooFine((pack ?? line).price) && { price: tooFineMessage }),
    ...(isTooFine(vat) && { vat: tooFineMessage }),
  };
};

const checkLines = ({ items, isVatIncluded = true }: Save): void => {
  const errors = findLineErrors(
    items.map(({ stockItemId, count, pack }) => ({ stockItemId, count: pack?.count ?? count })),
    "накладной",
  );
  for (const [index, line] of items.entries())
    for (const [field, flaw] of Object.entries(lineFlaws(line, isVatIncluded)))
      errors[`items.${index}.${field}`] ??= flaw;
  refuseFields(errors);
  if (documentSums(items.map(toLine), isVatIncluded).amount > HIGHEST_AMOUNT)
    refuseFields({ items: "Слишком большая сумма накладной." });
};

/** Reads the units of the stored lines of a draft, by stock item. */
const readStoredUnits = async (tx: Db, companyId: number, id: number): Promise<ReadonlyMap<number, Unit>> => {
  const { rows } = await sql<Unit & { stockItemId: number }>`
    select stock_item_id as "stockItemId", pack_name as name, pack_factor as factor from packing_list_line
    where company_id = ${companyId} and packing_list_id = ${id} and pack_name is not null`.execute(tx);
  return new Map(rows.map(({ stockItemId, ...unit }) => [stockItemId, unit]));
};

/**
 * Throws `Invalid` for a unit that neither the stock item nor the stored line has. The factor of the unit may be
 * outdated, because the user entered the line with the factor that the form showed.
 */
const checkPacks = async (tx: Db, companyId: number, id: number, { items }: Save): Promise<void> => {
  const packed = await readPacked(
    tx,
    items.filter(({ pack }) => pack).map(({ stockItemId }) => stockItemId),
  );
  const stored = await readStoredUnits(tx, companyId, id);
  const errors: FieldErrors = {};
  for (const [index, { stockItemId, pack }] of items.entries()) {
    const item = packed.get(stockItemId);
    if (!pack || !item || findUnit(item, pack.name)) continue;
    if (isSameUnit(stored.get(stockItemId)?.name ?? "", pack.name)) continue;
    errors[`items.${index}.pack`] = `Единицы «${pack.name}» у товара больше нет. Выберите другую.`;
  }
  refuseFields(errors);
};

/**
 * Locks a supplier, so that two transactions cannot both store a document with the same number. Throws `NotFound` for
 * an unknown supplier.
 */
const lockSupplier = async (tx: Db, companyId: number, supplierId: number): Promise<void> => {
  const supplier = await tx
    .selectFrom("supplier")
    .select("id")
    .where("id", "=", supplierId)
    .where("company_id", "=", companyId)
    .where("is_removed", "=", false)
    .forNoKeyUpdate()
    .executeTakeFirst();
  requireRow(supplier, "Поставщик не найден.");
};

interface Numbered {
  readonly id: number;
  readonly supplierId: number;
  readonly kind: Schemas["PackingListKind"];
  readonly itemNumber: string | null;
  readonly date: Date;
}

/**
 * Returns the document of the same supplier and kind with the same number in the same year, or undefined if there is
 * none. Ignores reversed documents, and returns undefined for a document without a number.
 */
const findDuplicate = async (
  tx: Db,
  { id: companyId, zone }: CompanyScope,
  which: Numbered,
): Promise<{ id: number; date: Date } | undefined> => {
  const { id, supplierId, kind, itemNumber, date } = which;
  if (itemNumber === null) return undefined;
  const year = businessDay(date, zone).slice(0, 4);
  const { start } = dayRange(`${year}-01-01`, zone);
  const { start: end } = dayRange(`${Number(year) + 1}-01-01`, zone);
  return tx
    .selectFrom("packing_list")
    .select(["id", "date"])
    .where("company_id", "=", companyId)
    .where("supplier_id", "=", supplierId)
    .where((eb) => eb(eb.fn("lower", ["item_number"]), "=", eb.fn("lower", [eb.val(itemNumber)])))
    .where("kind", "=", kind)
    .where("id", "!=", id)
    .where("state", "!=", "reversed")
    .where("date", ">=", start)
    .where("date", "<", end)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
};

const writeLines = async (
  tx: Db,
  companyId: number,
  id: number,
  items: Save["items"],
  isVatIncluded: boolean,
): Promise<void> => {
  const rows = items.map(toLine).map((line) => ({ ...line, ...lineSums(line, isVatIncluded) }));
  await tx
    .deleteFrom("packing_list_line")
    .where("company_id", "=", companyId)
    .where("packing_list_id", "=", id)
    .execute();
  await tx
    .insertInto("packing_list_line")
    .values(
      rows.map(({ stockItemId, count, price, pack, vat, vatAmount, amount }, position) => ({
        company_id: companyId,
        packing_list_id: id,
        position,
        stock_item_id: stockItemId,
        count,
        price,
        pack_name: pack?.name.trim() ?? null,
        pack_factor: pack?.factor ?? null,
        pack_count: pack?.count ?? null,
        pack_price: pack?.price ?? null,
        vat,
        vat_amount: vatAmount,
        amount,
      })),
    )
    .execute();
};

/**
 * Validates a document and returns its columns. Throws `Invalid` for invalid fields, `NotFound` for an unknown supplier
 * or item, or `Conflict` for a duplicate that the user has not allowed.
 */
const prepare = async (tx: Db, company: CompanyScope, id: number, save: Save) => {
  const date = parseDocumentDate(save.date, company.zone);
  refuseFields({ ...(!date && { date: documentDateMessage }) });
  checkLines(save);
  await lockSupplier(tx, company.id, save.supplierId);
  await lockLineItems(tx, company.id, save.items);
  await checkPacks(tx, company.id, id, save);
  const { supplierId, kind = "delivery", isVatIncluded = true } = save;
  const numbered = { id, supplierId, kind, itemNumber: save.itemNumber?.trim() || null, date: date ?? new Date() };
  const duplicate = await findDuplicate(tx, company, numbered);
  if (duplicate && !save.isDuplicateAllowed) {
    const at = formatDateTime(duplicate.date, company.zone.timeZone);
    const message = `Накладная № ${numbered.itemNumber} этого поставщика уже есть: ${at}.`;
    throw new Conflict(message, { errors: { isDuplicateAllowed: message }, data: { duplicateId: duplicate.id } });
  }
  const { amount, vatAmount } = documentSums(save.items.map(toLine), isVatIncluded);
  return {
    supplier_id: supplierId,
    kind,
    item_number: numbered.itemNumber,
    date: numbered.date,
    comment: save.comment?.trim() || null,
    is_vat_included: isVatIncluded,
    is_duplicate: duplicate !== undefined,
    amount,
    vat_amount: vatAmount,
  };
};

/**
 * Stores a draft. Throws `Invalid` for invalid fields, `NotFound` for an unknown supplier or item, or `Conflict` for a
 * duplicate that the user has not allowed.
 */
export const createPackingList = async (
  tx: Db,
  company: CompanyScope,
  { userId }: Caller,
  save: Save,
): Promise<FullPackingList> => {
  const columns = await prepare(tx, company, 0, save);
  const { id } = await tx
    .insertInto("packing_list")
    .values({ ...columns, company_id: company.id, created_by: userId })
    .returning("id")
    .executeTakeFirstOrThrow();
  await writeLines(tx, company.id, id, save.items, columns.is_vat_included);
  return readPackingList(tx, company.id, id);
};

const kind: DocumentKind<FullPackingList> = {
  table: "packing_list",
  accusative: "Накладную",
  states: {
    draft: "Накладная ещё не проведена",
    approved: "Накладная уже проведена",
    reversed: "Накладная уже отменена",
  },
  read: readPackingList,
};

/** Locks a packing list. Throws the errors of `lockDocument`. */
export const lockPackingList = (
  tx: Db,
  company: CompanyScope,
  which: VersionedId,
  state: Schemas["PackingListState"],
): Promise<FullPackingList> => lockDocument(tx, kind, company, which, state);

/** Changes a draft. Throws the errors of `lockPackingList` and `createPackingList`. */
export const updatePackingList = async (
  tx: Db,
  company: CompanyScope,
  which: VersionedId,
  save: Save,
): Promise<FullPackingList> => {
  const { id } = await lockPackingList(tx, company, which, "draft");
  const columns = await prepare(tx, company, id, save);
  await tx
    .updateTable("packing_list")
    .set((eb) => ({ ...columns, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .where("company_id", "=", company.id)
    .execute();
  await writeLines(tx, company.id, id, save.items, columns.is_vat_included);
  return readPackingList(tx, company.id, id);
};

/** Removes a draft. Throws the errors of `lockPackingList`. */
export const removePackingList = async (tx: Db, company: CompanyScope, which: VersionedId): Promise<undefined> => {
  const { id } = await lockPackingList(tx, company, which, "draft");
  await tx.deleteFrom("packing_list").where("id", "=", id).where("company_id", "=", company.id).execute();
  return undefined;
};
