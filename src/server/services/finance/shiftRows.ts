import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { cutPage, type PageQuery, readCursor, rowLimit } from "../shared/cursor.ts";
import { requireRow } from "../shared/domainErrors.ts";
import { readFinanceSettings } from "./financeSettings.ts";
import { movedSql } from "./movements.ts";

/** Cash shift as the API returns it. */
export type Shift = Schemas["CashShift"];

type Row = Omit<Shift, "openedAt" | "closedAt"> & { readonly openedAt: Date; readonly closedAt: Date | null };

const selectShifts = sql`select f.id, f.source_id as "financeSourceId", s.name as "financeSourceName", f.number, f.opening,
    f.opened_at as "openedAt", o.alias as "openedByAlias", f.expected, f.counted, f.difference, f.reason,
    f.closed_at as "closedAt", c.alias as "closedByAlias", f.version, f.opened_at::text as at
  from cash_shift f join finance_source s on s.id = f.source_id left join app_user o on o.id = f.opened_by
  left join app_user c on c.id = f.closed_by`;

const toShift = ({ openedAt, closedAt, ...row }: Row): Shift => ({
  ...row,
  openedAt: openedAt.toISOString(),
  closedAt: closedAt?.toISOString() ?? null,
});

/** Reads a cash shift of a company. Throws `NotFound` for any other shift. */
export const readShift = async (db: Db, companyId: number, id: number): Promise<Shift> => {
  const { rows } = await sql<Row & { at: string }>`${selectShifts}
    where f.company_id = ${companyId} and f.id = ${id}`.execute(db);
  const { at: _, ...row } = requireRow(rows[0], "Смена не найдена.");
  return toShift(row);
};

/** Returns one page of a company's shifts, the latest first. Throws `Invalid` for a malformed cursor. */
export const listShifts = async (
  db: Db,
  companyId: number,
  query: PageQuery & { readonly financeSourceId?: number | undefined },
): Promise<Schemas["CashShiftPage"]> => {
  const cursor = readCursor(query.cursor);
  const { financeSourceId = null } = query;
  const { rows } = await sql<Row & { at: string }>`${selectShifts} where f.company_id = ${companyId}
      and (${financeSourceId}::int is null or f.source_id = ${financeSourceId})
      and ${cursor ? sql`(f.opened_at, f.id) < (${cursor.at}::timestamptz, ${cursor.id}::int)` : sql`true`}
    order by f.opened_at desc, f.id desc limit ${rowLimit(query)}`.execute(db);
  const page = cutPage(rows, query);
  return { rows: page.rows.map(toShift), next: page.next };
};

/**
 * Reads the cash sources of a company (its cash drawers) with their balances and open shifts, and the setting whether
 * cash requires a shift.
 */
export const readCashDrawers = async (db: Db, companyId: number): Promise<Schemas["CashDrawers"]> => {
  const { rows: sources } = await sql<{ id: number; name: string; balance: number }>`
    select s.id, s.name, s.opening + ${movedSql} as balance from finance_source s
    where s.company_id = ${companyId} and s.kind = 'cash' and not s.is_removed order by s.id`.execute(db);
  const { rows } = await sql<Row & { at: string }>`${selectShifts}
    where f.company_id = ${companyId} and f.closed_at is null`.execute(db);
  const open = new Map(rows.map(({ at: _, ...row }) => [row.financeSourceId, toShift(row)]));
  const { requireShift } = await readFinanceSettings(db, companyId);
  return { requireShift, drawers: sources.map((source) => ({ ...source, shift: open.get(source.id) ?? null })) };
};
