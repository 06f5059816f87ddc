import { sql } from "kysely";
import { formatPhone } from "#domain/phone.ts";
import type { Db } from "../../database/connection.ts";
import { nameOfPhoneSql } from "../customers/customerSql.ts";

/** Phone call that operators are notified about. */
interface CallNews {
  readonly callId: number;
  readonly companyId: number;
  /** Phone number of the caller, or an empty text when the caller hides the number. */
  readonly number: string;
  readonly isAnswered: boolean;
}

/** Returns the SQL condition for unread call notifications of a company. */
const unread = (companyId: number) => sql`company_id = ${companyId} and code = 'call' and not is_read`;

/** SQL for the call id in a call notification. */
const notifiedCallId = sql`(data ->> 'callId')::int`;

/**
 * Sends notifications about an incoming call to the members of a company who may view calls and create orders. Marks
 * earlier notifications about the same number as read, unless the number is hidden.
 */
export const notifyIncomingCall = async (
  tx: Db,
  { callId, companyId, number, isAnswered }: CallNews,
): Promise<void> => {
  const title = number ? `Звонит ${formatPhone(number)}` : "Звонит скрытый номер";
  const data = JSON.stringify({ companyId, callId, number, callStatus: isAnswered ? "Call" : "StartRing" });
  if (number)
    await sql`update notification set is_read = true where ${unread(companyId)} and data ->> 'number' = ${number}`.execute(
      tx,
    );
  await sql`insert into notification (user_id, title, message, code, data)
    select m.user_id, ${title}, concat_ws(', ', ${nameOfPhoneSql(sql`c.company_id`, sql`c.number`)}, 'на ' || coalesce(p.name, p.number)), 'call', ${data}::jsonb
    from operator_phone_call c join operator_phone p on p.id = c.operator_phone_id
    join company_user m on m.company_id = c.company_id join role r on r.id = m.role_id
    where c.id = ${callId} and c.company_id = ${companyId} and coalesce((r.permissions->>'call.view')::int, 0) > 0
      and coalesce((r.permissions->>'order.create')::int, 0) > 0`.execute(tx);
};

/** Changes the unread notifications about a ringing call into notifications about an answered call. */
export const notifyAnsweredCall = async (tx: Db, companyId: number, callId: number): Promise<void> => {
  await sql`update notification set data = data || '{"callStatus": "Call"}' where ${unread(companyId)} and ${notifiedCallId} = ${callId}
    and data ->> 'callStatus' = 'StartRing'`.execute(tx);
};

/**
 * Adds the name of the operator to the unread notifications about a call that this operator has taken. Marks the
 * notification of this operator as read.
 */
export const notifyTakenCall = async (
  tx: Db,
  { companyId, callId, userId, takenBy }: { companyId: number; callId: number; userId: number; takenBy: string },
): Promise<void> => {
  await sql`update notification set is_read = user_id = ${userId}, data = data || jsonb_build_object('takenBy', ${takenBy}::text)
    where ${unread(companyId)} and ${notifiedCallId} = ${callId}`.execute(tx);
};

/** Marks the notifications about a finished call as read. */
export const markCallNotificationsRead = async (tx: Db, companyId: number, callId: number): Promise<void> => {
  await sql`update notification set is_read = true where ${unread(companyId)} and ${notifiedCallId} = ${callId}`.execute(
    tx,
  );
};

/** Changes the unread notifications about a call into notifications about a missed call. */
export const notifyMissedCall = async (tx: Db, { callId, companyId, number }: CallNews): Promise<void> => {
  const title = number ? `Пропущен звонок ${formatPhone(number)}` : "Пропущен звонок со скрытого номера";
  await sql`update notification set title = ${title}, data = data || '{"callStatus": "EndRing"}' where ${unread(companyId)} and ${notifiedCallId} = ${callId}`.execute(
    tx,
  );
};
