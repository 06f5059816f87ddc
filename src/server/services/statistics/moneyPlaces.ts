import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { type Day, dayRange } from "#domain/dates.ts";
import { roundMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { readTurnovers } from "../finance/turnovers.ts";
import type { CompanyScope } from "../session/caller.ts";

type Shift = Schemas["DashboardSources"]["shifts"][number];

interface Row extends Omit<Shift, "openedAt" | "closedAt" | "cash"> {
  readonly openedAt: Date;
  readonly closedAt: Date | null;
  readonly opening: number;
  readonly counted: number | null;
  readonly moved: number;
}

const toShift = ({ openedAt, closedAt, opening, counted, moved, ...row }: Row): Shift => ({
  ...row,
  openedAt: openedAt.toISOString(),
  closedAt: closedAt?.toISOString() ?? null,
  cash: counted ?? roundMoney(opening + moved),
});

const readShifts = async (db: Db, companyId: number, { start, end }: { start: Date; end: Date }): Promise<Shift[]> => {
  const { rows } = await sql<Row>`
    select f.id, f.number, s.name as "financeSourceName", f.opened_at as "openedAt", u.alias as "openedByAlias",
      f.closed_at as "closedAt", f.difference, f.opening, f.counted,
      coalesce((select sum(case when t.kind in ('income', 'correction') then t.amount else -t.amount end)
        from finance_transaction t where t.shift_id = f.id and t.company_id = f.company_id), 0)
      + coalesce((select sum(t.amount) from finance_transaction t where t.to_shift_id = f.id and t.company_id = f.company_id), 0) as moved
    from cash_shift f join finance_source s on s.id = f.source_id left join app_user u on u.id = f.opened_by
    where f.company_id = ${companyId} and f.opened_at < ${end} and coalesce(f.closed_at, 'infinity') >= ${start}
    order by f.opened_at desc, f.id desc limit 20`.execute(db);
  return rows.map(toShift);
};

/**
 * Returns the balances of the sources at the end of a day, the money movements of the day, and the cash shifts that
 * were open during at least a part of the day (areas, section 14). Of more than 20 cash shifts, only the 20 latest are
 * returned.
 */
export const readDashboardSources = async (
  db: Db,
  company: CompanyScope,
  day: Day,
): Promise<Schemas["DashboardSources"]> => {
  const span = { companyId: company.id, ...dayRange(day, company.zone) };
  const [turnovers, shifts] = await Promise.all([readTurnovers(db, span), readShifts(db, company.id, span)]);
  const sources = turnovers.map(({ id, name, kind, closing, received, spent }) => ({
    id,
    name,
    kind,
    balance: closing,
    received,
    spent,
  }));
  return { sources, shifts };
};
