import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import type { Caller } from "../session/caller.ts";
import { Conflict, invalidFields, requireRow } from "../shared/domainErrors.ts";
import { finishJob } from "./command.ts";
import { type PrintJob, readJob, selectJobsSql } from "./jobs.ts";
import { readPrintPaper } from "./paper.ts";
import { expirePrintJobs } from "./settle.ts";

/**
 * Time without a heartbeat after which a print duty ends, seconds. A print duty is the period in which one browser
 * prints the jobs of a printer.
 */
const LEASE_SECONDS = 60;

const lease = sql`now() + make_interval(secs => ${LEASE_SECONDS})`;

/** Ids of a print duty and of its company. */
interface DutyKey {
  readonly dutyId: string;
  readonly companyId: number;
}

const lockPrinter = async (tx: Db, companyId: number, id: number) => {
  const rows = await tx
    .selectFrom("printer")
    .select(["name", "paper", "kinds"])
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .where("is_removed", "=", false)
    .forUpdate()
    .execute();
  return requireRow(rows[0], "Принтер не найден.");
};

/**
 * Ends the duty of another browser at a printer if that duty has expired or if the caller takes over the printer.
 * Throws `Conflict` for a duty that is active and not taken over, and does nothing without another duty.
 */
const endOtherDuty = async (
  tx: Db,
  caller: Caller,
  companyId: number,
  start: Schemas["PrintDutyStart"],
): Promise<void> => {
  const { rows } = await sql<{ id: string; userAlias: string; since: string; isAlive: boolean }>`
    select d.id, u.alias as "userAlias", d.started_at as since, d.lease_until > now() as "isAlive"
    from print_duty d join app_user u on u.id = d.user_id
    where d.company_id = ${companyId} and d.printer_id = ${start.printerId} and d.ended_at is null and d.id <> ${start.dutyId}::uuid`.execute(
    tx,
  );
  const other = rows[0];
  if (!other) return;
  const { userAlias, since } = other;
  if (other.isAlive && !start.isTakeover)
    throw new Conflict(`За этим принтером уже дежурит ${userAlias}.`, { data: { duty: { userAlias, since } } });
  await tx
    .updateTable("print_duty")
    .set({ ended_at: sql`now()`, relieved_by: caller.userId })
    .where("id", "=", other.id)
    .where("company_id", "=", companyId)
    .execute();
};

const checkOwnDuty = async (
  tx: Db,
  caller: Caller,
  companyId: number,
  start: Schemas["PrintDutyStart"],
): Promise<void> => {
  const rows = await tx
    .selectFrom("print_duty")
    .select(["id", "printer_id as printerId", "user_id as userId", "company_id as companyId"])
    .where("id", "=", start.dutyId)
    .forUpdate()
    .execute();
  const [existing] = rows;
  const isOwn = !existing || (existing.userId === caller.userId && existing.companyId === companyId);
  if (!isOwn || (existing && existing.printerId !== start.printerId))
    throw invalidFields({ dutyId: "Это другое дежурство." });
};

/**
 * Starts a print duty, in which the caller's browser prints the jobs of a printer, or continues the caller's duty with
 * the same id. Throws:
 * - `NotFound` for an unknown printer,
 * - `Conflict` if the printer has another duty that has not expired and is not taken over,
 * - `Invalid` for a kind of document that the printer does not print, and for the id of another duty.
 */
export const startDuty = async (
  tx: Db,
  caller: Caller,
  companyId: number,
  start: Schemas["PrintDutyStart"],
): Promise<Schemas["PrintDuty"]> => {
  const printer = await lockPrinter(tx, companyId, start.printerId);
  if (!start.kinds.every((kind) => printer.kinds.includes(kind)))
    throw invalidFields({ kinds: "Этот принтер такого не печатает." });
  await checkOwnDuty(tx, caller, companyId, start);
  await endOtherDuty(tx, caller, companyId, start);
  const { rows } = await sql<{ since: string }>`
    insert into print_duty (id, company_id, printer_id, user_id, kinds, lease_until)
    values (${start.dutyId}::uuid, ${companyId}, ${start.printerId}, ${caller.userId}, ${start.kinds}::text[], ${lease})
    on conflict on constraint print_duty_pkey do update set kinds = excluded.kinds, lease_until = excluded.lease_until, ended_at = null, relieved_by = null
    returning started_at as since`.execute(tx);
  return {
    id: start.dutyId,
    printerId: start.printerId,
    printerName: printer.name,
    paper: printer.paper,
    kinds: [...start.kinds],
    since: requireRow(rows[0]).since,
    leaseSeconds: LEASE_SECONDS,
  };
};

/**
 * Renews the lease of an active print duty for another 60 seconds and returns the state of the duty. Throws `NotFound`
 * for an unknown duty and for the duty of another user.
 */
const renewLease = async (tx: Db, caller: Caller, { dutyId, companyId }: DutyKey) => {
  const { rows } = await sql<{ isOnDuty: boolean; relievedBy: string | null }>`
    update print_duty d set lease_until = case when ended_at is null then ${lease} else lease_until end
    where id = ${dutyId}::uuid and company_id = ${companyId} and user_id = ${caller.userId}
    returning ended_at is null as "isOnDuty", (select alias from app_user u where u.id = d.relieved_by) as "relievedBy"`.execute(
    tx,
  );
  return requireRow(rows[0], "Дежурство не найдено.");
};

