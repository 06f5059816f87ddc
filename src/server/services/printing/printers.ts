import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { invalidFields, requireRow } from "../shared/domainErrors.ts";
import { lockRow } from "../shared/lockRow.ts";
import { checkVersion, parseName, type VersionedId } from "../shared/versioning.ts";

type Printer = Schemas["Printer"];
type Save = Schemas["PrinterSave"];

const selectPrinters = (companyId: number) => sql`
  select p.id, p.name, p.kinds, p.paper, p.category_ids as "categoryIds", p.spare_id as "spareId", p.version,
    (select json_build_object('userAlias', u.alias, 'since', d.started_at) from print_duty d join app_user u on u.id = d.user_id
      where d.company_id = p.company_id and d.printer_id = p.id and d.ended_at is null and d.lease_until > now()) as duty,
    (select count(*)::int from print_job j where j.company_id = p.company_id and j.status = 'waiting' and j.printer_id = p.id) as waiting
  from printer p where p.company_id = ${companyId} and not p.is_removed`;

/** Returns the printers of a company, sorted by name. Each printer includes the user whose browser prints on it. */
export const listPrinters = async (db: Db, companyId: number): Promise<Printer[]> => {
  const { rows } = await sql<Printer>`${selectPrinters(companyId)} order by p.name, p.id`.execute(db);
  return rows;
};

/** Reads a printer of a company. Throws `NotFound` for any other printer. */
export const readPrinter = async (db: Db, companyId: number, id: number): Promise<Printer> => {
  const { rows } = await sql<Printer>`${selectPrinters(companyId)} and p.id = ${id}`.execute(db);
  return requireRow(rows[0], "Принтер не найден.");
};

const checkName = async (tx: Db, companyId: number, name: string, id: number): Promise<void> => {
  const rows = await tx
    .selectFrom("printer")
    .select("id")
    .where("company_id", "=", companyId)
    .where("is_removed", "=", false)
    .where("id", "<>", id)
    .where(sql`lower(name)`, "=", sql`lower(${name})`)
    .execute();
  if (rows.length > 0) throw invalidFields({ name: "Принтер с таким названием уже есть." });
};

/**
 * Throws `Invalid` for a category that neither the company nor its group owns. Accepts a removed category only if the
 * printer already has it.
 */
