import { type RawBuilder, sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { promisedAtSql } from "../orders/orderLists.ts";
import { isUndoableSql } from "../orders/undoableChange.ts";
import { requireRow } from "../shared/domainErrors.ts";

type Item = Schemas["KitchenItem"];

/** Default cooking time of a dish, minutes. Applies if neither the dish nor its station has a cooking time. */
const PREP_MINUTES = 15;

/** SQL for the order line `l` as the kitchen display shows it to the cook. */
export const dishSql = sql`jsonb_build_object('name', l.name, 'count', l.count, 'note', l.note, 'modificators',
  (select coalesce(jsonb_agg(jsonb_build_object('name', m.value -> 'name', 'count', m.value -> 'count') order by m.place), '[]')
    from jsonb_array_elements(l.modificators) with ordinality m(value, place)))`;

/**
 * Returns the SQL for the kitchen lines `k` of a company with their stations and cooking times. If a status change has
 * sent an order to the kitchen, its new dishes are omitted while the employee can still undo this change.
 */
const selectItems = (companyId: number, which: RawBuilder<unknown>) => sql`
  with recursive ancestor as (
    select id, id as top, parent_id from category
    where company_id = ${companyId} or company_group_id = (select company_group_id from company where id = ${companyId})
    union all select a.id, c.id, c.parent_id from ancestor a join category c on c.id = a.parent_id),
  station as (select * from kitchen_station where company_id = ${companyId} and not is_removed and not is_expo),
  place as (
    select a.id, array_agg(distinct s.id order by s.id) as stations, min(s.prep_minutes) as minutes
    from ancestor a join station s on a.top = any(s.categories_id) group by a.id),
  line as (
    select k.order_line_id as id, k.order_id as "orderId", o.internal_id as "internalId", ${promisedAtSql} as due,
      case when o.promised_at is not null then o.date end as "asapAt", k.state, k.known,
      k.started_at as "startedAt", k.ready_at as "readyAt", u.alias as "cookAlias", o.note as "orderNote", o.persons,
      o.delivery_address is not null as "isDelivery", o.is_in_hall as "isInHall", k.closed_at, o.is_open,
      l.id is null or s.is_cancel as "isCancelled", case when l.id is not null then ${dishSql} end as dish,
      coalesce(place.stations, '{}') as "stationIds", coalesce(i.prep_minutes, place.minutes, ${PREP_MINUTES}::int) as "prepMinutes"
    from kitchen_line k join orders o on o.id = k.order_id and o.company_id = k.company_id
      left join status_undo undo on ${isUndoableSql} join order_status s on s.id = o.status_id
      left join order_line l on l.id = k.order_line_id and l.company_id = k.company_id left join item i on i.id = l.item_id
      left join app_user u on u.id = k.cook_id
      left join place on place.id = coalesce(l.category_id, k.category_id)
    where k.company_id = ${companyId} and ${which} and not (k.state = 'new' and coalesce(undo.is_sent, false)))
  select id, "orderId", "internalId", due, coalesce("asapAt", due - make_interval(mins => "prepMinutes")) as "startAt", "prepMinutes", state,
    not "isCancelled" and known is not null and known is distinct from dish as "isChanged", "isCancelled",
    case when not "isCancelled" then dish end as dish, known, md5(coalesce(dish::text, '')) as digest, "orderNote",
    "isDelivery", "isInHall", persons, "stationIds", "startedAt", "readyAt", "cookAlias", closed_at, is_open
  from line`;

type Row = Omit<Item, "due" | "startAt" | "startedAt" | "readyAt"> & {
  readonly due: Date;
  readonly startAt: Date;
  readonly startedAt: Date | null;
  readonly readyAt: Date | null;
  readonly closed_at: Date | null;
  readonly is_open: boolean;
};

const toItem = ({ closed_at: _closed, is_open: _open, ...row }: Row): Item => ({
  ...row,
  due: row.due.toISOString(),
  startAt: row.startAt.toISOString(),
  startedAt: row.startedAt?.toISOString() ?? null,
  readyAt: row.readyAt?.toISOString() ?? null,
});

const isExpo = async (db: Db, companyId: number, stationId: number): Promise<boolean> =>
  requireRow(
    await db
      .selectFrom("kitchen_station")
      .select("is_expo")
      .where("id", "=", stationId)
      .where("company_id", "=", companyId)
      .where("is_removed", "=", false)
      .executeTakeFirst(),
    "Станция не найдена.",
  ).is_expo;

/**
 * Returns the dishes of one station together with the dishes without a station, or the dishes of all stations if no
 * station or an expo station is given. These are unfinished and changed dishes of open orders, dishes that became ready
 * in the last 2 hours, and unconfirmed cancelled dishes that were due less than a day ago. Throws `NotFound` for an
 * unknown station.
 */
export const readKitchen = async (db: Db, companyId: number, stationId: number | undefined): Promise<Item[]> => {
  const isFiltered = stationId !== undefined && !(await isExpo(db, companyId, stationId));
  const items = selectItems(companyId, sql`(k.closed_at is null or k.ready_at > now() - interval '2 hours')`);
  const { rows } = await sql<Row>`select * from (${items}) x
    where case
      when "isCancelled" then closed_at is null and due > now() - interval '1 day'
      when state = 'ready' and not "isChanged" then "readyAt" > now() - interval '2 hours'
      else closed_at is null and is_open end
    ${isFiltered ? sql`and ("stationIds" = '{}' or ${stationId} = any("stationIds"))` : sql``}
    order by "startAt", "orderId", id`.execute(db);
  return rows.map(toItem);
};

/** Reads a dish in the kitchen. Throws `NotFound` for an order line that the kitchen display cannot show. */
export const readKitchenItem = async (db: Db, companyId: number, lineId: number): Promise<Item> => {
  const { rows } = await sql<Row>`${selectItems(companyId, sql`k.order_line_id = ${lineId}`)}`.execute(db);
  return toItem(requireRow(rows[0], "Этого блюда на кухне нет."));
};
