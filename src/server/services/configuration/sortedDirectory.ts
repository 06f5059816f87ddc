import { type RawBuilder, sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { Conflict, invalidFields, requireRow } from "../shared/domainErrors.ts";
import { checkVersion, parseName, type VersionedId } from "../shared/versioning.ts";

/** Column values of a directory record. A column with the value undefined stays unchanged. */
type Values = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Definition of a directory: a list of records, such as tags, in a sequence that the company chooses. */
interface DirectoryDefinition {
  readonly table: "order_status" | "tag" | "discount" | "payment_method";
  /** SQL for the selected columns, each named like its field in the API. */
  readonly columns: RawBuilder<unknown>;
  readonly missing: string;
  readonly taken: string;
}

const isEqualOrder = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id, place) => id === other[place]);

const sorted = (ids: readonly number[]): number[] => [...ids].sort((one, other) => one - other);

/**
 * Creates the operations of a directory: a list of records, such as tags, in a sequence that the company chooses. Every
 * change locks the company until the transaction ends, so that names and positions stay consistent.
 */
export const createDirectory = <Entry extends { readonly version: number }>({
  table,
  columns,
  missing,
  taken,
}: DirectoryDefinition) => {
  const from = sql.table(table);
  const rowsOf = async (db: Db, companyId: number, which: RawBuilder<unknown>): Promise<Entry[]> => {
    const { rows } = await sql<Entry>`
      select ${columns} from ${from} where company_id = ${companyId} and ${which} order by sort, id`.execute(db);
    return rows;
  };
  const all = (db: Db, companyId: number) => rowsOf(db, companyId, sql`true`);
  const inUse = (db: Db, companyId: number) => rowsOf(db, companyId, sql`not is_removed`);
  const one = async (db: Db, companyId: number, id: number): Promise<Entry> =>
    requireRow((await rowsOf(db, companyId, sql`not is_removed and id = ${id}`))[0], missing);

  const checkName = async (tx: Db, companyId: number, name: string, id: number): Promise<void> => {
    const { rows } = await sql`select 1 from ${from} where company_id = ${companyId} and not is_removed
      and id <> ${id} and lower(name) = lower(${name})`.execute(tx);
    if (rows.length > 0) throw invalidFields({ name: taken });
  };

  const add = async (tx: Db, companyId: number, values: Values & { readonly name: string }): Promise<Entry> => {
    await lockCompany(tx, companyId);
    const name = parseName(values.name);
    await checkName(tx, companyId, name, 0);
    const last = sql`(select coalesce(max(sort), 0) + 1 from ${from} where company_id = ${companyId} and not is_removed)`;
    const { sort = last, ...rest } = values;
    const row = Object.entries({ ...rest, name, company_id: companyId }).filter(([, value]) => value !== undefined);
    const { rows } = await sql<{ id: number }>`
      insert into ${from} (sort, ${sql.join(row.map(([column]) => sql.ref(column)))})
      values (${sort}, ${sql.join(row.map(([, value]) => value))}) returning id`.execute(tx);
    return one(tx, companyId, rows[0]?.id ?? 0);
  };

  /**
   * Locks a record before a change and returns the record. Throws `NotFound` for an unknown record, and `Stale` when
   * the caller saw a different version.
   */
  const open = async (tx: Db, companyId: number, { id, seen }: VersionedId): Promise<Entry> => {
    await lockCompany(tx, companyId);
    await sql`select 1 from ${from} where id = ${id} and company_id = ${companyId} for update`.execute(tx);
    const entry = await one(tx, companyId, id);
    checkVersion(entry, seen);
    return entry;
  };

  /**
   * Writes the columns of a record that `open` has locked, and returns the record. Throws `Invalid` for a name that is
   * not allowed or that another record has.
   */
  const write = async (
    tx: Db,
    companyId: number,
    id: number,
    values: Values & { readonly name: string },
  ): Promise<Entry> => {
    const name = parseName(values.name);
    await checkName(tx, companyId, name, id);
    const row = Object.entries({ ...values, name }).filter(([, value]) => value !== undefined);
    const changes = row.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    await sql`update ${from} set ${sql.join(changes)}, version = version + 1 where id = ${id}`.execute(tx);
    return one(tx, companyId, id);
  };

  /** Marks a record as removed. Existing orders still refer to it. Throws `NotFound` for an unknown record. */
  const remove = async (tx: Db, companyId: number, id: number): Promise<Entry> => {
    const entry = await open(tx, companyId, { id, seen: undefined });
    await sql`update ${from} set is_removed = true, version = version + 1 where id = ${id}`.execute(tx);
    return entry;
  };

  /**
   * Reorders all records; does nothing if they already have this sequence. Throws `Conflict` if `seen` is not the
   * current sequence, because another user has changed it, and `Invalid` if `ids` does not contain each record once.
   */
  const reorder = async (tx: Db, companyId: number, { seen, ids }: Schemas["Reordering"]): Promise<void> => {
    await lockCompany(tx, companyId);
    const { rows } = await sql<{ id: number }>`
      select id from ${from} where company_id = ${companyId} and not is_removed order by sort, id`.execute(tx);
    const current = rows.map(({ id }) => id);
    if (isEqualOrder(current, ids)) return;
    if (!isEqualOrder(current, seen))
      throw new Conflict("Порядок тем временем изменил кто-то другой. Посмотрите, каким он стал.");
    if (!isEqualOrder(sorted(current), sorted(ids)))
      throw invalidFields({ ids: "Каждая запись должна быть названа один раз." });
    await sql`update ${from} t set sort = p.place, version = t.version + 1
      from unnest(${ids}::int[]) with ordinality as p(id, place) where t.id = p.id and t.sort <> p.place`.execute(tx);
  };

  return { all, inUse, one, add, open, write, remove, reorder };
};

/**
 * Creates the create and update operations for a directory that stores each field in one column. They throw the errors
 * of the directory's `add`, `open` and `write`.
 */
export const plainWrites = <Entry extends { readonly version: number; readonly id: number }, Save>(
  directory: ReturnType<typeof createDirectory<Entry>>,
  valuesOf: (save: Save) => Values & { readonly name: string },
) => ({
  create: (tx: Db, companyId: number, save: Save) => directory.add(tx, companyId, valuesOf(save)),
  update: async (tx: Db, companyId: number, which: VersionedId, save: Save) => {
    const { id } = await directory.open(tx, companyId, which);
    return directory.write(tx, companyId, id, valuesOf(save));
  },
});
