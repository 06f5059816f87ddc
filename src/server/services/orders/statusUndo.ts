import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { recallOrderFromKitchen } from "../kitchen/kitchenSending.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
import { Conflict } from "../shared/domainErrors.ts";
import type { LockedOrder } from "./orderLock.ts";
import { restoreStatus } from "./orderStatus.ts";

/** Time during which an employee can undo a status change, seconds (areas, section 13, B6). */
const UNDO_S = 8;

/** Additional time for the transfer of the request to the server, seconds. */
const TRAVEL_S = 2;

/**
 * Stores the data to undo the status change of this transaction, unless the change closed the order without cancelling
 * it. `order` is the order before the change. If the change sent the order to the kitchen, also writes an event for the
 * end of the undo time, because the kitchen display shows the order only then.
 */
export const storeStatusUndo = async (tx: Db, caller: Caller, order: LockedOrder): Promise<void> => {
  // `now()` is the start of this transaction. If `kitchen_sent_at` equals this start, this transaction sent the order
  // to the kitchen. The cast rounds to milliseconds, as the column does.
  await sql`
    with stored as (
      insert into status_undo (order_id, company_id, user_id, status_id, reason, version, is_sent, until)
      select o.id, o.company_id, ${caller.userId}::int, ${order.status.id}::int, ${order.statusReason}, o.version,
        coalesce(o.kitchen_sent_at = now()::timestamptz(3), false),
        clock_timestamp() + make_interval(secs => ${UNDO_S}::int)
      from orders o join order_status s on s.id = o.status_id
      where o.id = ${order.id} and o.company_id = ${order.companyId} and o.version > ${order.version}::int and (s.is_cancel or not s.is_closed)
      on conflict on constraint status_undo_pkey do update set user_id = excluded.user_id, status_id = excluded.status_id,
        reason = excluded.reason, version = excluded.version, is_sent = excluded.is_sent, until = excluded.until
      returning *)
    insert into event (topic, company_id, entity_id, not_before)
    select 'kitchen', u.company_id, u.order_id, u.until
    from stored u where u.is_sent`.execute(tx);
};

/**
 * Undoes the last status change of a locked order. Throws:
 * - `Conflict` if another user made the status change, if the status change is too old, or if the order was changed
 *   again,
 * - the errors of `recallOrderFromKitchen` and `restoreStatus`.
 */
export const undoStatus = async (tx: Db, company: CompanyScope, caller: Caller, order: LockedOrder): Promise<void> => {
  const { rows } = await sql<{ statusId: number; reason: string | null; isSent: boolean }>`
    delete from status_undo
    where order_id = ${order.id} and company_id = ${order.companyId} and user_id = ${caller.userId} and version = ${order.version}
      and until > clock_timestamp() - make_interval(secs => ${TRAVEL_S}::int)
    returning status_id as "statusId", reason, is_sent as "isSent"`.execute(tx);
  const [undo] = rows;
  if (!undo) throw new Conflict("Вернуть прежний статус уже нельзя. Смените статус обычным образом.");
  if (undo.isSent) await recallOrderFromKitchen(tx, order);
  await restoreStatus(tx, company, caller, order, undo);
};
