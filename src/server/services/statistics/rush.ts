import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { type Day, dayRange } from "#domain/dates.ts";
import type { Db } from "../../database/connection.ts";
import { isUnassignedSql } from "../delivery/deliveryOrders.ts";
import { promisedAtSql } from "../orders/orderLists.ts";
import type { CompanyScope } from "../session/caller.ts";
import { businessDayAt } from "../shared/today.ts";

type Now = Schemas["RushNow"];
type Done = Omit<Schemas["RushFigures"], "now">;

const readKitchenNow = async (db: Db, { id }: CompanyScope): Promise<Now> => {
  const { rows } = await sql<Now>`select count(*) filter (where k.state = 'new') as waiting,
      count(*) filter (where k.state = 'cooking') as active, count(*) filter (where k.state <> 'ready' and ${promisedAtSql} < now() - interval '1 minute') as late
    from kitchen_line k join order_line l on l.id = k.order_line_id and l.company_id = k.company_id join orders o on o.id = k.order_id and o.company_id = k.company_id
    where k.company_id = ${id} and k.closed_at is null and o.is_open`.execute(db);
  return rows[0] ?? { waiting: 0, active: 0, late: 0 };
};

const readDeliveryNow = async (db: Db, company: CompanyScope): Promise<Now> => {
  const { rows } = await sql<Now>`select count(*) filter (where ${isUnassignedSql(company)}) as waiting,
      count(*) filter (where d.state = 'onTheWay') as active, count(*) filter (where ${promisedAtSql} < now() - interval '1 minute') as late
    from orders o left join delivery_stop d on d.order_id = o.id and d.company_id = o.company_id and d.state in ('assigned', 'onTheWay')
    where o.company_id = ${company.id} and o.is_open and nullif(o.delivery_address, '') is not null
      and not exists (select from delivery_stop f where f.order_id = o.id and f.company_id = o.company_id and f.state = 'delivered')`.execute(
    db,
  );
  return rows[0] ?? { waiting: 0, active: 0, late: 0 };
};

const NOTHING_DONE: Done = { doneCount: 0, medianMinutes: null };

const readCooked = async (db: Db, { id, zone }: CompanyScope, day: Day): Promise<Done> => {
  const { start, end } = dayRange(day, zone);
  const { rows } = await sql<Done>`select count(*) as "doneCount",
      percentile_cont(0.5) within group (order by extract(epoch from ready_at - started_at) / 60) as "medianMinutes"
    from kitchen_line where company_id = ${id} and ready_at >= ${start} and ready_at < ${end} and started_at is not null`.execute(
    db,
  );
  return rows[0] ?? NOTHING_DONE;
};

const readDelivered = async (db: Db, { id }: CompanyScope, day: Day): Promise<Done> => {
  const { rows } = await sql<Done>`select count(*) as "doneCount",
      percentile_cont(0.5) within group (order by extract(epoch from d.at - t.started_at) / 60)
        filter (where d.at >= t.started_at) as "medianMinutes"
    from delivery_trip t join delivery_stop d on d.trip_id = t.id and d.company_id = t.company_id
    where t.company_id = ${id} and t.day = ${day} and d.state = 'delivered'`.execute(db);
  return rows[0] ?? NOTHING_DONE;
};

const rounded = ({ doneCount, medianMinutes }: Done): Done => ({
  doneCount,
  medianMinutes: medianMinutes === null ? null : Math.round(medianMinutes * 10) / 10,
});

/**
 * Returns the workload of the kitchen and of the couriers: the finished dishes and deliveries of the day with their
 * median times. For today, also returns the current counts (areas, sections 7 and 8).
 */
export const readDashboardRush = async (db: Db, company: CompanyScope, day: Day): Promise<Schemas["DashboardRush"]> => {
  const isToday = businessDayAt(new Date(), company.zone).day === day;
  const [kitchen, delivery, cooked, delivered] = await Promise.all([
    isToday ? readKitchenNow(db, company) : null,
    isToday ? readDeliveryNow(db, company) : null,
    readCooked(db, company, day),
    readDelivered(db, company, day),
  ]);
  return { kitchen: { now: kitchen, ...rounded(cooked) }, delivery: { now: delivery, ...rounded(delivered) } };
};
