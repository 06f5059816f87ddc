import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { allChanges, distributeChanges, type KitchenChange, kitchenChanges } from "#domain/kitchenTicket.ts";
import type { Db } from "../../database/connection.ts";
import { checkOrder } from "../orders/orderExists.ts";
import { recordHistory } from "../orders/orderHistory.ts";
import { lockOrder } from "../orders/orderLock.ts";
import type { Caller } from "../session/caller.ts";
import { Conflict } from "../shared/domainErrors.ts";
import { type PrintJob, selectJobsSql } from "./jobs.ts";
import { readKitchenNeeds, readPrintedChanges } from "./kitchen.ts";
import { expirePrintJobs } from "./settle.ts";

interface Place {
  readonly companyId: number;
  readonly orderId: number;
}

type Kind = PrintJob["kind"];
type Queued = Schemas["QueuedPrintJob"];

/** What goes to one printer. */
interface Part {
  readonly printerId: number | null;
  readonly ticket: { readonly isWhole: boolean; readonly changes: readonly KitchenChange[] } | null;
  readonly generation: number;
}

/** Queues the parts of what is sent: for whoever is on duty, and where nobody is, for a person with the printable page. */
const queueParts = async (
  tx: Db,
  caller: Caller,
  place: Place,
  kind: Kind,
  parts: readonly Part[],
): Promise<Queued> => {
  const { rows } = await sql<{ id: number }>`
    insert into print_job (company_id, order_id, kind, operator_id, printer_id, ticket, generation, status)
    select ${place.companyId}, ${place.orderId}, ${kind}, ${caller.userId}, e."printerId", nullif(e.ticket, 'null'), e.generation,
      case when print_duty_of(e."printerId", ${kind}) is null then 'manual' else 'waiting' end
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as e("printerId" int, ticket jsonb, generation int)
    returning id`.execute(tx);
  const jobs = await selectJobsSql(tx, sql`j.id = any(${rows.map(({ id }) => id)}::int[]) order by j.id`);
  const [first] = jobs;
  if (!first) throw new Error("something is always sent");
  return { ...first, parts: jobs };
};

/** The printer of a kind of document: one that is on duty or whose spare one is, else the first. */
const printerOf = async (tx: Db, companyId: number, kind: Kind): Promise<number | null> => {
  const { rows } = await sql<{ id: number }>`
    select id from printer where company_id = ${companyId} and not is_removed and ${kind} = any(kinds)
    order by print_duty_of(id, ${kind}) is null, id limit 1`.execute(tx);
  return rows[0]?.id ?? null;
};

const WORDS = { preBill: "Предчек", usedStockItems: "Позиции склада" };

/** Puts a pre-bill or a list of used stock items into the queue. */
export const sendToPrint = async (
  tx: Db,
  caller: Caller,
  place: Place,
  kind: "preBill" | "usedStockItems",
): Promise<Queued> => {
  await checkOrder(tx, place.companyId, place.orderId);
  const printerId = await printerOf(tx, place.companyId, kind);
  const queued = await queueParts(tx, caller, place, kind, [{ printerId, ticket: null, generation: 0 }]);
  await recordHistory(tx, place.orderId, caller.userId, [{ typeElement: "Print", type: "Add", newName: WORDS[kind] }]);
  return queued;
};

const refusals = {
  unchanged: "На кухне уже последняя версия заказа. Ничего не изменилось.",
  printing: "Заказ на кухню как раз печатается. Подождите немного.",
  unconfirmed: "Неизвестно, напечатался ли прошлый заказ на кухню. Сначала ответьте, напечатался ли он.",
};

const conflictOf = (reason: keyof typeof refusals) => new Conflict(refusals[reason], { data: { reason } });

