import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../database/connection.ts";
import { approveStockAct, reverseStockAct } from "../services/stockActs/stockActApproval.ts";
import { createStockAct } from "../services/stockActs/stockActSave.ts";
import type { FullStockAct } from "../services/stockActs/stockActs.ts";
import { demoCompanyScope as COMPANY, demoManager as MANAGER } from "./packingLists.ts";

type Save = Schemas["StockActSave"];

const HOUR = 60 * 60_000;

/** Returns a function that finds the id of a stock item of demo company 1. */
const readItemIds = async (tx: Db): Promise<(title: string) => number> => {
  const { rows } = await sql<{ id: number; title: string }>`select id, title from stock_item
    where company_id = ${COMPANY.id} or company_group_id = ${COMPANY.groupId}`.execute(tx);
  const ids = new Map(rows.map(({ id, title }) => [title, id]));
  return (title) => ids.get(title) ?? 0;
};

const approve = async (tx: Db, save: Save): Promise<FullStockAct> => {
  const { id, version } = await createStockAct(tx, COMPANY, MANAGER, save);
  return approveStockAct(tx, COMPANY, MANAGER, { id, seen: version }, { isBelowZeroAllowed: true, isOnShelf: false });
};

/** Sets the times of creation, approval and reversal relative to the date of each act. A missing time stays missing. */
const finishActs = async (tx: Db): Promise<void> => {
  await sql`update stock_act set creation_date = date,
      approved_at = case when approved_at is not null then least(approved_at, date + interval '5 minutes') end,
      reversed_at = case when reversed_at is not null then least(reversed_at, date + interval '40 minutes') end
    where company_id = ${COMPANY.id}`.execute(tx);
};

/**
 * Adds the acts of demo company 1: a draft, two write-offs, a production act and a reversed write-off. The production
 * act must be the latest movement, because orders after a production use the produced item instead of its ingredients.
 */
export const fillStockActs = async (tx: Db, now: Date): Promise<void> => {
  const idOf = await readItemIds(tx);
  const at = (hours: number) => new Date(now.getTime() - hours * HOUR).toISOString();
  const lines = (...items: readonly (readonly [title: string, count: number])[]) =>
    items.map(([title, count]) => ({ stockItemId: idOf(title), count }));
  // The draft is the first act, so that its id is always 1.
  await createStockAct(tx, COMPANY, MANAGER, {
    kind: "production",
    date: at(0),
    comment: "На завтрашнее утро",
    items: lines(["Тесто", 12], ["Соус томатный", 4]),
  });
  await approve(tx, {
    kind: "writeOff",
    reason: "spoilage",
    date: at(52),
    items: lines(["Томаты", 1.2], ["Зелень", 0.15], ["Молоко", 1]),
  });
  await approve(tx, {
    kind: "writeOff",
    reason: "staffMeals",
    date: at(27),
    comment: "Обед смены",
    items: lines(["Картофель", 1.5], ["Курица", 0.8]),
  });
  const { id, version } = await approve(tx, {
    kind: "writeOff",
    reason: "defect",
    date: at(26),
    items: lines(["Вишня", 0.6]),
  });
  await reverseStockAct(tx, COMPANY, MANAGER, { id, seen: version });
  await approve(tx, { kind: "production", date: at(0), items: lines(["Заготовка для пиццы", 10]) });
  await finishActs(tx);
};
