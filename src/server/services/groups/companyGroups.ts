import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { counted } from "#domain/format.ts";
import type { Db } from "../../database/connection.ts";
import { permissionCatalogue } from "../roles/roles.ts";
import type { Caller } from "../session/caller.ts";
import { Conflict, invalidFields, requireRow } from "../shared/domainErrors.ts";
import { checkVersion, parseName } from "../shared/versioning.ts";

type Group = Schemas["CompanyGroup"];
type Save = Schemas["CompanyGroupSave"];

/**
 * Returns SQL that is true if the caller may see the group `g`. The caller must be a global administrator or belong to
 * a company of the group.
 */
const visibleTo = (caller: Caller) =>
  caller.roles === "Admin"
    ? sql`true`
    : sql`exists (select 1 from company_user m join company c on c.id = m.company_id
        where m.user_id = ${caller.userId} and c.company_group_id = g.id and not c.is_removed)`;

/**
 * Returns the SQL for the permissions that the caller has in every company of the group, and therefore in its
 * catalogue. A global administrator has all permissions.
 */
const permissionsIn = (caller: Caller) =>
  caller.roles === "Admin"
    ? sql`${JSON.stringify(Object.fromEntries(permissionCatalogue.map(({ name }) => [name, 1])))}::json`
    : sql`coalesce((select json_object_agg(k.name, 1) from unnest(${permissionCatalogue.map(({ name }) => name)}::text[]) as k(name)
        where not exists (select 1 from company c
          left join company_user m on m.company_id = c.id and m.user_id = ${caller.userId} left join role r on r.id = m.role_id
          where c.company_group_id = g.id and not c.is_removed
            and coalesce((r.permissions ->> k.name)::numeric, 0) <= 0)), '{}'::json)`;

const selectGroups = (caller: Caller) => sql`
  select g.id, g.name, g.version, ${permissionsIn(caller)} as permissions, coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name) order by c.id)
    from company c where c.company_group_id = g.id and not c.is_removed), '[]'::json) as companies
  from company_group g where not g.is_removed and ${visibleTo(caller)}`;

/** Returns the company groups that the caller may see, sorted by name. */
export const listGroups = async (db: Db, caller: Caller): Promise<Group[]> => {
  const { rows } = await sql<Group>`${selectGroups(caller)} order by g.name collate "und-x-icu", g.id`.execute(db);
  return rows;
};

/** Reads a company group that the caller may see. Throws `NotFound` for any other group. */
export const readGroup = async (db: Db, caller: Caller, groupId: number): Promise<Group> => {
  const { rows } = await sql<Group>`${selectGroups(caller)} and g.id = ${groupId}`.execute(db);
  return requireRow(rows[0], "Группа компаний не найдена.");
};

interface Candidate {
  id: number;
  name: string;
  groupId: number | null;
  groupName: string | null;
}

/**
 * Sets the companies of a group. Throws `Conflict` for a company of another group, and `Invalid` for an unknown or
 * removed company.
 */
const setCompanies = async (tx: Db, groupId: number, companyIds: readonly number[]): Promise<void> => {
  const { rows } = await sql<Candidate>`
    select c.id, c.name, c.company_group_id as "groupId", (select g.name from company_group g where g.id = c.company_group_id) as "groupName"
    from company c where not c.is_removed and (c.id = any(${companyIds}::int[]) or c.company_group_id = ${groupId})
    order by c.id for no key update of c`.execute(tx);
  const existing = new Set(rows.map(({ id }) => id));
  if (companyIds.some((id) => !existing.has(id))) throw invalidFields({ companyIds: "Одной из компаний больше нет." });
  const taken = rows.find((row) => row.groupId !== null && row.groupId !== groupId);
  if (taken)
    throw new Conflict(`${taken.name}: компания уже в группе «${taken.groupName}». Сначала уберите её оттуда.`);
  await sql`update company set company_group_id = case when id = any(${companyIds}::int[]) then ${groupId}::int end
    where id = any(${companyIds}::int[]) or company_group_id = ${groupId}`.execute(tx);
};

/** Creates a company group and returns its id. Throws the errors of `parseName` and `setCompanies`. */
export const createGroup = async (tx: Db, save: Save): Promise<number> => {
  const { id } = await tx
    .insertInto("company_group")
    .values({ name: parseName(save.name) })
    .returning("id")
    .executeTakeFirstOrThrow();
  await setCompanies(tx, id, save.companyIds);
  return id;
};

/**
 * Renames a company group and sets its companies. Throws `NotFound` for an unknown group, `Stale` with the current
 * group if the caller saw a different version, and the errors of `parseName` and `setCompanies`.
 */
export const updateGroup = async (
  tx: Db,
  caller: Caller,
  { groupId, seen }: { groupId: number; seen: number | undefined },
  save: Save,
): Promise<void> => {
  await tx.selectFrom("company_group").select("id").where("id", "=", groupId).forUpdate().execute();
  const group = await readGroup(tx, caller, groupId);
  checkVersion(group, seen, "Группу", "group");
  await tx
    .updateTable("company_group")
    .set((eb) => ({ name: parseName(save.name), version: eb("version", "+", 1) }))
    .where("id", "=", groupId)
    .execute();
  await setCompanies(tx, groupId, save.companyIds);
};

interface Contents {
  companies: number;
  entries: number;
}

/**
 * Marks a company group as removed and deletes its custom fields. Throws `NotFound` for an unknown group, and
 * `Conflict` while the group has companies or catalogue records.
 */
export const removeGroup = async (tx: Db, groupId: number): Promise<void> => {
  const locked = await tx
    .selectFrom("company_group")
    .select("id")
    .where("id", "=", groupId)
    .where("is_removed", "=", false)
    .forUpdate()
    .execute();
  requireRow(locked[0], "Группа компаний не найдена.");
  const { rows } = await sql<Contents>`
    select (select count(*) from company where company_group_id = ${groupId} and not is_removed)::int as companies,
      ((select count(*) from category where company_group_id = ${groupId} and not is_removed)
        + (select count(*) from item where company_group_id = ${groupId} and not is_removed)
        + (select count(*) from stock_item where company_group_id = ${groupId} and not is_removed))::int as entries`.execute(
    tx,
  );
  const { companies, entries } = rows[0] ?? { companies: 0, entries: 0 };
  if (companies > 0)
    throw new Conflict(
      `В группе ${counted(companies, ["компания", "компании", "компаний"])}. Сначала уберите ${companies === 1 ? "её" : "их"} из группы.`,
    );
  if (entries > 0)
    throw new Conflict(
      `В общем каталоге группы ${counted(entries, ["запись", "записи", "записей"])}. Сначала удалите ${entries === 1 ? "её" : "их"}.`,
    );
  await tx.deleteFrom("custom_field").where("company_group_id", "=", groupId).execute();
  await tx
    .updateTable("company_group")
    .set((eb) => ({ is_removed: true, version: eb("version", "+", 1) }))
    .where("id", "=", groupId)
    .execute();
};
