import { sql } from "kysely";
import type { BaseLogger } from "pino";
import type { Db, OpenDatabase } from "../../database/connection.ts";
import { expirePrintJobs } from "../printing/settle.ts";
import { promisedAtSql } from "./orderLists.ts";

const INTERVAL_MS = 30_000;

/**
 * Sends one notification about each late order to its operator and to the users who may edit orders of other operators,
 * provided that they may view orders. Skips orders that are more than an hour late.
 */
export const notifyLateOrders = async (db: Db): Promise<void> => {
  await sql`
    with late as (
      insert into late_notice (order_id, company_id, due)
      select o.id, o.company_id, ${promisedAtSql} from orders o join company c on c.id = o.company_id and not c.is_removed
      where o.is_open and ${promisedAtSql} between now() - interval '1 hour' and now()
      on conflict do nothing returning order_id, company_id)
    insert into notification (user_id, title, message, code, data)
    select m.user_id, 'Заказ № ' || o.internal_id || ' опаздывает', 'Ждут с ' || to_char(${promisedAtSql} at time zone c.time_zone, 'HH24:MI'),
      'order', jsonb_build_object('orderId', o.id, 'companyId', o.company_id)
    from late l join orders o on o.id = l.order_id and o.company_id = l.company_id join company c on c.id = o.company_id
    join company_user m on m.company_id = o.company_id join role r on r.id = m.role_id
    where coalesce((r.permissions->>'order.view')::int, 0) > 0
      and (m.user_id = o.operator_id or coalesce((r.permissions->>'order.editForeign')::int, 0) > 0)`.execute(db);
};

/** Sends one notification about each failed or unconfirmed print job to the user who sent the job. */
export const notifyFailedPrints = async (db: Db, companyId?: number): Promise<void> => {
  await sql`
    with failed as (
      update print_job set is_failure_told = true where status in ('failed', 'unconfirmed') and not is_failure_told
        ${companyId === undefined ? sql`` : sql`and company_id = ${companyId}`}
      returning order_id, company_id, operator_id, reason, status)
    insert into notification (user_id, title, message, code, data)
    select m.user_id,
      case f.status when 'failed' then 'Не напечатано: заказ № ' else 'Напечаталось? Заказ № ' end || o.internal_id,
      case f.status when 'failed' then coalesce(rtrim(f.reason, '.') || '. ', '') || 'Проверьте принтер и отправьте на печать ещё раз.'
        else 'Принтер не ответил. Посмотрите и ответьте в очереди печати.' end,
      'order', jsonb_build_object('orderId', o.id, 'companyId', o.company_id)
    from failed f join orders o on o.id = f.order_id and o.company_id = f.company_id
    join company_user m on m.company_id = f.company_id and m.user_id = f.operator_id`.execute(db);
};

/**
 * Checks every 30 seconds, while the disk has free space, for late orders and failed print jobs, notifies users and
 * expires print jobs; returns a function that stops the checks. Several processes may run them concurrently.
 */
export const startOrderWatch = ({ db, hasRoom }: OpenDatabase, logger: BaseLogger): (() => void) => {
  const timer = setInterval(() => {
    if (!hasRoom()) return;
    notifyLateOrders(db)
      .then(() => expirePrintJobs(db))
      .then(() => notifyFailedPrints(db))
      .catch((failure: unknown) => logger.warn({ err: failure }, "watching orders failed"));
  }, INTERVAL_MS).unref();
  return () => clearInterval(timer);
};
