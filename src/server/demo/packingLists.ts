import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { roundMoney } from "#domain/money.ts";
import { type Pack, toBaseUnits } from "#domain/units.ts";
import type { Db } from "../database/connection.ts";
import { approvePackingList, reversePackingList } from "../services/packingLists/packingListApproval.ts";
import { createPackingList } from "../services/packingLists/packingListSave.ts";
import type { FullPackingList } from "../services/packingLists/packingLists.ts";
import { replayCosts, unitCostAtSql, updateOrderCosts } from "../services/stock/stockCosts.ts";
import { demoCompanies, demoIdOf } from "./configuration.ts";
import { demoPacks } from "./stockItems.ts";

/** Demo company 1 as the services expect it. */
export const demoCompanyScope = {
  id: 1,
  zone: { timeZone: "Europe/Moscow", dayStart: "00:00" },
  leadMinutes: 0,
  permissions: {},
  groupId: 1,
  modulesOff: [],
};
/** Manager who writes the documents of demo company 1. */
export const demoManager = { userId: 3, sessionId: "", alias: "", roles: "User", canCreateCompany: false };
const [COMPANY, MANAGER] = [demoCompanyScope, demoManager];
const BANK = demoIdOf(1, 2);
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

const [MILL, DAIRY, GREENS, PACKAGING, MEAT] = [1, 2, 3, 4, 5].map((number) => demoIdOf(1, number)) as [
  number,
  number,
  number,
  number,
  number,
];

const SUPPLIERS: Readonly<Record<string, number>> = {
  "Молочные продукты": DAIRY,
  Сыры: DAIRY,
  "Овощи и зелень": GREENS,
  "Фрукты и ягоды": GREENS,
  "Мясо и птица": MEAT,
  "Рыба и морепродукты": MEAT,
};
const PREFIXES: Readonly<Record<number, string>> = {
  [MILL]: "З",
  [DAIRY]: "ЛУ",
  [GREENS]: "ОБ",
  [PACKAGING]: "УП",
  [MEAT]: "С",
};

const supplierOf = ({ groupName }: Needed): number => (groupName === null ? PACKAGING : (SUPPLIERS[groupName] ?? MILL));

interface Needed {
  readonly week: Date;
  readonly weekNumber: number;
  readonly stockItemId: number;
  readonly groupName: string | null;
  readonly count: number;
  readonly cost: number;
}

/**
 * Reads the quantities of the stock items that orders use, by week. Each quantity is increased by 15 %, but for every
 * eighth stock item it is reduced by 10 %, so that the balance becomes negative.
 */
const readNeeded = async (tx: Db): Promise<readonly Needed[]> => {
  const { rows } = await sql<Needed>`
    select least(date_trunc('week', min(o.date)) + interval '6 hours', min(o.date)) as week,
      (extract(epoch from date_trunc('week', o.date)) / 604800)::int as "weekNumber", t.id as "stockItemId",
      t.group_name as "groupName", ceil(sum(o.count) * case when t.id % 8 = 1 then 0.9 else 1.15 end)::float8 as count,
      t.estimate_cost::float8 as cost
    from stock_operation o join stock_item t on t.id = o.stock_item_id
    where o.company_id = ${COMPANY.id} and o.order_id is not null
    group by t.id, t.group_name, t.estimate_cost, date_trunc('week', o.date)
    order by date_trunc('week', o.date), t.id`.execute(tx);
  return rows;
};

/** Returns a price near the estimated cost, roubles. The price differs from week to week. */
const priceOf = ({ stockItemId, weekNumber, cost }: Needed): number =>
  roundMoney(cost * (1 + (((stockItemId * 7 + weekNumber * 13) % 17) - 8) / 100));

/**
 * Rounds a needed quantity up to whole packs. Returns undefined for a small quantity, for an item without packs, and
 * for an item that must get a negative balance.
 */
const packOf = ({ stockItemId, count }: Needed, price: number): Pack | undefined => {
  const [unit] = demoPacks.get(stockItemId) ?? [];
  if (!unit || stockItemId % 8 === 1 || count < unit.factor / 2) return undefined;
  return { ...unit, count: Math.ceil(count / unit.factor), price: roundMoney(price * unit.factor) };
};

const lineOf = (needed: Needed): Schemas["PackingListLineSave"] => {
  const price = priceOf(needed);
  const pack = packOf(needed, price);
  return {
    stockItemId: needed.stockItemId,
    ...(pack ? { ...toBaseUnits(pack), pack } : { count: needed.count, price }),
    vat: needed.groupName === null ? 20 : 10,
  };
};

const numberOf = (supplierId: number, weekNumber: number): string => `${PREFIXES[supplierId]}-${weekNumber % 1000}`;

