import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { notifyFailedPrints } from "../orders/orderWatch.ts";
import { Conflict, invalidFields, requireRow } from "../shared/domainErrors.ts";
import { type PrintJob, readJob } from "./jobs.ts";
import { expirePrintJobs } from "./settle.ts";

type Command = Schemas["PrintJobCommand"];

/** Print job that this transaction has locked. */
interface LockedJob {
  readonly id: number;
  readonly companyId: number;
  readonly kind: PrintJob["kind"];
  readonly status: PrintJob["status"];
  /**
   * True for an outdated kitchen job. Either a later ticket of the same order was sent to the kitchen, or the ticket
   * was deleted together with the customer's personal data.
   */
  readonly isOutdated: boolean;
}

/**
 * Updates the expired print jobs, and then locks one job. Throws `NotFound` for an unknown job, and for a job of a
 * different company when `companyId` is given.
 */
const lockJob = async (tx: Db, id: number, companyId: number | undefined): Promise<LockedJob> => {
  await expirePrintJobs(tx, companyId);
  const { rows } = await sql<LockedJob>`
    select id, company_id as "companyId", kind, status, kind = 'kitchen' and (ticket is null or exists (
      select 1 from print_job n where n.order_id = j.order_id and n.company_id = j.company_id and n.kind = 'kitchen' and n.generation > j.generation)) as "isOutdated"
    from print_job j where id = ${id} ${companyId === undefined ? sql`` : sql`and company_id = ${companyId}`} for update of j`.execute(
    tx,
  );
  return requireRow(rows[0], "Задание не найдено.");
};

const refuse = async (tx: Db, { id, companyId }: LockedJob, message: string, mayAgain = false): Promise<never> => {
  throw new Conflict(message, { data: { job: await readJob(tx, id, companyId), mayAgain } });
};

const requeue = async (tx: Db, { id, companyId }: LockedJob): Promise<void> => {
  await tx
    .updateTable("print_job")
    .set((eb) => ({
      status: "waiting",
      attempt: eb("attempt", "+", 1),
      queued_at: sql`now()`,
      duty_id: null,
      begun_key: null,
      taken_at: null,
      finished_at: null,
      reason: null,
      is_failure_told: false,
    }))
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .execute();
};

const copy = async (tx: Db, { id, companyId }: LockedJob): Promise<number> => {
  const columns = ["company_id", "order_id", "kind", "operator_id", "printer_id", "ticket", "generation"] as const;
  const copy = await tx
    .insertInto("print_job")
    .columns([...columns, "is_copy"])
    .expression((eb) =>
      eb
        .selectFrom("print_job")
        .select([...columns, eb.lit(true).as("is_copy")])
        .where("id", "=", id)
        .where("company_id", "=", companyId),
    )
    .returning("id")
    .executeTakeFirst();
  return requireRow(copy).id;
};

const outdated = "Заказ с тех пор отправили на кухню заново. Печатайте новый.";

const retry = async (tx: Db, job: LockedJob, { isAgain = false }: Command): Promise<number> => {
  if (job.status === "waiting") return job.id;
  if (job.status === "taken" || job.status === "printing") return refuse(tx, job, "Задание уже печатается.");
  if (job.isOutdated) return refuse(tx, job, outdated);
  if (job.status === "printed") {
    if (isAgain) return copy(tx, job);
    return refuse(tx, job, "Уже напечатано. Напечатать ещё раз?", true);
  }
  if (job.status === "unconfirmed" && !isAgain)
    return refuse(tx, job, "Возможно, это уже напечатано. Напечатать ещё раз?", true);
  await requeue(tx, job);
  return job.id;
};

/**
 * Locks the new printer of a print job. Throws `Invalid` if the company has no such printer or the printer cannot print
 * the job.
 */
const checkPrinter = async (tx: Db, job: LockedJob, printerId: number): Promise<void> => {
  const rows = await tx
    .selectFrom("printer")
    .select("kinds")
    .where("id", "=", printerId)
    .where("company_id", "=", job.companyId)
    .where("is_removed", "=", false)
    .forShare()
    .execute();
  if (!rows[0]?.kinds.includes(job.kind)) throw invalidFields({ printerId: "Этот принтер такого не печатает." });
};

