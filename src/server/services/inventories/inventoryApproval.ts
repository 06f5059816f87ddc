import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
import { Conflict, Stale } from "../shared/domainErrors.ts";
import type { VersionedId } from "../shared/versioning.ts";
import { replayKnownCosts } from "../stock/stockCosts.ts";
import { lockStock } from "../stock/stockLock.ts";
import { requireOpenStock } from "../stock/stockSettings.ts";
import { type FullInventory, readInventory } from "./inventories.ts";
import { type ComparedFigures, compareCounted } from "./inventoryFigures.ts";
import { writeFigures } from "./inventoryReview.ts";
import { lockSeenInventory } from "./inventorySave.ts";

type Line = FullInventory["items"][number];

const isChanged = ({ counted, difference }: Line, now: ComparedFigures): boolean =>
  counted !== now.counted || difference !== now.difference;

/**
 * Throws `Stale` if the counted quantity or the difference of a line has changed since the last review. The error
 * contains the lines with their current figures. A line with a changed expected quantity also contains the previous
 * one.
 */
const checkUnchanged = (reviewed: FullInventory, figures: readonly ComparedFigures[]): void => {
  const byItem = new Map(figures.map((now) => [now.stockItemId, now]));
  const changed = reviewed.items.filter((line) => {
    const now = byItem.get(line.stockItemId);
    return now !== undefined && isChanged(line, now);
  });
  if (changed.length === 0) return;
  const ids = new Set(changed.map(({ stockItemId }) => stockItemId));
  const items = reviewed.items.map((line) => {
    const now = byItem.get(line.stockItemId);
    if (!now || !ids.has(line.stockItemId)) return line;
    const { counted, countedAt, expected, difference, amount } = now;
    return {
      ...line,
      counted,
      countedAt: countedAt?.toISOString() ?? null,
      expected,
      expectedBefore: expected === line.expected ? null : line.expected,
      difference,
      amount,
    };
  });
  const names = changed.map(({ title }) => title).join(", ");
  throw new Stale(
    "Инвентаризацию",
    { entry: { ...reviewed, items } },
    `После проверки изменился учёт: ${names}. Проверьте ещё раз.`,
  );
};

/**
 * Writes each difference other than zero as an operation at the time at which the line was counted. The operations have
 * no price, so that average costs do not change.
 */
const insertDifferences = async (tx: Db, companyId: number, id: number, userId: number): Promise<void> => {
  await sql`
    insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, date, is_processed, is_locked,
      is_ignore_sub_procedure, comment, inventory_id, inventory_line_id, operator_id)
    select company_id, stock_item_id, case when difference > 0 then '+' else '-' end, abs(difference), abs(amount),
      counted_at, true, true, true, reason, inventory_id, id, ${userId}
    from inventory_line where company_id = ${companyId} and inventory_id = ${id} and difference <> 0 order by stock_item_id`.execute(
    tx,
  );
};

/** Returns the earliest `countedAt` of the counted lines. */
const earliestOf = ({ items }: FullInventory): Date =>
  new Date(Math.min(...items.flatMap(({ countedAt }) => (countedAt ? Date.parse(countedAt) : []))));

/**
 * Approves a reviewed inventory: writes each difference at the time at which its item was counted, so that later
 * movements stay correct (areas, section 4). Throws:
 * - `Conflict` in a closed period, or if no item was counted,
 * - `Stale` if the differences have changed since the review,
 * - the errors of `lockSeenInventory`.
 */
export const approveInventory = async (
  tx: Db,
  company: CompanyScope,
  { userId }: Caller,
  which: VersionedId,
): Promise<FullInventory> => {
  const reviewed = await lockSeenInventory(tx, company, which, ["reviewing"]);
  const { id } = reviewed;
  if (reviewed.items.every(({ countedAt }) => countedAt === null)) throw new Conflict("Ещё ничего не посчитано.");
  const since = earliestOf(reviewed);
  await requireOpenStock(tx, company.id, since, company.zone);
  await lockStock(tx, company.id);
  const figures = await compareCounted(tx, company.id, id);
  checkUnchanged(reviewed, figures);
  await writeFigures(tx, company.id, id, figures);
  await insertDifferences(tx, company.id, id, userId);
  const stockItemIds = figures.flatMap(({ stockItemId, difference }) => (difference ? [stockItemId] : []));
  await replayKnownCosts(tx, { companyId: company.id, stockItemIds, since });
  await tx
    .updateTable("inventory")
    .set((eb) => ({
      state: "approved",
      version: eb("version", "+", 1),
      closed_at: sql<Date>`clock_timestamp()`,
      closed_by: userId,
    }))
    .where("id", "=", id)
    .where("company_id", "=", company.id)
    .execute();
  return readInventory(tx, company.id, id);
};
