import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { Conflict, NotFound } from "../shared/domainErrors.ts";

/** Locked finance source with its open shift. The shift is null if none is open. */
export interface LockedSource {
  readonly id: number;
  readonly name: string;
  readonly kind: "cash" | "bank" | "acquiring" | "courier";
  readonly shiftId: number | null;
}

type Source = Omit<LockedSource, "shiftId">;

const notFound = (): NotFound => new NotFound("Источник финансов не найден.");

/**
 * Locks sources for a movement of money, then their open shifts. The locks are shared: movements wait only for the
 * opening or closing of a shift, not for each other. Throws `NotFound` for a removed source or a source of another
 * company.
 */
export const lockSources = async (
  tx: Db,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LockedSource>> => {
  const { rows } = await sql<Source>`select id, name, kind from finance_source
    where company_id = ${companyId} and id = any(${[...ids]}::int[]) and not is_removed order by id for share`.execute(
    tx,
  );
  if (rows.length < new Set(ids).size) throw notFound();
  // A separate statement sees a shift that was opened while this transaction waited for the lock of the source.
  const shifts = await sql<{ id: number; sourceId: number }>`select id, source_id as "sourceId" from cash_shift
    where company_id = ${companyId} and source_id = any(${[...ids]}::int[]) and closed_at is null order by id for share`.execute(
    tx,
  );
  const shiftOf = new Map(shifts.rows.map(({ id, sourceId }) => [sourceId, id]));
  return new Map(rows.map((source) => [source.id, { ...source, shiftId: shiftOf.get(source.id) ?? null }]));
};

/** Locks a source against all movements of money. Throws `NotFound` for a removed source. */
export const lockSourceAlone = async (tx: Db, companyId: number, id: number): Promise<Source> => {
  const { rows } = await sql<Source>`select id, name, kind from finance_source
    where company_id = ${companyId} and id = ${id} and not is_removed for no key update`.execute(tx);
  if (!rows[0]) throw notFound();
  return rows[0];
};

/** Throws `Conflict` if the company requires a shift for cash and one of the cash sources has no open shift. */
export const requireShifts = async (tx: Db, companyId: number, sources: readonly LockedSource[]): Promise<void> => {
  const idle = sources.find(({ kind, shiftId }) => kind === "cash" && shiftId === null);
  if (!idle) return;
  const { rows } = await sql`select 1 from finance_settings where company_id = ${companyId} and require_shift`.execute(
    tx,
  );
  if (rows.length > 0) throw new Conflict(`Сначала откройте смену: «${idle.name}».`);
};