const groupRows = (rows: readonly Needed[]): readonly (readonly Needed[])[] => {
  const groups = new Map<string, Needed[]>();
  for (const row of rows) {
    const key = `${row.weekNumber} ${supplierOf(row)}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
};

const create = (tx: Db, save: Schemas["PackingListSave"]): Promise<FullPackingList> =>
  createPackingList(tx, COMPANY, MANAGER, save);

const approve = (tx: Db, { id, version }: FullPackingList): Promise<FullPackingList> =>
  approvePackingList(tx, COMPANY, MANAGER, { id, seen: version }, { isBelowZeroAllowed: true });

const addDeliveries = async (tx: Db, groups: readonly (readonly Needed[])[]): Promise<void> => {
  for (const group of groups) {
    const [first] = group;
    if (!first) continue;
    const supplierId = supplierOf(first);
    // `week` of an item is Monday 06:00, or its first use if that is earlier. The earliest `week` of the items is taken,
    // so that the goods are in stock before the first order uses them.
    const date = new Date(Math.min(...group.map(({ week }) => week.getTime()))).toISOString();
    const itemNumber = numberOf(supplierId, first.weekNumber);
    await approve(tx, await create(tx, { supplierId, itemNumber, date, items: group.map(lineOf) }));
  }
};

/**
 * Returns a supplier and the first `lines` items of the supplier's last delivery. The quantities of these items become
 * `count`, `count + 1` and so on.
 */
const linesLike = (groups: readonly (readonly Needed[])[], supplierId: number, count: number, lines: number) => ({
  supplierId,
  items: (groups.findLast(([first]) => first && supplierOf(first) === supplierId) ?? [])
    .slice(0, lines)
    .map((needed, index) => lineOf({ ...needed, count: count + index })),
});

/** Adds two drafts before all other lists, so that their ids are always 1 and 2. */
const addDrafts = async (tx: Db, groups: readonly (readonly Needed[])[], now: Date): Promise<void> => {
  const at = (hours: number) => new Date(now.getTime() - hours * HOUR).toISOString();
  const greens = { itemNumber: "ОБ-1043", date: at(2), comment: "Привезли без сертификата" };
  await create(tx, { ...linesLike(groups, GREENS, 10, 5), ...greens });
  await create(tx, { ...linesLike(groups, DAIRY, 6, 4), itemNumber: null, date: at(1) });
};

/** Adds an approved return, and a delivery that is reversed. */
const addCorrections = async (tx: Db, groups: readonly (readonly Needed[])[], now: Date): Promise<void> => {
  const at = (hours: number) => new Date(now.getTime() - hours * HOUR).toISOString();
  const returned = { kind: "return" as const, itemNumber: "В-12", comment: "Скисло раньше срока", date: at(50) };
  await approve(tx, await create(tx, { ...linesLike(groups, DAIRY, 2, 1), ...returned }));
  const wrong = { ...linesLike(groups, MILL, 5, 3), itemNumber: "З-7", date: at(30) };
  const { id, version } = await approve(tx, await create(tx, wrong));
  await reversePackingList(tx, COMPANY, MANAGER, { id, seen: version }, { isBelowZeroAllowed: true });
};

/**
 * Sets the times of creation, approval and reversal relative to the date of each document. Also pays the approved lists
 * of the packaging supplier that are 2 to 12 days old.
 */
const finishLists = async (tx: Db, now: Date): Promise<void> => {
  await sql`update packing_list set creation_date = date + interval '10 minutes',
      approved_at = approved_at - (approved_at - date) + interval '20 minutes',
      reversed_at = reversed_at - (reversed_at - date) + interval '90 minutes'
    where company_id = ${COMPANY.id}`.execute(tx);
  await sql`insert into finance_transaction (company_id, date, creation_date, kind, source_id, amount, category_id, comment, user_id,
      packing_list_id)
    select company_id, date + interval '1 day', date + interval '1 day', 'expense', ${BANK}, amount,
      (select id from finance_category where company_id = ${COMPANY.id} and name = 'Закупки'), 'Оплата по накладной',
      ${MANAGER.userId}, id
    from packing_list where company_id = ${COMPANY.id} and supplier_id = ${PACKAGING} and state = 'approved'
      and date between ${new Date(now.getTime() - 12 * DAY)} and ${new Date(now.getTime() - 2 * DAY)}`.execute(tx);
};

/** Adds the packing lists of demo company 1: weekly deliveries, a return, a reversed list and two drafts. */
export const fillPackingLists = async (tx: Db, now: Date): Promise<void> => {
  const groups = groupRows(await readNeeded(tx));
  await addDrafts(tx, groups, now);
  await addDeliveries(tx, groups);
  await addCorrections(tx, groups, now);
  await finishLists(tx, now);
};

/** Computes the costs of a company from the whole ledger. */
const replayAll = async (tx: Db, companyId: number, now: Date): Promise<void> => {
  const { rows } = await sql<{ id: number }>`select distinct stock_item_id as id from stock_operation
    where company_id = ${companyId} and price is not null`.execute(tx);
  const stockItemIds = rows.map(({ id }) => id);
  await replayCosts(tx, { companyId, stockItemIds, since: new Date(now.getTime() - 60 * DAY) });
};

/** Computes the costs of the demo companies from their whole ledgers. */
export const replayDemoCosts = async (tx: Db, now: Date): Promise<void> => {
  for (const { id } of demoCompanies) await replayAll(tx, id, now);
};

/**
 * Sets the amount of each stock issue of demo company 1 to the cost at the time of the issue, and recomputes the costs
 * of its orders. The other companies receive goods at the estimated costs, so their amounts are already correct.
 */
export const applyDemoCosts = async (tx: Db): Promise<void> => {
  await sql`alter table stock_operation disable trigger append_only`.execute(tx);
  await sql`update stock_operation o
    set amount = round(o.count * ${unitCostAtSql(sql`o.company_id`, sql`o.date`)}, 2) from stock_item t
    where t.id = o.stock_item_id and o.company_id = ${demoCompanyScope.id} and o.packing_list_id is null
      and o.inventory_id is null and o.price is null`.execute(tx);
  await sql`alter table stock_operation enable trigger append_only`.execute(tx);
  const orders = await sql<{ id: number }>`select distinct order_id as id from stock_operation
    where company_id = ${COMPANY.id} and order_id is not null`.execute(tx);
  await updateOrderCosts(
    tx,
    COMPANY.id,
    orders.rows.map(({ id }) => id),
  );
};
