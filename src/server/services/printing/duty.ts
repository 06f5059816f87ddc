import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import type { Caller } from "../session/caller.ts";
import { Conflict, invalidFields, requireRow } from "../shared/domainErrors.ts";
import { finishJob } from "./command.ts";
import { type PrintJob, readJob, selectJobsSql } from "./jobs.ts";
import { readPrintPaper } from "./paper.ts";
import { expirePrintJobs } from "./settle.ts";

/** A browser that is silent for so long is no longer on duty. */
const LEASE_SECONDS = 60;

const lease = sql`now() + make_interval(secs => ${LEASE_SECONDS})`;

/** Which duty of which caller. */
interface Which {
  readonly dutyId: string;
  readonly companyId: number;
}

const holdPrinter = async (tx: Db, companyId: number, id: number) => {
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

/** Ends the duty of somebody else at a printer: one that went silent always, one that is alive only to relieve it. */
const relieve = async (tx: Db, caller: Caller, start: Schemas["PrintDutyStart"]): Promise<void> => {
  const { rows } = await sql<{ id: string; userAlias: string; since: string; isAlive: boolean }>`
    select d.id, u.alias as "userAlias", d.started_at as since, d.lease_until > now() as "isAlive"
    from print_duty d join app_user u on u.id = d.user_id
    where d.printer_id = ${start.printerId} and d.ended_at is null and d.id <> ${start.dutyId}::uuid`.execute(tx);
  const other = rows[0];
  if (!other) return;
  const { userAlias, since } = other;
  if (other.isAlive && !start.isTakeover)
    throw new Conflict(`За этим принтером уже дежурит ${userAlias}.`, { data: { duty: { userAlias, since } } });
  await tx
    .updateTable("print_duty")
    .set({ ended_at: sql`now()`, relieved_by: caller.userId })
    .where("id", "=", other.id)
    .execute();
};

const checkOwn = async (tx: Db, caller: Caller, companyId: number, start: Schemas["PrintDutyStart"]): Promise<void> => {
  const rows = await tx
    .selectFrom("print_duty")
    .select(["id", "printer_id as printerId", "user_id as userId", "company_id as companyId"])
    .where("id", "=", start.dutyId)
    .forUpdate()
    .execute();
  const [known] = rows;
  const isOwn = !known || (known.userId === caller.userId && known.companyId === companyId);
  if (!isOwn || (known && known.printerId !== start.printerId))
    throw invalidFields({ dutyId: "Это другое дежурство." });
};

/** Puts a browser on duty for a printer; the same id again continues the same duty. Throws `Conflict` while somebody else is on duty. */
export const startDuty = async (
  tx: Db,
  caller: Caller,
  companyId: number,
  start: Schemas["PrintDutyStart"],
): Promise<Schemas["PrintDuty"]> => {
  const printer = await holdPrinter(tx, companyId, start.printerId);
  if (!start.kinds.every((kind) => printer.kinds.includes(kind)))
    throw invalidFields({ kinds: "Этот принтер такого не печатает." });
  await checkOwn(tx, caller, companyId, start);
  await relieve(tx, caller, start);
  const { rows } = await sql<{ since: string }>`
    insert into print_duty (id, company_id, printer_id, user_id, kinds, lease_until)
    values (${start.dutyId}::uuid, ${companyId}, ${start.printerId}, ${caller.userId}, ${start.kinds}::text[], ${lease})
    on conflict (id) do update set kinds = excluded.kinds, lease_until = excluded.lease_until, ended_at = null, relieved_by = null
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

/** Prolongs a duty of the caller, unless it has ended; says whether it goes on. Throws `NotFound` for somebody else's. */
const prolong = async (tx: Db, caller: Caller, { dutyId, companyId }: Which) => {
  const { rows } = await sql<{ isOnDuty: boolean; relievedBy: string | null }>`
    update print_duty d set lease_until = case when ended_at is null then ${lease} else lease_until end
    where id = ${dutyId}::uuid and company_id = ${companyId} and user_id = ${caller.userId}
    returning ended_at is null as "isOnDuty", (select alias from app_user u where u.id = d.relieved_by) as "relievedBy"`.execute(
    tx,
  );
  return requireRow(rows[0], "Дежурство не найдено.");
};

const inHand = async (tx: Db, { dutyId }: Which): Promise<PrintJob | null> =>
  (await selectJobsSql(tx, sql`j.duty_id = ${dutyId}::uuid and j.status in ('taken', 'printing')`))[0] ?? null;

const forDuty = ({ dutyId, companyId }: Which) => sql`j.company_id = ${companyId} and j.status = 'waiting'
  and print_duty_of(j.printer_id, j.kind) = ${dutyId}::uuid`;

const stateOf = async (
  tx: Db,
  which: Which,
  duty: { isOnDuty: boolean; relievedBy: string | null },
): Promise<Schemas["PrintDutyState"]> => {
  const { rows } = await sql<{
    waiting: number;
  }>`select count(*)::int as waiting from print_job j where ${forDuty(which)}`.execute(tx);
  return { ...duty, job: duty.isOnDuty ? await inHand(tx, which) : null, waiting: rows[0]?.waiting ?? 0 };
};

/** Says that the browser is still there. */
export const renewDuty = async (tx: Db, caller: Caller, which: Which): Promise<Schemas["PrintDutyState"]> =>
  stateOf(tx, which, await prolong(tx, caller, which));

/** The job in hand, else the oldest that waits for the duty; two duties never get the same one. */
export const takeJob = async (tx: Db, caller: Caller, which: Which): Promise<Schemas["PrintDutyState"]> => {
  const duty = await prolong(tx, caller, which);
  await expirePrintJobs(tx);
  if (duty.isOnDuty && !(await inHand(tx, which)))
    await sql`update print_job set status = 'taken', taken_at = now(), duty_id = ${which.dutyId}::uuid, begun_key = null
      where id = (select j.id from print_job j where ${forDuty(which)} order by j.id limit 1 for update skip locked)`.execute(
      tx,
    );
  return stateOf(tx, which, duty);
};

interface HeldJob {
  readonly status: PrintJob["status"];
  readonly isOwn: boolean;
  readonly isOwnKey: boolean;
}

const holdJob = async (
  tx: Db,
  { dutyId, companyId }: Which,
  { jobId, attempt, key }: { jobId: number; attempt: number; key?: string },
): Promise<HeldJob> => {
  const { rows } = await sql<HeldJob>`
    select status, duty_id is not distinct from ${dutyId}::uuid and attempt = ${attempt} as "isOwn",
      begun_key is not distinct from ${key ?? null}::uuid as "isOwnKey"
    from print_job where id = ${jobId} and company_id = ${companyId} for update`.execute(tx);
  return requireRow(rows[0], "Задание не найдено.");
};

/** Before a page is printed: the job is begun, once for one load of the page; with what to print. */
export const beginJob = async (
  tx: Db,
  caller: Caller,
  which: Which,
  begin: Schemas["PrintJobBegin"],
): Promise<Schemas["PrintBeginning"]> => {
  const { isOnDuty } = await prolong(tx, caller, which);
  const { status, isOwn, isOwnKey } = await holdJob(tx, which, begin);
  const isBegun = status === "printing" || status === "unconfirmed";
  if (isOwn && isBegun && !isOwnKey) return { outcome: "begunBefore", paper: null };
  if (!isOwn || !(isBegun || (status === "taken" && isOnDuty))) return { outcome: "dropped", paper: null };
  await tx
    .updateTable("print_job")
    .set({ status: "printing", begun_key: begin.key, reason: null })
    .where("id", "=", begin.jobId)
    .execute();
  return { outcome: "begun", paper: await readPrintPaper(tx, which.companyId, begin.jobId) };
};

/** How printing ended; what a person has decided meanwhile, or another attempt, is not touched. */
export const reportJob = async (
  tx: Db,
  caller: Caller,
  which: Which,
  { jobId, attempt, result, reason }: Schemas["PrintJobReport"],
): Promise<PrintJob> => {
  await prolong(tx, caller, which);
  const { status, isOwn } = await holdJob(tx, which, { jobId, attempt });
  const isBegun = status === "printing" || status === "unconfirmed";
  if (isOwn && (isBegun || (status === "taken" && result === "failed"))) await finishJob(tx, jobId, { result, reason });
  return readJob(tx, jobId);
};

/** Ends a duty of the caller; what it has in hand goes back, or is unconfirmed when it is begun. */
export const endDuty = async (tx: Db, caller: Caller, which: Which): Promise<undefined> => {
  await prolong(tx, caller, which);
  await sql`update print_duty set ended_at = coalesce(ended_at, now()), lease_until = least(lease_until, now() - interval '1 millisecond')
    where id = ${which.dutyId}::uuid`.execute(tx);
  await expirePrintJobs(tx);
  return undefined;
};
