import { sql } from "kysely";
import { dayRange } from "#domain/dates.ts";
import type { Db } from "../../database/connection.ts";
import { nameOfPhoneSql } from "../customers/customerSql.ts";
import type { CompanyScope } from "../session/caller.ts";
import { parseDay } from "../statistics/parsePeriod.ts";

/** Time after which a ringing call without further events is treated as missed, minutes. */
const LONGEST_RING_MINUTES = 10;
/** Time after which an answered call without further events is treated as finished, hours. */
const LONGEST_TALK_HOURS = 4;

/** SQL for the status of the call `c`. */
const status = sql`case
  when c.end_call is not null then 'EndCall'
  when c.call < now() - make_interval(hours => ${LONGEST_TALK_HOURS}) then 'EndCall'
  when c.call is not null then 'Call'
  when c.end_ring is not null or c.start_ring < now() - make_interval(mins => ${LONGEST_RING_MINUTES}) then 'EndRing'
  else 'StartRing' end`;

/**
 * Returns the calls that began to ring on a business day, by default today, as JSON text, the latest first. Throws the
 * errors of `parseDay`.
 */
export const readCallsJson = async (
  db: Db,
  { id, zone }: CompanyScope,
  startDate: string | undefined,
): Promise<string> => {
  const { start, end } = dayRange(parseDay(startDate, zone, new Date(), "startDate"), zone);
  const { rows } = await sql<{ json: string }>`
    select coalesce(json_agg(r), '[]')::text as json from (
      select c.id, c.number, p.number as "operatorPhoneNumber", p.name as "operatorPhoneName", p.color as "operatorPhoneColor",
        c.start_ring as "startRing", c.call, c.end_ring as "endRing", c.end_call as "endCall", ${status} as "statusCall",
        o.id as "orderId", o.internal_id as "orderInternalId", ${nameOfPhoneSql(sql`c.company_id`, sql`c.number`)} as "customerAlias"
      from operator_phone_call c join operator_phone p on p.id = c.operator_phone_id
      left join lateral (
        select id, internal_id from orders
        where company_id = c.company_id and operator_phone_call_id = c.id order by id desc limit 1) o on true
      where c.company_id = ${id} and c.start_ring >= ${start} and c.start_ring < ${end}
      order by c.start_ring desc, c.id desc) r`.execute(db);
  return rows[0]?.json ?? "[]";
};
