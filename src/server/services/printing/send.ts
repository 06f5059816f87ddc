import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { allChanges, distributeChanges, type KitchenChange, kitchenChanges } from "#domain/kitchenTicket.ts";
import type { Db } from "../../database/connection.ts";
import { sendOrderToKitchen } from "../kitchen/kitchenSending.ts";
import { checkOrder } from "../orders/orderExists.ts";
import { recordHistory } from "../orders/orderHistory.ts";
import { orderKeyOf } from "../orders/orderKey.ts";
import { lockOrder } from "../orders/orderLock.ts";
import type { Caller } from "../session/caller.ts";
import { Conflict } from "../shared/domainErrors.ts";
import { type PrintJob, selectJobsSql } from "./jobs.ts";
import { readKitchenNeeds, readPrintedChanges } from "./kitchen.ts";
import { expirePrintJobs } from "./settle.ts";

interface OrderRef {
  readonly companyId: number;
  readonly orderId: number;
}

type Kind = PrintJob["kind"];
type Queued = Schemas["QueuedPrintJob"];

/** Section of a document that one printer prints. */
interface Part {
  readonly printerId: number | null;
  readonly ticket: { readonly isWhole: boolean; readonly changes: readonly KitchenChange[] } | null;
  readonly generation: number;
}

/**
 * Queues the sections of a document. A section becomes 'manual' (the user must print it) if no browser prints this kind
 * of document on the printer of the section or on one of its spare printers.
 */
const queueParts = async (
  tx: Db,
  caller: Caller,
  order: OrderRef,
  kind: Kind,
  parts: readonly Part[],
): Promise<Queued> => {
  const { rows } = await sql<{ id: number }>`
    insert into print_job (company_id, order_id, kind, operator_id, printer_id, ticket, generation, status)
    select ${order.companyId}, ${order.orderId}, ${kind}, ${caller.userId}, e."printerId", nullif(e.ticket, 'null'), e.generation,
      case when print_duty_of(e."printerId", ${kind}) is null then 'manual' else 'waiting' end
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as e("printerId" int, ticket jsonb, generation int)
    returning id`.execute(tx);
  const jobs = await selectJobsSql(
    tx,
    sql`j.company_id = ${order.companyId} and j.id = any(${rows.map(({ id }) => id)}::int[]) order by j.id`,
  );
  const [first] = jobs;
  if (!first) throw new Error("a document must have at least one part");
  return { ...first, parts: jobs };
};

/**
 * Returns the id of the printer for a kind of document, and protects the printer from removal until the transaction
 * ends. A printer is preferred if a browser serves it or one of its spare printers. Returns null if no printer prints
 * this kind.
 */
const printerOf = async (tx: Db, companyId: number, kind: Kind): Promise<number | null> => {
  const { rows } = await sql<{ id: number }>`
    select id from printer where company_id = ${companyId} and not is_removed and ${kind} = any(kinds)
    order by print_duty_of(id, ${kind}) is null, id limit 1 for key share`.execute(tx);
  return rows[0]?.id ?? null;
};

const WORDS = { preBill: "Предчек", usedStockItems: "Позиции склада" };

/**
 * Queues a pre-bill or a list of used stock items, and adds a history entry to the order. Throws `NotFound` for an
 * unknown order.
 */
export const sendToPrint = async (
  tx: Db,
  caller: Caller,
  order: OrderRef,
  kind: "preBill" | "usedStockItems",
): Promise<Queued> => {
  await checkOrder(tx, order.companyId, order.orderId);
  const printerId = await printerOf(tx, order.companyId, kind);
  const queued = await queueParts(tx, caller, order, kind, [{ printerId, ticket: null, generation: 0 }]);
  await recordHistory(tx, orderKeyOf(order), caller.userId, [
    { typeElement: "Print", type: "Add", newName: WORDS[kind] },
  ]);
  return queued;
};

const refusals = {
  unchanged: "На кухне уже последняя версия заказа. Ничего не изменилось.",
  printing: "Заказ на кухню как раз печатается. Подождите немного.",
  unconfirmed: "Неизвестно, напечатался ли прошлый заказ на кухню. Сначала ответьте, напечатался ли он.",
};

const conflictError = (reason: keyof typeof refusals) => new Conflict(refusals[reason], { data: { reason } });

/**
 * Cancels the kitchen jobs of an order that are waiting, manual, taken or unconfirmed, and returns the next ticket
 * generation. Throws `Conflict` while a ticket is printing and, unless `isWhole` is set, also while one is unconfirmed.
 */
