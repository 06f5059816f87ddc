import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../database/connection.ts";
import type { Caller, CompanyScope } from "../services/session/caller.ts";
import { acceptTransferList, refuseTransferList } from "../services/transfers/transferAcceptance.ts";
import { createTransferList } from "../services/transfers/transferSave.ts";
import { recallTransferList, sendTransferList } from "../services/transfers/transferSending.ts";
import type { FullTransferList } from "../services/transfers/transfers.ts";

const HOUR = 60 * 60_000;

const companyOf = (id: number, groupId: number | null): CompanyScope => ({
  id,
  zone: { timeZone: "Europe/Moscow", dayStart: "00:00" },
  leadMinutes: 0,
  permissions: {},
  groupId,
  modulesOff: [],
});
const userOf = (userId: number): Caller => ({
  userId,
  sessionId: "",
  alias: "",
  roles: "User",
  canCreateCompany: false,
});

const BAKERY = companyOf(1, 1);
const SUSHI = companyOf(2, 1);
const CAFE = companyOf(3, null);
/** User of each company who works with the stock of the company. */
const USERS: Readonly<Record<number, Caller>> = { 1: userOf(3), 2: userOf(1), 3: userOf(1) };

const userIn = ({ id }: CompanyScope): Caller => USERS[id] ?? userOf(1);

/** Title and quantity of each line. */
type Goods = readonly (readonly [title: string, count: number])[];

interface Shipment {
  readonly from: CompanyScope;
  readonly to: CompanyScope;
  readonly comment: string | null;
  readonly goods: Goods;
}

/**
 * Creates a draft. The price of each line is the estimated cost of the item. Companies 2 and 3 have received all goods
 * at the estimated costs, so a transfer does not change their average costs.
 */
const draft = async (tx: Db, { from, to, comment, goods }: Shipment): Promise<FullTransferList> => {
  const { rows } = await sql<{ id: number; title: string; price: number }>`
    select id, title, estimate_cost::float8 as price from stock_item
    where not is_removed and (company_id = ${from.id} or company_group_id = ${from.groupId}::int)`.execute(tx);
  const items = goods.flatMap(([title, count]): Schemas["TransferLineSave"][] => {
    const found = rows.find((row) => row.title === title);
    return found ? [{ stockItemId: found.id, count, price: found.price }] : [];
  });
  return createTransferList(tx, from, userIn(from), { toCompanyId: to.id, comment, items });
};

const send = async (tx: Db, shipment: Shipment): Promise<FullTransferList> => {
  const { id, version } = await draft(tx, shipment);
  const { from } = shipment;
  return sendTransferList(tx, from, userIn(from), { id, seen: version }, { isBelowZeroAllowed: true });
};

/** Times at which a transfer was created, sent and closed, as hours before the start of the demo. */
interface Hours {
  readonly created: number;
  readonly sent?: number;
  readonly closed?: number;
}

/** Moves the times of a transfer and of its operations to the past. */
const setTimes = async (tx: Db, id: number, now: Date, { created, sent, closed }: Hours): Promise<void> => {
  const at = (hours: number | undefined) => (hours === undefined ? null : new Date(now.getTime() - hours * HOUR));
  await sql`update transfer_list set creation_date = ${at(created)}, sent_at = ${at(sent)}, closed_at = ${at(closed)}
    where id = ${id}`.execute(tx);
  await sql`update stock_operation o set date = case when o.company_id = d.company_id and o.operation_type = '-'
      then d.sent_at else d.closed_at end
    from transfer_list d where d.id = o.transfer_list_id and d.id = ${id}`.execute(tx);
};

const versionOf = ({ id, version }: FullTransferList) => ({ id, seen: version });

const addUnderWay = async (tx: Db, now: Date): Promise<void> => {
  const flour = {
    from: BAKERY,
    to: SUSHI,
    comment: "На выходные",
    goods: [
      ["Мука", 10],
      ["Сахар", 3],
    ] as const,
  };
  await setTimes(tx, (await draft(tx, flour)).id, now, { created: 1 });
  const cheese = {
    from: BAKERY,
    to: SUSHI,
    comment: null,
    goods: [
      ["Сыр твёрдый", 2],
      ["Ржаная мука", 4],
    ] as const,
  };
  await setTimes(tx, (await send(tx, cheese)).id, now, { created: 4, sent: 3 });
  const fish = {
    from: SUSHI,
    to: BAKERY,
    comment: "Для новых пирогов",
    goods: [
      ["Лосось", 3],
      ["Рис", 8],
    ] as const,
  };
  await setTimes(tx, (await send(tx, fish)).id, now, { created: 3, sent: 2 });
};

const addClosed = async (tx: Db, now: Date): Promise<void> => {
  const { from, to, ...boxes } = {
    from: SUSHI,
    to: BAKERY,
    comment: null,
    goods: [
      ["Упаковка", 100],
      ["Рис", 5],
    ] as const,
  };
  const parts = [
    { lostCount: 4, refusedCount: 6, reason: "Четыре коробки потеряны, шесть помяты" },
    { lostCount: 0, refusedCount: 0 },
  ];
  const accepted = await send(tx, { from, to, ...boxes });
  const items = accepted.items.map(({ id, count }, index) => {
    const { lostCount = 0, refusedCount = 0, reason = null } = parts[index] ?? {};
    return { id, acceptedCount: count - lostCount - refusedCount, lostCount, refusedCount, reason };
  });
  await acceptTransferList(tx, to, userIn(to), versionOf(accepted), { items });
  await setTimes(tx, accepted.id, now, { created: 100, sent: 98, closed: 96 });

  const outgoing = await send(tx, { from: BAKERY, to: SUSHI, comment: null, goods: [["Масло сливочное", 3]] });
  const all = outgoing.items.map(({ id, count }) => ({ id, acceptedCount: count, lostCount: 0, refusedCount: 0 }));
  await acceptTransferList(tx, SUSHI, userIn(SUSHI), versionOf(outgoing), { items: all });
  await setTimes(tx, outgoing.id, now, { created: 76, sent: 75, closed: 73 });

  const refused = await send(tx, { from: SUSHI, to: BAKERY, comment: null, goods: [["Нори", 50]] });
  await refuseTransferList(tx, BAKERY, userIn(BAKERY), versionOf(refused), { reason: "Мы нори не заказывали" });
  await setTimes(tx, refused.id, now, { created: 54, sent: 53, closed: 51 });

  const recalled = await send(tx, { from: SUSHI, to: BAKERY, comment: "Проверить срок", goods: [["Креветки", 2]] });
  await recallTransferList(tx, SUSHI, userIn(SUSHI), versionOf(recalled));
  await setTimes(tx, recalled.id, now, { created: 30, sent: 29, closed: 28 });
};

/**
 * Adds the transfers of demo company 1: a draft (id 1), an outgoing and an incoming one (ids 2 and 3), closed ones, and
 * one from company 3 with its different catalogue. The caller must compute the costs and amounts afterwards.
 */
export const fillTransfers = async (tx: Db, now: Date): Promise<void> => {
  await sql`alter table stock_operation disable trigger append_only`.execute(tx);
  await addUnderWay(tx, now);
  await addClosed(tx, now);
  const coffee = {
    from: CAFE,
    to: BAKERY,
    comment: null,
    goods: [
      ["Кофе", 2],
      ["Чай", 1],
    ] as const,
  };
  await setTimes(tx, (await send(tx, coffee)).id, now, { created: 2, sent: 1 });
  await sql`alter table stock_operation enable trigger append_only`.execute(tx);
};
