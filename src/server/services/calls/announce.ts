import { sql } from "kysely";
import { formatPhone } from "#domain/phone.ts";
import type { Db } from "../../database/connection.ts";

/** A call that is going on now. */
interface News {
  readonly callId: number;
  readonly companyId: number;
  /** Who calls; empty for a hidden number. */
  readonly number: string;
}

/** SQL: the unread words of the calls of a company. */
const unread = (companyId: number) => sql`company_id = ${companyId} and code = 'call' and not is_read`;

/** SQL: the call that such a word is about. */
const callOfWord = sql`(data ->> 'callId')::int`;

/** Tells everybody in the company who sees calls and takes orders of a call; what was said before of calls from this number is put away. */
export const notifyIncomingCall = async (tx: Db, { callId, companyId, number }: News): Promise<void> => {
  const title = number ? `Звонит ${formatPhone(number)}` : "Звонит скрытый номер";
  const data = JSON.stringify({ companyId, callId, number });
  if (number)
    await sql`update notification set is_read = true where ${unread(companyId)} and data ->> 'number' = ${number}`.execute(
      tx,
    );
  await sql`insert into notification (user_id, title, message, code, data)
    select m.user_id, ${title}, concat_ws(', ', u.alias, 'на ' || coalesce(p.name, p.number)), 'call', ${data}::jsonb
    from operator_phone_call c join operator_phone p on p.id = c.operator_phone_id
    left join customer u on u.company_id = c.company_id and u.phone = c.number
    join company_user m on m.company_id = c.company_id join role r on r.id = m.role_id
    where c.id = ${callId} and coalesce((r.permissions->>'call.view')::int, 0) > 0
      and coalesce((r.permissions->>'order.create')::int, 0) > 0`.execute(tx);
};

/** Puts the word of a call away that was talked over: nothing is left to be done about it. */
export const markCallNotificationsRead = async (tx: Db, companyId: number, callId: number): Promise<void> => {
  await sql`update notification set is_read = true where ${unread(companyId)} and ${callOfWord} = ${callId}`.execute(
    tx,
  );
};

/** Makes the word of a ringing call one of a missed call, for somebody should call back. */
export const notifyMissedCall = async (tx: Db, { callId, companyId, number }: News): Promise<void> => {
  const title = number ? `Пропущен звонок ${formatPhone(number)}` : "Пропущен звонок со скрытого номера";
  await sql`update notification set title = ${title} where ${unread(companyId)} and ${callOfWord} = ${callId}`.execute(
    tx,
  );
};
