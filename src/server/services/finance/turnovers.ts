import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import type { Span } from "../statistics/figures.ts";

/**
 * Reads the balances of a company's sources at the start and the end of a time span, and the money that each source
 * received and spent, roubles. Omits removed sources without money and without movements.
 */
export const readTurnovers = async (
  db: Db,
  { companyId, start, end }: Pick<Span, "companyId" | "start" | "end">,
): Promise<Schemas["FinanceSourceTurnover"][]> => {
  const { rows } = await sql<Schemas["FinanceSourceTurnover"]>`
    with moved as (
      select t.source_id as id, t.date, case when t.kind in ('income', 'correction') then t.amount else 0 end as received,
        case when t.kind in ('expense', 'transfer') then t.amount else 0 end as spent
      from finance_transaction t where t.company_id = ${companyId} and t.date < ${end}
      union all
      select t.to_source_id, t.date, t.amount, 0
      from finance_transaction t where t.company_id = ${companyId} and t.date < ${end} and t.to_source_id is not null),
    sums as (
      select m.id, sum(m.received - m.spent) filter (where m.date < ${start}) as earlier,
        sum(m.received) filter (where m.date >= ${start}) as received, sum(m.spent) filter (where m.date >= ${start}) as spent
      from moved m group by m.id)
    select s.id, s.name, s.kind, s.opening + coalesce(x.earlier, 0) as opening, coalesce(x.received, 0) as received,
      coalesce(x.spent, 0) as spent, s.opening + coalesce(x.earlier, 0) + coalesce(x.received, 0) - coalesce(x.spent, 0) as closing
    from finance_source s left join sums x on x.id = s.id
    where s.company_id = ${companyId}
      and (not s.is_removed or x.received is not null or x.spent is not null or s.opening + coalesce(x.earlier, 0) <> 0)
    order by s.id`.execute(db);
  return rows;
};
