import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { findVisibleIds, isTooFine, tooFineMessage } from "../items/itemLines.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
import { type FieldErrors, NotFound, refuseFields } from "../shared/domainErrors.ts";
import { shelfTimeSql } from "../stock/shelf.ts";
import { type FullInventory, readInventory } from "./inventories.ts";
import { storeReview } from "./inventoryReview.ts";
import { lockInventory } from "./inventorySave.ts";

type Save = Schemas["InventoryEntriesSave"]["entries"][number];

const DEFAULT_PLACE = "Склад";

interface Entry {
  readonly stockItemId: number;
  readonly place: string;
  /** Counted quantity. Null means that the count of the item at this place was removed. */
  readonly count: number | null;
  readonly countedAt: Date;
}

const findFlaws = ({ place, count }: Save, { countedAt }: Entry, startedAt: string): FieldErrors => ({
  ...(count !== null && isTooFine(count) && { count: tooFineMessage }),
  ...(place !== undefined && place.trim() === "" && { place: "Укажите место." }),
  ...(countedAt < new Date(startedAt) && { ageMs: "Товар посчитан до начала инвентаризации. Посчитайте его снова." }),
});

/**
 * Returns the entries with times of the server's clock, calculated from their ages. Throws `Invalid` for a too precise
 * quantity, an empty place, or a time before the start of the inventory.
 */
const parseEntries = (saves: readonly Save[], startedAt: string, now: Date): readonly Entry[] => {
  const errors: FieldErrors = {};
  const entries = saves.map((save, index) => {
    const { stockItemId, place = DEFAULT_PLACE, count, ageMs } = save;
    const entry = { stockItemId, place: place.trim(), count, countedAt: new Date(now.getTime() - ageMs) };
    for (const [field, text] of Object.entries(findFlaws(save, entry, startedAt)))
      errors[`entries.${index}.${field}`] = text;
    return entry;
  });
  refuseFields(errors);
  return entries;
};

/**
 * Adds lines for the items that the inventory does not contain yet. Throws `NotFound` for an item that the company
 * cannot use.
 */
const addLines = async (
  tx: Db,
  companyId: number,
  { id, items }: FullInventory,
  entries: readonly Entry[],
): Promise<void> => {
  const known = new Set(items.map(({ stockItemId }) => stockItemId));
  const added = [...new Set(entries.map(({ stockItemId }) => stockItemId))].filter((itemId) => !known.has(itemId));
  if (added.length === 0) return;
  const visible = await findVisibleIds(tx, "stock_item", { companyId, companyGroupId: null }, added);
  if (added.some((itemId) => !visible.has(itemId))) throw new NotFound("Такого товара нет.");
  await tx
    .insertInto("inventory_line")
    .values(added.map((itemId) => ({ inventory_id: id, company_id: companyId, stock_item_id: itemId })))
    .execute();
};

/**
 * Returns the latest entry of each item and place. If several entries have the same time, the last entry in the request
 * wins.
 */
const latestOf = (entries: readonly Entry[]): readonly Entry[] => {
  const latest = new Map<string, Entry>();
  for (const entry of entries) {
    const key = `${entry.stockItemId} ${entry.place.toLowerCase()}`;
    const other = latest.get(key);
    if (!other || other.countedAt <= entry.countedAt) latest.set(key, entry);
  }
  return [...latest.values()];
};

/** Writes each entry, unless the stored entry of the same item and place is newer. */
const writeEntries = async (
  tx: Db,
  inventory: { readonly id: number; readonly companyId: number },
  userId: number,
  entries: readonly Entry[],
): Promise<void> => {
  await sql`
    insert into inventory_entry as e (company_id, inventory_id, stock_item_id, place, count, counted_at, user_id)
    select ${inventory.companyId}::int, ${inventory.id}::int, r."stockItemId", r.place, r.count, r."countedAt", ${userId}
    from jsonb_to_recordset(${JSON.stringify(latestOf(entries))}::jsonb)
      as r("stockItemId" int, place text, count numeric, "countedAt" timestamptz(3))
    on conflict (company_id, inventory_id, stock_item_id, lower(place)) do update
      set place = excluded.place, count = excluded.count, counted_at = excluded.counted_at, user_id = excluded.user_id
      where e.counted_at <= excluded.counted_at`.execute(tx);
};

/**
 * Removes the lines of items that are not in the group and no longer have a count. A review with `isRestZero` would
 * otherwise count these items as zero.
 */
const removeEmptyLines = async (tx: Db, companyId: number, id: number, entries: readonly Entry[]): Promise<void> => {
  const withdrawn = entries.flatMap(({ stockItemId, count }) => (count === null ? [stockItemId] : []));
  if (withdrawn.length === 0) return;
  await sql`
    delete from inventory_line l using inventory i
    where l.company_id = ${companyId} and l.inventory_id = ${id} and i.id = l.inventory_id and i.company_id = l.company_id and l.stock_item_id = any(${withdrawn})
      and not exists (select 1 from inventory_group_item x
        where x.group_id = i.group_id and x.stock_item_id = l.stock_item_id)
      and not exists (select 1 from inventory_entry e
        where e.inventory_id = l.inventory_id and e.company_id = l.company_id and e.stock_item_id = l.stock_item_id and e.count is not null)`.execute(
    tx,
  );
};

const readNow = async (tx: Db): Promise<Date> => {
  const { rows } = await sql<{ now: Date }>`select ${shelfTimeSql} as now`.execute(tx);
  return rows[0]?.now ?? new Date();
};

/**
 * Stores or removes counted quantities of an open inventory, and compares an inventory in review again (areas, section
 * 4). Throws the errors of `lockInventory`, `parseEntries`, `addLines` and `storeReview`.
 */
export const addInventoryEntries = async (
  tx: Db,
  company: CompanyScope,
  { userId }: Caller,
  id: number,
  { entries: saves }: Schemas["InventoryEntriesSave"],
): Promise<FullInventory> => {
  const now = await readNow(tx);
  const before = await lockInventory(tx, company, id);
  const entries = parseEntries(saves, before.startedAt, now);
  await addLines(tx, company.id, before, entries);
  await writeEntries(tx, { id, companyId: company.id }, userId, entries);
  await removeEmptyLines(tx, company.id, id, entries);
  if (before.state === "reviewing") await storeReview(tx, company.id, id);
  return readInventory(tx, company.id, id);
};
