import { type RawBuilder, sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { normalizePhone } from "#domain/phone.ts";
import type { Db } from "../../database/connection.ts";
import { lockPhoneOfToken } from "../configuration/operatorPhones.ts";
import { invalidFields, NotSignedIn, TooMany } from "../shared/domainErrors.ts";
import { markCallNotificationsRead, notifyIncomingCall, notifyMissedCall } from "./announce.ts";

type Event = Schemas["CallEvent"];

interface Phone {
  readonly id: number;
  readonly companyId: number;
}

/** A call as it is kept. */
interface Call {
  readonly id: number;
  readonly number: string;
  readonly isAnswered: boolean;
  readonly isOver: boolean;
}

const MOST_NEW_A_MINUTE = 30;
const OLDEST_MS = 7 * 86_400_000;
/** A call is news as long as this after its first event; longer than it rings, because clocks of phones go slow. */
const NEWS_MS = 180_000;

/** Returns the phone of a token and locks it until the end of the transaction. Throws `NotSignedIn`. */
const lockPhone = async (tx: Db, token: string | undefined): Promise<Phone> => {
  const phone = token && (await lockPhoneOfToken(tx, token));
  if (!phone) throw new NotSignedIn("Токен телефона неверен или сброшен.");
  return phone;
};

/** When an event happened: never ahead of `now`. Throws `Invalid` for one of long ago, and for a second that no calendar has. */
const momentOf = (at: string, now: Date): Date => {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) throw invalidFields({ at: "Неверная дата." });
  if (now.getTime() - moment.getTime() > OLDEST_MS)
    throw invalidFields({ at: "О звонках старше недели сообщать поздно." });
  return moment > now ? now : moment;
};

/** Throws `TooMany` when a phone reports more new calls than a phone can have. */
const checkPace = async (tx: Db, phone: Phone): Promise<void> => {
  const rows = await tx
    .selectFrom("operator_phone_call")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("operator_phone_id", "=", phone.id)
    .where("reported_at", ">", sql<Date>`now() - interval '1 minute'`)
    .execute();
  if ((rows[0]?.count ?? 0) >= MOST_NEW_A_MINUTE) throw new TooMany("Слишком много новых звонков за минуту.", 60);
};

const knows = async (tx: Db, phone: Phone, callId: string): Promise<boolean> => {
  const rows = await tx
    .selectFrom("operator_phone_call")
    .select("id")
    .where("operator_phone_id", "=", phone.id)
    .where("tracker_call_id", "=", callId)
    .execute();
  return rows.length > 0;
};

/** The column of each event's first moment; the ringing began when the earliest of all was. */
const kept: Readonly<Record<Event, RawBuilder<unknown>>> = {
  StartRing: sql``,
  Call: sql`call = coalesce(call, e.at),`,
  EndCall: sql`end_call = coalesce(end_call, e.at),`,
  EndRing: sql`end_ring = coalesce(end_ring, e.at),`,
};

const keep = async (tx: Db, phone: Phone, { callId, event }: Schemas["TrackedCall"], number: string, at: Date) => {
  const { rows } = await sql<Call>`
    update operator_phone_call c set ${kept[event]} start_ring = least(c.start_ring, e.at), number = coalesce(nullif(c.number, ''), e.number)
    from (select ${at}::timestamptz(3) as at, ${number}::text as number) e
    where c.operator_phone_id = ${phone.id} and c.tracker_call_id = ${callId}
    returning c.id, c.number, c.call is not null as "isAnswered", c.end_call is not null or c.end_ring is not null as "isOver"`.execute(
    tx,
  );
  return rows[0];
};

const add = async (tx: Db, phone: Phone, callId: string, number: string, at: Date): Promise<void> => {
  await checkPace(tx, phone);
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

/** Keeps an event of a call, whether it comes for the first time or again, in order or not; tells the operators of a call at its first word. */
export const trackCall = async (
  tx: Db,
  token: string | undefined,
  told: Schemas["TrackedCall"],
  now: Date,
): Promise<undefined> => {
  const phone = await lockPhone(tx, token);
  const at = momentOf(told.at, now);
  const number = normalizePhone(told.number);
  const isNew = !(await knows(tx, phone, told.callId));
  if (isNew) await add(tx, phone, told.callId, number, at);
  const call = await keep(tx, phone, told, number, at);
  if (!call) throw new Error("a call that was added is there");
  const news = { callId: call.id, companyId: phone.companyId, number: call.number };
  if (isNew && !call.isOver && now.getTime() - at.getTime() < NEWS_MS) await notifyIncomingCall(tx, news);
  if (told.event === "EndCall") await markCallNotificationsRead(tx, phone.companyId, call.id);
  if (told.event === "EndRing" && !call.isAnswered) await notifyMissedCall(tx, news);
  return undefined;
};