const checkCategories = async (tx: Db, companyId: number, ids: readonly number[], id: number): Promise<void> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from category c where c.id = any(${ids}::int[])
      and (c.company_id = ${companyId} or c.company_group_id = (select company_group_id from company where id = ${companyId}))
      and (not c.is_removed or c.id = any(coalesce((select category_ids from printer where id = ${id}), '{}')))`.execute(
    tx,
  );
  if (rows[0]?.count !== ids.length) throw invalidFields({ categoryIds: "Такой категории нет. Выберите другую." });
};

const MOST_SPARES = 10;

/**
 * Throws `Invalid` if the spare printer is unknown or cannot print all documents of the printer, or if the spare
 * printers form a cycle or a too long chain.
 */
const checkSpare = async (tx: Db, companyId: number, save: Save, id: number): Promise<void> => {
  if (!save.spareId) return;
  if (save.spareId === id) throw invalidFields({ spareId: "Принтер не может быть запасным для самого себя." });
  const rows = await tx
    .selectFrom("printer")
    .select(["id", "kinds", "spare_id as spareId"])
    .where("company_id", "=", companyId)
    .where("is_removed", "=", false)
    .execute();
  const all = new Map(rows.map((one) => [one.id, one]));
  const spare = all.get(save.spareId);
  if (!spare) throw invalidFields({ spareId: "Такого принтера нет. Выберите другой." });
  if (!save.kinds.every((kind) => spare.kinds.includes(kind)))
    throw invalidFields({ spareId: "Запасной принтер должен печатать всё, что печатает этот." });
  let depth = 1;
  for (let one = spare; one.spareId; depth++) {
    if (one.spareId === id)
      throw invalidFields({ spareId: "Запасные принтеры не должны ссылаться друг на друга по кругу." });
    const next = all.get(one.spareId);
    if (!next || depth >= MOST_SPARES) break;
    one = next;
  }
  if (depth >= MOST_SPARES) throw invalidFields({ spareId: "Слишком длинная цепочка запасных принтеров." });
};

/**
 * Validates the fields of a request and returns them as column values. Locks the company, so that names stay unique and
 * spare printers form no cycle. Throws `Invalid` for a used name, and the errors of `checkCategories` and `checkSpare`.
 */
const validateSave = async (tx: Db, companyId: number, save: Save, id: number) => {
  await lockCompany(tx, companyId);
  const name = parseName(save.name);
  const isKitchen = save.kinds.includes("kitchen");
  const categoryIds = save.categoryIds ?? [];
  await checkName(tx, companyId, name, id);
  await checkCategories(tx, companyId, categoryIds, id);
  await checkSpare(tx, companyId, save, id);
  return {
    name,
    kinds: save.kinds,
    paper: save.paper,
    category_ids: isKitchen ? categoryIds : [],
    spare_id: save.spareId ?? null,
  };
};

/** Adds a printer. Throws the errors of `validateSave`. */
export const createPrinter = async (tx: Db, companyId: number, save: Save): Promise<Printer> => {
  const values = await validateSave(tx, companyId, save, 0);
  const { id } = await tx
    .insertInto("printer")
    .values({ company_id: companyId, ...values })
    .returning("id")
    .executeTakeFirstOrThrow();
  return readPrinter(tx, companyId, id);
};

const lockPrinter = async (tx: Db, companyId: number, { id, seen }: VersionedId): Promise<Printer> => {
  await lockRow(tx, "printer", companyId, id);
  const printer = await readPrinter(tx, companyId, id);
  checkVersion(printer, seen);
  return printer;
};

/**
 * Updates a printer. A browser that prints on this printer continues with the remaining kinds of documents. Throws
 * `NotFound` for an unknown printer, `Stale` if the caller saw a different version, and the errors of `validateSave`.
 */
export const updatePrinter = async (tx: Db, companyId: number, which: VersionedId, save: Save): Promise<Printer> => {
  await readPrinter(tx, companyId, which.id);
  const row = await validateSave(tx, companyId, save, which.id);
  const { id } = await lockPrinter(tx, companyId, which);
  await tx
    .updateTable("printer")
    .set((eb) => ({
      name: row.name,
      kinds: row.kinds,
      paper: row.paper,
      category_ids: row.category_ids,
      spare_id: row.spare_id,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
  await sql`update print_duty set kinds = array(select k from unnest(kinds) k where k = any(${row.kinds}::text[]))
    where company_id = ${companyId} and printer_id = ${id} and ended_at is null`.execute(tx);
  return readPrinter(tx, companyId, id);
};

/**
 * Removes a printer and ends its print duty; its spare printer takes its place for other printers. Waiting jobs move to
 * the spare printer or to another printer for the same kind of document, or else become manual. Throws `NotFound` for
 * an unknown printer.
 */
export const removePrinter = async (tx: Db, companyId: number, id: number): Promise<undefined> => {
  await lockCompany(tx, companyId);
  const { spareId } = await lockPrinter(tx, companyId, { id, seen: undefined });
  await tx
    .updateTable("printer")
    .set((eb) => ({ is_removed: true, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  await tx
    .updateTable("printer")
    .set((eb) => ({ spare_id: spareId, version: eb("version", "+", 1) }))
    .where("company_id", "=", companyId)
    .where("spare_id", "=", id)
    .where("is_removed", "=", false)
    .execute();
  await tx
    .updateTable("print_duty")
    .set({ ended_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("printer_id", "=", id)
    .where("ended_at", "is", null)
    .execute();
  await sql`
    update print_job j set printer_id = n.id, status = case when n.id is null then 'manual' else j.status end
    from print_job k left join lateral (
      select p.id from printer p where p.company_id = ${companyId} and not p.is_removed and k.kind = any(p.kinds)
      order by p.id is distinct from ${spareId}::int, p.id limit 1) n on true
    where j.id = k.id and j.company_id = ${companyId} and k.company_id = ${companyId} and k.printer_id = ${id} and k.status = 'waiting'`.execute(
    tx,
  );
  return undefined;
};
