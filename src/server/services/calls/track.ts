import { type RawBuilder, sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { normalizePhone } from "#domain/phone.ts";
import type { Db } from "../../database/connection.ts";
import { lockPhoneOfToken } from "../configuration/operatorPhones.ts";
import { requireModule } from "../modules/moduleState.ts";
import { invalidFields, NotSignedIn, TooMany } from "../shared/domainErrors.ts";
import { markCallNotificationsRead, notifyAnsweredCall, notifyIncomingCall, notifyMissedCall } from "./announce.ts";

type Event = Schemas["CallEvent"];

interface Phone {
  readonly id: number;
  readonly companyId: number;
}

/** Call as it is stored. */
interface Call {
  readonly id: number;
  readonly number: string;
  readonly isAnswered: boolean;
  readonly isOver: boolean;
}

const MOST_NEW_A_MINUTE = 30;
const OLDEST_MS = 7 * 86_400_000;
/**
 * Age from which the first event of a call no longer notifies the operators, milliseconds. It exceeds the time that a
 * call rings, because the clock of a phone may be slow.
 */
const NEWS_MS = 180_000;

/**
 * Finds the operator phone by its token and locks it until the transaction ends. Throws `NotSignedIn` for an
 * unknown token.
 */
const lockPhone = async (tx: Db, token: string | undefined): Promise<Phone> => {
  const phone = token && (await lockPhoneOfToken(tx, token));
  if (!phone) throw new NotSignedIn("Токен телефона неверен или сброшен.");
  return phone;
};

/**
 * Parses the time of an event and replaces a future time by `now`. Throws `Invalid` for a malformed time and for a time
 * that is more than a week ago.
 */
const parseMoment = (at: string, now: Date): Date => {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) throw invalidFields({ at: "Неверная дата." });
  if (now.getTime() - moment.getTime() > OLDEST_MS)
    throw invalidFields({ at: "О звонках старше недели сообщать поздно." });
  return moment > now ? now : moment;
};

/** Throws `TooMany` if the phone has already reported 30 new calls within the last minute. */
const checkRate = async (tx: Db, phone: Phone): Promise<void> => {
  const rows = await tx
    .selectFrom("operator_phone_call")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("company_id", "=", phone.companyId)
    .where("operator_phone_id", "=", phone.id)
    .where("reported_at", ">", sql<Date>`now() - interval '1 minute'`)
    .execute();
  if ((rows[0]?.count ?? 0) >= MOST_NEW_A_MINUTE) throw new TooMany("Слишком много новых звонков за минуту.", 60);
};

const isKnownCall = async (tx: Db, phone: Phone, callId: string): Promise<boolean> => {
  const rows = await tx
    .selectFrom("operator_phone_call")
    .select("id")
    .where("company_id", "=", phone.companyId)
    .where("operator_phone_id", "=", phone.id)
    .where("tracker_call_id", "=", callId)
    .execute();
  return rows.length > 0;
};

/**
 * SQL assignment for the time column of each event type; a repeated event does not change the stored time. `StartRing`
 * has no assignment, because every event moves `start_ring` back to its own time if that is earlier.
 */
const storedColumn: Readonly<Record<Event, RawBuilder<unknown>>> = {
  StartRing: sql``,
  Call: sql`call = coalesce(call, e.at),`,
  EndCall: sql`end_call = coalesce(end_call, e.at),`,
  EndRing: sql`end_ring = coalesce(end_ring, e.at),`,
};

const storeEvent = async (
  tx: Db,
  phone: Phone,
  { callId, event }: Schemas["TrackedCall"],
  number: string,
  at: Date,
) => {
  const { rows } = await sql<Call>`
    update operator_phone_call c set ${storedColumn[event]} start_ring = least(c.start_ring, e.at), number = coalesce(nullif(c.number, ''), e.number)
    from (select ${at}::timestamptz(3) as at, ${number}::text as number) e
    where c.company_id = ${phone.companyId} and c.operator_phone_id = ${phone.id} and c.tracker_call_id = ${callId}
    returning c.id, c.number, c.call is not null as "isAnswered", c.end_call is not null or c.end_ring is not null as "isOver"`.execute(
    tx,
  );
  return rows[0];
};

const addCall = async (tx: Db, phone: Phone, callId: string, number: string, at: Date): Promise<void> => {
  await checkRate(tx, phone);
  await tx
    .insertInto("operator_phone_call")
    .values({
      company_id: phone.companyId,
      operator_phone_id: phone.id,
      tracker_call_id: callId,
      number,
      start_ring: at,
      reported_at: sql`now()`,
    })
    .execute();
};

/**
 * Stores an event of a call and updates the notifications about the call. Events may arrive in any sequence and
 * repeatedly. Only the event that arrives first creates notifications, and only if the call is not over and the event
 * is less than 3 minutes old. Throws:
 * - `NotSignedIn` for an unknown token,
 * - `ModuleOff` while the module `calls` is off,
 * - the errors of `parseMoment` and `checkRate`.
 */
export const trackCall = async (
  tx: Db,
  token: string | undefined,
  event: Schemas["TrackedCall"],
  now: Date,
): Promise<undefined> => {
  const phone = await lockPhone(tx, token);
  await requireModule(tx, phone.companyId, "calls");
  const at = parseMoment(event.at, now);
  const number = normalizePhone(event.number);
  const isNew = !(await isKnownCall(tx, phone, event.callId));
  if (isNew) await addCall(tx, phone, event.callId, number, at);
  const call = await storeEvent(tx, phone, event, number, at);
  if (!call) throw new Error("a call that was added is there");
  const news = { callId: call.id, companyId: phone.companyId, number: call.number, isAnswered: call.isAnswered };
  if (isNew && !call.isOver && now.getTime() - at.getTime() < NEWS_MS) await notifyIncomingCall(tx, news);
  if (event.event === "Call" && !isNew) await notifyAnsweredCall(tx, phone.companyId, call.id);
  if (event.event === "EndCall") await markCallNotificationsRead(tx, phone.companyId, call.id);
  if (event.event === "EndRing" && !call.isAnswered) await notifyMissedCall(tx, news);
  return undefined;
};