const routable: readonly LockedJob["status"][] = ["waiting", "manual", "taken", "failed"];

const route = async (tx: Db, job: LockedJob, { printerId }: Command): Promise<number> => {
  if (printerId === undefined) throw invalidFields({ printerId: "Выберите принтер." });
  if (!routable.includes(job.status)) return refuse(tx, job, "Перенести можно только то, что ещё не печатали.");
  if (job.isOutdated) return refuse(tx, job, outdated);
  await tx
    .updateTable("print_job")
    .set({ printer_id: printerId })
    .where("id", "=", job.id)
    .where("company_id", "=", job.companyId)
    .execute();
  await requeue(tx, job);
  return job.id;
};

const cancel = async (tx: Db, job: LockedJob): Promise<number> => {
  if (job.status === "cancelled") return job.id;
  if (job.status === "printing") return refuse(tx, job, "Задание уже печатается, отменить его нельзя.");
  if (job.status === "printed") return refuse(tx, job, "Уже напечатано.");
  await tx
    .updateTable("print_job")
    .set({ status: "cancelled", finished_at: sql`now()`, reason: null })
    .where("id", "=", job.id)
    .where("company_id", "=", job.companyId)
    .execute();
  return job.id;
};

const confirmable: readonly LockedJob["status"][] = ["manual", "unconfirmed", "failed"];

const confirm = async (tx: Db, job: LockedJob): Promise<number> => {
  if (job.status === "printed") return job.id;
  if (!confirmable.includes(job.status)) return refuse(tx, job, "Задание ещё не печатали.");
  if (job.isOutdated) return refuse(tx, job, outdated);
  await finishJob(tx, job, { result: "printed" });
  return job.id;
};

const deniable: readonly LockedJob["status"][] = ["printed", "unconfirmed", "manual"];

const deny = async (tx: Db, job: LockedJob, { reason }: Command): Promise<number> => {
  if (job.status === "failed") return job.id;
  if (!deniable.includes(job.status)) return refuse(tx, job, "Задание ещё не печатали.");
  if (job.isOutdated) return refuse(tx, job, outdated);
  await finishJob(tx, job, { result: "failed", reason });
  return job.id;
};

/** Result of a print job, with the reason of a failure. */
interface Ending {
  readonly result: "printed" | "failed";
  readonly reason?: string | undefined;
}

/** Stores the result of a locked print job. Notifies the sender of a failed job. */
export const finishJob = async (
  tx: Db,
  { id, companyId }: { readonly id: number; readonly companyId: number },
  { result, reason }: Ending,
): Promise<void> => {
  const isPrinted = result === "printed";
  await tx
    .updateTable("print_job")
    .set({
      status: result,
      finished_at: sql`now()`,
      reason: isPrinted ? null : (reason?.trim() ?? null),
      printed_number: isPrinted ? sql`nextval('print_number')` : sql`null`,
      is_failure_told: false,
    })
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .execute();
  if (!isPrinted) await notifyFailedPrints(tx, companyId);
};

const commands = { retry, route, cancel, confirm, deny };

/**
 * Runs a user's command on a print job and returns the job, or the new job of a repeated print. Throws `NotFound` for
 * an unknown job, `Invalid` for a missing or an unsuitable printer, and `Conflict` with the job when its status forbids
 * the command or the job is outdated.
 */
export const handleJob = async (
  tx: Db,
  which: { readonly id: number; readonly companyId?: number },
  command: Command,
): Promise<PrintJob> => {
  const job = await lockJob(tx, which.id, which.companyId);
  if (command.printerId !== undefined) await checkPrinter(tx, job, command.printerId);
  return readJob(tx, await commands[command.command](tx, job, command), job.companyId);
};

/** Returns the printers that can print a print job. Throws `NotFound` for an unknown job. */
export const listPrintersForJob = async (db: Db, id: number): Promise<Schemas["PrinterName"][]> => {
  const job = await readJob(db, id);
  const { rows } = await sql<Schemas["PrinterName"]>`
    select id, name from printer where company_id = ${job.companyId} and not is_removed and ${job.kind} = any(kinds)
    order by name, id`.execute(db);
  return rows;
};