/** Takes out of the queue what was sent to the kitchen before and is not begun; throws while the fate of a ticket is open. */
const replaceSent = async (tx: Db, orderId: number, isWhole: boolean): Promise<number> => {
  await expirePrintJobs(tx);
  const rows = await tx
    .selectFrom("print_job")
    .select(["id", "status", "generation"])
    .where("order_id", "=", orderId)
    .where("kind", "=", "kitchen")
    .orderBy("id")
    .forUpdate()
    .execute();
  const has = (status: string) => rows.some((row) => row.status === status);
  if (has("printing")) throw conflictOf("printing");
  if (has("unconfirmed") && !isWhole) throw conflictOf("unconfirmed");
  await sql`update print_job set status = 'cancelled', finished_at = now(), reason = 'Заменено новым заказом на кухню.'
    where order_id = ${orderId} and kind = 'kitchen' and status in ('waiting', 'manual', 'taken', 'unconfirmed')`.execute(
    tx,
  );
  return Math.max(0, ...rows.map(({ generation }) => generation)) + 1;
};

const kitchenPrinters = async (tx: Db, companyId: number) => {
  const { rows } = await sql<{ id: number; categoryIds: number[] }>`
    select id, category_ids as "categoryIds" from printer
    where company_id = ${companyId} and not is_removed and 'kitchen' = any(kinds) order by id`.execute(tx);
  return rows;
};

/** A category and its parents, the nearest first; of the company and of its group. */
const categoryChains = async (tx: Db, companyId: number): Promise<(id: number) => readonly number[]> => {
  const { rows } = await sql<{ id: number; parentId: number | null }>`
    select id, parent_id as "parentId" from category
    where company_id = ${companyId} or company_group_id = (select company_group_id from company where id = ${companyId})`.execute(
    tx,
  );
  const parents = new Map(rows.map(({ id, parentId }) => [id, parentId]));
  return (id) => {
    const chain = new Set<number>();
    for (let one: number | null = id; one !== null && !chain.has(one); one = parents.get(one) ?? null) chain.add(one);
    return [...chain];
  };
};

/** Sends to the kitchen what it does not know yet of an order, or all of it: a ticket for each printer that has something to make. */
export const sendToKitchen = async (tx: Db, caller: Caller, place: Place, isWhole: boolean): Promise<Queued> => {
  await lockOrder(tx, place.companyId, place.orderId, undefined);
  const generation = await replaceSent(tx, place.orderId, isWhole);
  const known = (await readPrintedChanges(tx, place.orderId)) ?? new Map();
  const changes = (isWhole ? allChanges : kitchenChanges)(known, await readKitchenNeeds(tx, place.orderId));
  if (changes.length === 0) throw conflictOf("unchanged");
  const printers = await kitchenPrinters(tx, place.companyId);
  const shares = distributeChanges(changes, printers, await categoryChains(tx, place.companyId));
  const parts = [...shares].map(([printerId, share]) => ({
    printerId,
    generation,
    ticket: { isWhole, changes: share },
  }));
  const queued = await queueParts(tx, caller, place, "kitchen", parts);
  const newName = isWhole ? "Заказ на кухню целиком" : "Заказ на кухню";
  await recordHistory(tx, place.orderId, caller.userId, [{ typeElement: "Print", type: "Add", newName }]);
  return queued;
};

/** What of an order was printed, and what the kitchen knows of it. */
export const readOrderPrinting = async (db: Db, place: Place): Promise<Schemas["OrderPrinting"]> => {
  await checkOrder(db, place.companyId, place.orderId);
  const jobs = await selectJobsSql(db, sql`j.order_id = ${place.orderId} order by j.id desc limit 20`);
  const known = await readPrintedChanges(db, place.orderId);
  if (!known) return { jobs, kitchen: { state: "never", changes: [] } };
  const changes = kitchenChanges(known, await readKitchenNeeds(db, place.orderId)) as Schemas["KitchenChange"][];
  return { jobs, kitchen: { state: changes.length > 0 ? "stale" : "current", changes } };
};
