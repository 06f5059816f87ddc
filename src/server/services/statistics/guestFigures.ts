import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { type Day, dayRange } from "#domain/dates.ts";
import type { Db } from "../../database/connection.ts";
import type { CompanyScope } from "../session/caller.ts";
import { requireRow } from "../shared/domainErrors.ts";
import { businessDayAt } from "../shared/today.ts";

type ShopFigures = Schemas["DashboardShop"];
type ReviewFigures = Schemas["DashboardReviews"];

const NO_FIGURES = "Показателей нет.";

const countOrdersInReview = async (db: Db, companyId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from shop_order g join orders o on o.id = g.order_id and o.company_id = g.company_id
    where g.company_id = ${companyId} and g.is_review and o.is_open`.execute(db);
  return requireRow(rows[0], NO_FIGURES).count;
};

/**
 * Returns the figures of the shop card of the dashboard for a business day (areas, sections 9 and 14). `reviewCount`,
 * the number of open orders that were marked for review, is null for any day except today.
 */
export const readDashboardShop = async (db: Db, { id, zone }: CompanyScope, day: Day): Promise<ShopFigures> => {
  const { start, end } = dayRange(day, zone);
  const { rows } = await sql<Omit<ShopFigures, "reviewCount">>`
    select (count(*) filter (where not s.is_cancel))::int as "orderCount",
      coalesce(sum(o.amount) filter (where not s.is_cancel), 0) as amount,
      (count(*) filter (where s.is_cancel))::int as "cancelledCount"
    from orders o join order_status s on s.id = o.status_id
    where o.company_id = ${id} and o.date >= ${start} and o.date < ${end}
      and exists (select 1 from shop_order g where g.order_id = o.id and g.company_id = o.company_id)`.execute(db);
  const isToday = businessDayAt(new Date(), zone).day === day;
  return { ...requireRow(rows[0], NO_FIGURES), reviewCount: isToday ? await countOrdersInReview(db, id) : null };
};

/**
 * Returns the figures of the review card of the dashboard: the reviews of the last 30 days and the number of open cases
 * (areas, sections 12 and 14).
 */
export const readDashboardReviews = async (db: Db, { id }: CompanyScope): Promise<ReviewFigures> => {
  const { rows } = await sql<ReviewFigures>`
    select count(*)::int as count, round(avg(food), 1) as food, round(avg(delivery), 1) as delivery,
      round(avg(service), 1) as service,
      (select count(*)::int from guest_review where company_id = ${id} and case_state = 'open') as "openCount"
    from guest_review where company_id = ${id} and created_at > now() - interval '30 days'`.execute(db);
  return requireRow(rows[0], NO_FIGURES);
};