const replaceSent = async (tx: Db, { companyId, orderId }: OrderRef, isWhole: boolean): Promise<number> => {
  await expirePrintJobs(tx, companyId);
  const rows = await tx
    .selectFrom("print_job")
    .select(["id", "status", "generation"])
    .where("order_id", "=", orderId)
    .where("company_id", "=", companyId)
    .where("kind", "=", "kitchen")
    .orderBy("id")
    .forUpdate()
    .execute();
  const has = (status: string) => rows.some((row) => row.status === status);
  if (has("printing")) throw conflictError("printing");
  if (has("unconfirmed") && !isWhole) throw conflictError("unconfirmed");
  await tx
    .updateTable("print_job")
    .set({ status: "cancelled", finished_at: sql`now()`, reason: "Заменено новым заказом на кухню." })
    .where("order_id", "=", orderId)
    .where("company_id", "=", companyId)
    .where("kind", "=", "kitchen")
    .where("status", "in", ["waiting", "manual", "taken", "unconfirmed"])
    .execute();
  return Math.max(0, ...rows.map(({ generation }) => generation)) + 1;
};

/** Reads the kitchen printers and protects them from removal until the transaction ends. */
const lockKitchenPrinters = (tx: Db, companyId: number) =>
  tx
    .selectFrom("printer")
    .select(["id", "category_ids as categoryIds"])
    .where("company_id", "=", companyId)
    .where("is_removed", "=", false)
    .where((eb) => eb(eb.val("kitchen"), "=", eb.fn.any("kinds")))
    .orderBy("id")
    .forKeyShare()
    .execute();

/** Returns a function that lists a category and its parents, starting with the category itself. */
const categoryChains = async (tx: Db, companyId: number): Promise<(id: number) => readonly number[]> => {
  const rows = await tx
    .selectFrom("category")
    .select(["id", "parent_id as parentId"])
    .where((eb) =>
      eb.or([
        eb("company_id", "=", companyId),
        eb("company_group_id", "=", eb.selectFrom("company").select("company_group_id").where("id", "=", companyId)),
      ]),
    )
    .execute();
  const parents = new Map(rows.map(({ id, parentId }) => [id, parentId]));
  return (id) => {
    const chain = new Set<number>();
    for (let one: number | null = id; one !== null && !chain.has(one); one = parents.get(one) ?? null) chain.add(one);
    return [...chain];
  };
};

/**
 * Queues a kitchen ticket for each printer with dishes to prepare; it shows the changes of the order, or the whole
 * order if `isWhole` is true. If the company sends orders by button, the order appears on the kitchen display; throws
 * `NotFound` for an unknown order, `Conflict` if there are no changes, and the errors of `replaceSent`.
 */
export const sendToKitchen = async (tx: Db, caller: Caller, order: OrderRef, isWhole: boolean): Promise<Queued> => {
  await lockOrder(tx, order.companyId, order.orderId, undefined);
  // Printers are locked before print jobs, as in the removal of a printer. The opposite sequence would cause deadlocks.
  const printers = await lockKitchenPrinters(tx, order.companyId);
  const generation = await replaceSent(tx, order, isWhole);
  const printed = (await readPrintedChanges(tx, orderKeyOf(order))) ?? new Map();
  const needs = await readKitchenNeeds(tx, orderKeyOf(order));
  const all = allChanges(printed, needs);
  const changes = isWhole ? all : kitchenChanges(printed, needs);
  if (changes.length === 0) throw conflictError("unchanged");
  const chains = await categoryChains(tx, order.companyId);
  const wholes = distributeChanges(all, printers, chains);
  const parts = [...distributeChanges(changes, printers, chains)].map(([printerId, share]) => {
    const isFirst = share.length === wholes.get(printerId)?.length && share.every(({ before }) => before === null);
    return { printerId, generation, ticket: { isWhole: isWhole || isFirst, changes: share } };
  });
  const queued = await queueParts(tx, caller, order, "kitchen", parts);
  await sendOrderToKitchen(tx, orderKeyOf(order), "ticket");
  const newName = isWhole ? "Заказ на кухню целиком" : "Заказ на кухню";
  await recordHistory(tx, orderKeyOf(order), caller.userId, [{ typeElement: "Print", type: "Add", newName }]);
  return queued;
};

/**
 * Returns the latest 20 print jobs of an order, and the changes of the order since its last printed kitchen tickets.
 * Throws `NotFound` for an unknown order.
 */
export const readOrderPrinting = async (db: Db, order: OrderRef): Promise<Schemas["OrderPrinting"]> => {
  await checkOrder(db, order.companyId, order.orderId);
  const jobs = await selectJobsSql(
    db,
    sql`j.company_id = ${order.companyId} and j.order_id = ${order.orderId} order by j.id desc limit 20`,
  );
  const printed = await readPrintedChanges(db, orderKeyOf(order));
  if (!printed) return { jobs, kitchen: { state: "never", changes: [] } };
  const changes = kitchenChanges(printed, await readKitchenNeeds(db, orderKeyOf(order))) as Schemas["KitchenChange"][];
  return { jobs, kitchen: { state: changes.length > 0 ? "stale" : "current", changes } };
};
