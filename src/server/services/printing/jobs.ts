import { type RawBuilder, sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { cutPage, type PageQuery, readCursor, rowLimit } from "../shared/cursor.ts";
import { requireRow } from "../shared/domainErrors.ts";
import { expirePrintJobs } from "./settle.ts";

export type PrintJob = Schemas["PrintJob"];

/**
 * Waiting time after which a print job is shown as overdue, seconds (decisions, section 10). A job waits until a
 * browser takes it.
 */
const OVERDUE_SECONDS = 30;

const jobColumns = sql`j.id, j.kind, j.status, j.company_id as "companyId", c.name as "companyName", j.order_id as "orderId",
  o.internal_id as "internalId", j.printer_id as "printerId", p.name as "printerName", j.attempt, j.reason,
  j.created_at as "createdAt", j.taken_at as "takenAt", j.finished_at as "finishedAt", u.alias as "operatorAlias",
  w.alias as "printedBy", j.is_copy as "isCopy",
  j.status = 'waiting' and j.queued_at < now() - make_interval(secs => ${OVERDUE_SECONDS}) as "isOverdue",
  j.status in ('waiting', 'taken', 'printing') and print_duty_of(j.printer_id, j.kind) is not null as "isPrinterOnDuty"`;

const jobTables = sql`print_job j join company c on c.id = j.company_id join orders o on o.id = j.order_id and o.company_id = j.company_id
  left join printer p on p.id = j.printer_id left join app_user u on u.id = j.operator_id
  left join print_duty d on d.id = j.duty_id and d.company_id = j.company_id left join app_user w on w.id = d.user_id`;

/** Reads the print jobs `j` that meet the SQL condition `which`. An `order by` clause may follow the condition. */
export const selectJobsSql = async (db: Db, which: RawBuilder<unknown>): Promise<PrintJob[]> => {
  const { rows } = await sql<PrintJob>`select ${jobColumns} from ${jobTables} where ${which}`.execute(db);
  return rows;
};

/**
 * Returns SQL that limits the preceding condition to the print jobs `j` of the company. Without a company, returns
 * empty SQL.
 */
const inCompanySql = (companyId: number | undefined) =>
  companyId === undefined ? sql`` : sql` and j.company_id = ${companyId}`;

/** Reads a print job, of any company or only of `companyId`. Throws `NotFound` for any other job. */
export const readJob = async (db: Db, id: number, companyId?: number): Promise<PrintJob> =>
  requireRow((await selectJobsSql(db, sql`j.id = ${id}${inCompanySql(companyId)}`))[0], "Задание не найдено.");

/** Filter for a list of print jobs. */
export interface JobQuery extends PageQuery {
  /** Company of the jobs. Undefined selects the jobs of all companies. */
  readonly companyId?: number;
  readonly status?: readonly string[];
}

/**
 * Returns a page of print jobs, the latest first. First updates the expired jobs (`expirePrintJobs`). Throws `Invalid`
 * for a malformed cursor.
 */
export const readJobsPage = async (db: Db, query: JobQuery): Promise<Schemas["PrintJobPage"]> => {
  const after = readCursor(query.cursor);
  await expirePrintJobs(db, query.companyId);
  const { rows } = await sql<PrintJob & { at: string }>`
    with page as (
      select id from print_job
      where id < ${after?.id ?? 2147483647}::int
        ${query.companyId === undefined ? sql`` : sql`and company_id = ${query.companyId}`}
        ${query.status?.length ? sql`and status = any(${query.status}::text[])` : sql``}
      order by id desc limit ${rowLimit(query)})
    select ${jobColumns}, '-infinity' as at from ${jobTables}
    where j.id in (select id from page)${inCompanySql(query.companyId)} order by j.id desc`.execute(db);
  return cutPage(rows, query);
};
