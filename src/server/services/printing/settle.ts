import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";

/**
 * Time after which a waiting print job fails, hours. It prevents the kitchen from cooking the tickets of the previous
 * day.
 */
const STALE_HOURS = 4;

/**
 * Updates the print jobs of a company, by default of all companies: waiting jobs fail after 4 hours, manual jobs are
 * cancelled after a day, and printing jobs become unconfirmed when their duty expires. Taken jobs return to the queue
 * when their duty expires or ends.
 */
export const expirePrintJobs = async (db: Db, companyId?: number): Promise<void> => {
  const isChosen = companyId === undefined ? sql`true` : sql`j.company_id = ${companyId}`;
  await sql`
    update print_job j set
      status = case j.status when 'taken' then 'waiting' else 'unconfirmed' end,
      duty_id = case j.status when 'taken' then null else j.duty_id end,
      attempt = case j.status when 'taken' then j.attempt + 1 else j.attempt end,
      queued_at = case j.status when 'taken' then now() else j.queued_at end,
      reason = case j.status when 'taken' then j.reason else 'Принтер не ответил, напечаталось ли.' end,
      is_failure_told = false
    from print_duty d
    where ${isChosen} and j.duty_id = d.id and j.company_id = d.company_id and j.status in ('taken', 'printing')
      and (d.lease_until < now() or (j.status = 'taken' and d.ended_at is not null))`.execute(db);
  await sql`
    update print_job j set finished_at = now(), status = case status when 'waiting' then 'failed' else 'cancelled' end,
      reason = case status when 'waiting' then 'Никто не напечатал за ${sql.raw(String(STALE_HOURS))} часа.'
        else 'За сутки никто не отметил, напечатано ли.' end
    where ${isChosen} and ((status = 'waiting' and queued_at < now() - make_interval(hours => ${STALE_HOURS}))
      or (status = 'manual' and queued_at < now() - interval '1 day'))`.execute(db);
};
