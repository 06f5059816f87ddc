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

const selectSources = (tx: Db, companyId: number) =>
  tx
    .selectFrom("finance_source")
    .select(["id", "name", "kind"])
    .where("company_id", "=", companyId)
    .where("is_removed", "=", false);

const notFound = (): NotFound => new NotFound("Источник финансов не найден.");

/**
 * Locks sources and then their open shifts for a movement of money; movements do not wait for each other, but only for
 * `lockSourceAlone`. Throws `NotFound` for a removed source or a source of another company.
 */
export const lockSources = async (
  tx: Db,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LockedSource>> => {
  const rows = await selectSources(tx, companyId)
    .where((eb) => eb("id", "=", eb.fn.any(eb.val(ids))))
    .orderBy("id")
    .forShare()
    .execute();
  if (rows.length < new Set(ids).size) throw notFound();
  // A separate statement sees a shift that was opened while this transaction waited for the lock of the source.
  const shifts = await tx
    .selectFrom("cash_shift")
    .select(["id", "source_id as sourceId"])
    .where("company_id", "=", companyId)
    .where((eb) => eb("source_id", "=", eb.fn.any(eb.val(ids))))
    .where("closed_at", "is", null)
    .orderBy("id")
    .forShare()
    .execute();
  const shiftOf = new Map(shifts.map(({ id, sourceId }) => [sourceId, id]));
  return new Map(rows.map((source) => [source.id, { ...source, shiftId: shiftOf.get(source.id) ?? null }]));
};

/**
 * Locks a source against all movements of money, for example while a shift is opened or closed. Throws `NotFound` for a
 * removed source or a source of another company.
 */
export const lockSourceAlone = async (tx: Db, companyId: number, id: number): Promise<Source> => {
  const source = await selectSources(tx, companyId).where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
  if (!source) throw notFound();
  return source;
};

/** Throws `Conflict` if the company requires a shift for cash and one of the cash sources has no open shift. */
export const requireShifts = async (tx: Db, companyId: number, sources: readonly LockedSource[]): Promise<void> => {
  const idle = sources.find(({ kind, shiftId }) => kind === "cash" && shiftId === null);
  if (!idle) return;
  const settings = await tx
    .selectFrom("finance_settings")
    .select("require_shift as isShiftRequired")
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  if (settings?.isShiftRequired) throw new Conflict(`Сначала откройте смену: «${idle.name}».`);
};