const readCurrentJob = async (tx: Db, { dutyId, companyId }: DutyKey): Promise<PrintJob | null> =>
  (
    await selectJobsSql(
      tx,
      sql`j.company_id = ${companyId} and j.duty_id = ${dutyId}::uuid and j.status in ('taken', 'printing')`,
    )
  )[0] ?? null;

const isWaitingFor = ({ dutyId, companyId }: DutyKey) => sql`j.company_id = ${companyId} and j.status = 'waiting'
  and print_duty_of(j.printer_id, j.kind) = ${dutyId}::uuid`;

const stateOf = async (
  tx: Db,
  key: DutyKey,
  duty: { isOnDuty: boolean; relievedBy: string | null },
): Promise<Schemas["PrintDutyState"]> => {
  const { rows } = await sql<{
    waiting: number;
  }>`select count(*)::int as waiting from print_job j where ${isWaitingFor(key)}`.execute(tx);
  return { ...duty, job: duty.isOnDuty ? await readCurrentJob(tx, key) : null, waiting: rows[0]?.waiting ?? 0 };
};

/** Renews a print duty (heartbeat) and returns its state. Throws the error of `renewLease`. */
export const renewDuty = async (tx: Db, caller: Caller, key: DutyKey): Promise<Schemas["PrintDutyState"]> =>
  stateOf(tx, key, await renewLease(tx, caller, key));

/**
 * Assigns the oldest waiting print job to a print duty without a job; two duties never get the same job. Throws the
 * error of `renewLease`.
 */
export const takeJob = async (tx: Db, caller: Caller, key: DutyKey): Promise<Schemas["PrintDutyState"]> => {
  const duty = await renewLease(tx, caller, key);
  await expirePrintJobs(tx, key.companyId);
  if (duty.isOnDuty && !(await readCurrentJob(tx, key)))
    await sql`update print_job set status = 'taken', taken_at = now(), duty_id = ${key.dutyId}::uuid, begun_key = null
      where company_id = ${key.companyId} and id = (select j.id from print_job j where ${isWaitingFor(key)} order by j.id limit 1 for update skip locked)`.execute(
      tx,
    );
  return stateOf(tx, key, duty);
};

interface AttemptedJob {
  readonly status: PrintJob["status"];
  readonly isOwn: boolean;
  readonly isOwnKey: boolean;
}

const lockAttempt = async (
  tx: Db,
  { dutyId, companyId }: DutyKey,
  { jobId, attempt, key }: { jobId: number; attempt: number; key?: string },
): Promise<AttemptedJob> => {
  const { rows } = await sql<AttemptedJob>`
    select status, duty_id is not distinct from ${dutyId}::uuid and attempt = ${attempt} as "isOwn",
      begun_key is not distinct from ${key ?? null}::uuid as "isOwnKey"
    from print_job where id = ${jobId} and company_id = ${companyId} for update`.execute(tx);
  return requireRow(rows[0], "Задание не найдено.");
};

/**
 * Marks a job as printing before its page is printed, and returns the data to print. Returns `begunBefore` if a
 * different page load has already begun the job, and `dropped` if the duty has ended or no longer has the job. Throws
 * `NotFound` for an unknown job, and the error of `renewLease`.
 */
export const beginJob = async (
  tx: Db,
  caller: Caller,
  key: DutyKey,
  begin: Schemas["PrintJobBegin"],
): Promise<Schemas["PrintBeginning"]> => {
  const { isOnDuty } = await renewLease(tx, caller, key);
  const { status, isOwn, isOwnKey } = await lockAttempt(tx, key, begin);
  const isBegun = status === "printing" || status === "unconfirmed";
  if (isOwn && isBegun && !isOwnKey) return { outcome: "begunBefore", paper: null };
  if (!isOwn || !(isBegun || (status === "taken" && isOnDuty))) return { outcome: "dropped", paper: null };
  await tx
    .updateTable("print_job")
    .set({ status: "printing", begun_key: begin.key, reason: null })
    .where("id", "=", begin.jobId)
    .where("company_id", "=", key.companyId)
    .execute();
  return { outcome: "begun", paper: await readPrintPaper(tx, key.companyId, begin.jobId) };
};

/**
 * Stores the result of a job that has begun, or the failure of a taken job, unless a user has decided about the job, or
 * the job was queued again in the meantime. Throws `NotFound` for an unknown job, and the error of `renewLease`.
 */
export const reportJob = async (
  tx: Db,
  caller: Caller,
  key: DutyKey,
  { jobId, attempt, result, reason }: Schemas["PrintJobReport"],
): Promise<PrintJob> => {
  await renewLease(tx, caller, key);
  const { status, isOwn } = await lockAttempt(tx, key, { jobId, attempt });
  const isBegun = status === "printing" || status === "unconfirmed";
  if (isOwn && (isBegun || (status === "taken" && result === "failed")))
    await finishJob(tx, { id: jobId, companyId: key.companyId }, { result, reason });
  return readJob(tx, jobId, key.companyId);
};

/**
 * Ends a print duty; its job returns to the queue, or becomes unconfirmed if printing has begun. Throws the error of
 * `renewLease`.
 */
export const endDuty = async (tx: Db, caller: Caller, key: DutyKey): Promise<undefined> => {
  await renewLease(tx, caller, key);
  await sql`update print_duty set ended_at = coalesce(ended_at, now()), lease_until = least(lease_until, now() - interval '1 millisecond')
    where id = ${key.dutyId}::uuid and company_id = ${key.companyId}`.execute(tx);
  await expirePrintJobs(tx, key.companyId);
  return undefined;
};
