import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import type { CompanyScope } from "../session/caller.ts";
import { Conflict } from "../shared/domainErrors.ts";
import type { VersionedId } from "../shared/versioning.ts";
import { shelfTimeSql } from "../stock/shelf.ts";
import { type FullInventory, readInventory } from "./inventories.ts";
import { type ComparedFigures, compareCounted, readUncountedParts } from "./inventoryFigures.ts";
import { lockSeenInventory } from "./inventorySave.ts";

const HIGHEST_COUNT = 99_999_999.99999;
const HIGHEST_AMOUNT = 100_000_000_000;

/** Throws `Conflict` for quantities and amounts that the stock operations cannot store. */
const checkLimits = async (tx: Db, figures: readonly ComparedFigures[]): Promise<void> => {
  const flawed = figures.find(
    ({ counted, difference, amount }) =>
      Math.max(counted ?? 0, Math.abs(difference ?? 0)) > HIGHEST_COUNT || Math.abs(amount ?? 0) > HIGHEST_AMOUNT,
  );
  if (!flawed) return;
  const { title } = await tx
    .selectFrom("stock_item")
    .select("title")
    .where("id", "=", flawed.stockItemId)
    .executeTakeFirstOrThrow();
  throw new Conflict(`Слишком большое количество: ${title}. Исправьте запись.`);
};

/** Writes the figures into the lines of an inventory. */
export const writeFigures = async (
  tx: Db,
  companyId: number,
  id: number,
  figures: readonly ComparedFigures[],
): Promise<void> => {
  await sql`update inventory_line l set counted = r.counted, first_counted_at = r."firstCountedAt",
      counted_at = r."countedAt", expected = r.expected, difference = r.difference, amount = r.amount
    from jsonb_to_recordset(${JSON.stringify(figures)}::jsonb) as r("stockItemId" int, counted numeric,
      "firstCountedAt" timestamptz(3), "countedAt" timestamptz(3), expected numeric, difference numeric, amount numeric)
    where l.company_id = ${companyId} and l.inventory_id = ${id} and l.stock_item_id = r."stockItemId"`.execute(tx);
};

/**
 * Compares the counted quantities of a locked inventory with its stock operations, and stores the result under a new
 * version. Throws `Conflict` for a quantity or amount that is too large to store.
 */
export const storeReview = async (tx: Db, companyId: number, id: number): Promise<readonly ComparedFigures[]> => {
  const figures = await compareCounted(tx, companyId, id);
  await checkLimits(tx, figures);
  await writeFigures(tx, companyId, id, figures);
  const parts = JSON.stringify(await readUncountedParts(tx, companyId, id));
  await tx
    .updateTable("inventory")
    .set((eb) => ({ uncounted_parts: parts, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .execute();
  return figures;
};

/**
 * Puts an inventory in review, or reviews it again, and compares it with the stock operations; if `isRestZero` is true,
 * lines without entries count as zero. Throws `Conflict` if no item is counted, and the errors of `lockSeenInventory`
 * and `storeReview`.
 */
export const reviewInventory = async (
  tx: Db,
  company: CompanyScope,
  which: VersionedId,
  { isRestZero = false }: Schemas["InventoryReview"] = {},
): Promise<FullInventory> => {
  const { id } = await lockSeenInventory(tx, company, which);
  await sql`update inventory set state = 'reviewing', reviewed_at = clock_timestamp(),
    rest_zero_at = ${isRestZero ? shelfTimeSql : sql`null`} where id = ${id} and company_id = ${company.id}`.execute(
    tx,
  );
  const figures = await storeReview(tx, company.id, id);
  if (figures.every(({ counted }) => counted === null)) throw new Conflict("Ещё ничего не посчитано.");
  return readInventory(tx, company.id, id);
};
