import { sql } from "kysely";
import type { Db } from "../database/connection.ts";
import { approveInventory } from "../services/inventories/inventoryApproval.ts";
import { reviewInventory } from "../services/inventories/inventoryReview.ts";
import { cancelInventory } from "../services/inventories/inventorySave.ts";
import { shelfCountSql } from "../services/stock/shelf.ts";
import { demoCompanyScope as COMPANY, demoManager as MANAGER } from "./packingLists.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface Group {
  readonly name: string;
  readonly everyDays: number | null;
  readonly isBlind: boolean;
  /** Catalogue groups of the stock items that the inventory group contains. */
  readonly contains: readonly string[];
}

const CHEESE: Group = {
  name: "Сыры и молочное",
  everyDays: 7,
  isBlind: false,
  contains: ["Сыры", "Молочные продукты"],
};
const GREENS: Group = {
  name: "Овощи и фрукты",
  everyDays: 14,
  isBlind: false,
  contains: ["Овощи и зелень", "Фрукты и ягоды"],
};
const MEAT: Group = {
  name: "Мясо и рыба",
  everyDays: null,
  isBlind: true,
  contains: ["Мясо и птица", "Рыба и морепродукты"],
};

/** Adds an inventory group that was created 30 days ago. Returns the id of the group. */
const addGroup = async (tx: Db, { name, everyDays, isBlind, contains }: Group, now: Date): Promise<number> => {
  const { id } = await tx
    .insertInto("inventory_group")
    .values({
      company_id: COMPANY.id,
      name,
      every_days: everyDays,
      is_blind: isBlind,
      creation_date: new Date(now.getTime() - 30 * DAY),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`insert into inventory_group_item (group_id, stock_item_id)
    select ${id}, t.id from stock_item t
    where (t.company_id = ${COMPANY.id} or t.company_group_id = ${COMPANY.groupId}) and not t.is_removed
      and t.group_name = any(${[...contains]}::text[])`.execute(tx);
  return id;
};

/** Starts an inventory with a line for each item of the group. Returns the id of the inventory. */
const start = async (tx: Db, groupId: number, isBlind: boolean, startedAt: Date): Promise<number> => {
  const { id } = await tx
    .insertInto("inventory")
    .values({
      company_id: COMPANY.id,
      group_id: groupId,
      is_blind: isBlind,
      started_at: startedAt,
      started_by: MANAGER.userId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`insert into inventory_line (inventory_id, company_id, stock_item_id)
    select ${id}, ${COMPANY.id}, stock_item_id from inventory_group_item where group_id = ${groupId}
    order by stock_item_id`.execute(tx);
  return id;
};

interface Counting {
  readonly place: string;
  readonly at: Date;
  /** Fraction of the expected quantity that is counted at the storage place. */
  readonly share: number;
  /** Interval of the counted items: only every n-th item is counted. */
  readonly every: number;
}

/**
 * Adds the counted quantities of a storage place: the expected quantities multiplied by `share`. Every third item has a
 * shortage of 6 %. Every fifth item has a surplus of 1 %, unless it has a shortage.
 */
const countPlace = async (tx: Db, inventoryId: number, { place, at, share, every }: Counting): Promise<void> => {
  const onShelf = shelfCountSql(sql`${COMPANY.id}`, sql`l.stock_item_id`, sql`${at}::timestamptz`);
  await sql`insert into inventory_entry (company_id, inventory_id, stock_item_id, place, count, counted_at, user_id)
    select ${COMPANY.id}::int, ${inventoryId}::int, l.stock_item_id, ${place}, round(greatest(${onShelf}, 0) * ${share}::numeric
        * case when l.position % 3 = 1 then 0.94 when l.position % 5 = 0 then 1.01 else 1 end,
        case l.unit when 'шт' then 0 else 2 end), ${at}, ${MANAGER.userId}
    from (select l.stock_item_id, t.unit, row_number() over (order by t.id) as position
      from inventory_line l join stock_item t on t.id = l.stock_item_id where l.inventory_id = ${inventoryId}) l
    where l.position % ${every} = 0`.execute(tx);
};

/** Sets the times at which an inventory was reviewed and closed. */
const setTimes = async (tx: Db, id: number, times: { reviewedAt: Date | null; closedAt: Date }): Promise<void> => {
  await tx
    .updateTable("inventory")
    .set({ reviewed_at: times.reviewedAt, closed_at: times.closedAt })
    .where("id", "=", id)
    .execute();
};

/** Adds an approved inventory with losses. Because of its date, the next inventory of the group is two days overdue. */
const addApproved = async (tx: Db, groupId: number, at: (minutes: number) => Date): Promise<void> => {
  const id = await start(tx, groupId, CHEESE.isBlind, at(0));
  await countPlace(tx, id, { place: "Склад", at: at(15), share: 0.7, every: 1 });
  await countPlace(tx, id, { place: "Кухня", at: at(25), share: 0.3, every: 1 });
  const { version } = await reviewInventory(tx, COMPANY, { id, seen: 1 });
  await sql`update inventory_line set reason = 'Усушка и обрезь' where inventory_id = ${id} and difference < 0`.execute(
    tx,
  );
  await approveInventory(tx, COMPANY, MANAGER, { id, seen: version });
  await setTimes(tx, id, { reviewedAt: at(30), closedAt: at(40) });
};

const addCancelled = async (tx: Db, groupId: number, at: (minutes: number) => Date): Promise<void> => {
  const id = await start(tx, groupId, MEAT.isBlind, at(0));
  await countPlace(tx, id, { place: "Склад", at: at(10), share: 1, every: 2 });
  await cancelInventory(tx, COMPANY, MANAGER, { id, seen: 1 }, { reason: "Приехала поставка, считаем завтра" });
  await setTimes(tx, id, { reviewedAt: null, closedAt: at(20) });
};

const addOpen = async (tx: Db, groupId: number, at: (minutes: number) => Date): Promise<void> => {
  const id = await start(tx, groupId, GREENS.isBlind, at(0));
  await countPlace(tx, id, { place: "Склад", at: at(5), share: 0.8, every: 2 });
  await countPlace(tx, id, { place: "Кухня", at: at(40), share: 0.2, every: 4 });
};

/** Adds the inventory groups of demo company 1 and three inventories: an approved, a cancelled and an open one. */
export const fillInventories = async (tx: Db, now: Date): Promise<void> => {
  const before =
    (days: number, minutes = 0) =>
    (later: number) =>
      new Date(now.getTime() - days * DAY + (later - minutes) * MINUTE);
  await addApproved(tx, await addGroup(tx, CHEESE, now), before(9));
  await addCancelled(tx, await addGroup(tx, MEAT, now), before(4));
  await addOpen(tx, await addGroup(tx, GREENS, now), before(0, 50));
};
