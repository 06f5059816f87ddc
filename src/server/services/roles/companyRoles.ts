import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { counted } from "#domain/format.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany, requireAdministrator } from "../accounts/administrators.ts";
import type { CompanyScope } from "../session/caller.ts";
import type { Complete } from "../shared/complete.ts";
import { Conflict, Forbidden, invalidFields, refuseFields, requireRow } from "../shared/domainErrors.ts";
import { checkVersion } from "../shared/versioning.ts";
import { permissionCatalogue, publicRoles } from "./roles.ts";

type Role = Complete<Schemas["Role"]>;
type Save = Schemas["RoleSave"];

/**
 * Company of the roles that the caller manages. Undefined for a global administrator, who manages the roles of all
 * companies.
 */
type Scope = CompanyScope | undefined;

const inScope = (scope: Scope) => (scope ? sql`(r.is_public or r.company_id = ${scope.id})` : sql`true`);

const selectRoles = (scope: Scope) => sql`
  select r.id, r.name, r.is_public as "isPublic", r.company_id as "companyId", c.name as "companyName", r.permissions, r.version,
    (select count(*)::int from company_user m join company o on o.id = m.company_id and not o.is_removed
      where m.role_id = r.id ${scope ? sql`and m.company_id = ${scope.id}` : sql``}) as "userCount"
  from role r left join company c on c.id = r.company_id
  where ${inScope(scope)}`;

/** Returns the roles of a company, or all roles, public ones first. */
export const listRoles = async (db: Db, scope: Scope): Promise<Role[]> => {
  const { rows } = await sql<Role>`${selectRoles(scope)} order by r.is_public desc, r.id`.execute(db);
  return rows;
};

/** Reads a role of a company, or any role if the scope is undefined. Throws `NotFound` for an unknown role. */
export const readRole = async (db: Db, scope: Scope, roleId: number): Promise<Role> => {
  const { rows } = await sql<Role>`${selectRoles(scope)} and r.id = ${roleId}`.execute(db);
  return requireRow(rows[0], "Роль не найдена.");
};

const types = new Map(permissionCatalogue.map(({ name, type }) => [name, type]));
const MOST: Record<string, number> = { "discount.maxPercent": 100 };

const problemOf = (name: string, value: number): string | undefined => {
  const type = types.get(name);
  if (!type) return "Такого права нет.";
  const most = type === "bool" ? 1 : (MOST[name] ?? Number.POSITIVE_INFINITY);
  return value > most ? `Не больше ${most}.` : undefined;
};

/**
 * Returns the permissions of a role, without permissions of the value 0 (platform, section 4). Throws `Invalid` for an
 * unknown name or a too large value.
 */
const checkPermissions = (given: Save["permissions"]): Record<string, number> => {
  const errors = Object.entries(given).flatMap(([name, value]) => {
    const problem = problemOf(name, value);
    return problem ? [[`permissions.${name}`, problem]] : [];
  });
  refuseFields(Object.fromEntries(errors));
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value > 0));
};

type Permissions = Readonly<Record<string, number>>;

/**
 * Throws `Forbidden` if one of the `wanted` permissions has a higher value than the caller's own. `sentence` creates
 * the message for the first such permission.
 */
const refuseExcess = (
  scope: NonNullable<Scope>,
  wanted: readonly (readonly [string, number])[],
  sentence: (title: string) => string,
): void => {
  const excess = wanted.find(([name, value]) => value > (scope.permissions[name] ?? 0));
  if (!excess) return;
  const title = permissionCatalogue.find(({ name }) => name === excess[0])?.title ?? excess[0];
  throw new Forbidden(sentence(title), {
    [`permissions.${excess[0]}`]: "У вас этого права нет или оно меньше.",
  });
};

/** Throws `Forbidden` when a change raises a permission above the caller's own value (decisions, section 4). */
const checkRaised = (scope: Scope, before: Permissions, after: Permissions): void => {
  if (!scope) return;
  const raised = Object.entries(after).filter(([name, value]) => value > (before[name] ?? 0));
  refuseExcess(scope, raised, (title) => `Нельзя дать право «${title}» больше, чем есть у вас.`);
};

/**
 * Throws `Forbidden` if a change lowers a permission that exceeds the caller's own value. Callers could otherwise
 * weaken users with more permissions.
 */
const checkLowered = (scope: Scope, before: Permissions, after: Permissions): void => {
  if (!scope) return;
  const lowered = Object.entries(before).filter(([name, value]) => (after[name] ?? 0) < value);
  refuseExcess(scope, lowered, (title) => `У кого эта роль, у того больше прав, чем у вас: «${title}» не забрать.`);
};

/**
 * Returns the owner of the role to save: the company of the caller, or the owner that a global administrator chose.
 * Throws `Forbidden` if a caller who is no global administrator saves a public role, `Invalid` for a public role with a
 * company, and the errors of `lockExistingCompany`.
 */
const ownerOf = async (tx: Db, scope: Scope, save: Save): Promise<{ isPublic: boolean; companyId: number | null }> => {
  const isPublic = save.isPublic ?? false;
  if (scope && isPublic) throw new Forbidden("Системные роли создаёт и меняет только администратор системы.");
  if (scope) return { isPublic: false, companyId: scope.id };
  const companyId = Number(save.companyId ?? 0) || null;
  if (isPublic && companyId !== null)
    throw invalidFields({ companyId: "Системная роль общая для всех компаний: компанию не указывайте." });
  if (companyId !== null) await lockExistingCompany(tx, companyId);
  return { isPublic, companyId };
};

const lockExistingCompany = async (tx: Db, companyId: number): Promise<void> => {
  const rows = await tx
    .selectFrom("company")
    .select("id")
    // The comparison uses bigint, because an id beyond the range of int would cause an error instead of finding no row.
    .where("id", "=", sql<number>`${companyId}::bigint`)
    .where("is_removed", "=", false)
    .forKeyShare()
    .execute();
  if (rows.length === 0) throw invalidFields({ companyId: "Такой компании нет." });
};

/**
 * Creates a role and returns its id. Throws `Forbidden` for a permission above the caller's own, or if a company would
 * create a public role; `Invalid` for an unknown company, and for a public role with a company; and the errors of
 * `checkPermissions`.
 */
export const createRole = async (tx: Db, scope: Scope, save: Save): Promise<number> => {
  const permissions = checkPermissions(save.permissions);
  checkRaised(scope, {}, permissions);
  const { isPublic, companyId } = await ownerOf(tx, scope, save);
  const { id } = await tx
    .insertInto("role")
    .values({
      name: save.name.trim(),
      is_public: isPublic,
      company_id: companyId,
      permissions: JSON.stringify(permissions),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

/** SQL for the roles of all users and invited persons, with their company ids. */
const holders = sql`(select company_id, role_id from company_user union all select company_id, role_id from company_invitation)`;

const countHolders = async (tx: Db, roleId: number, outsideOf: number | null): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${holders} h
    where role_id = ${roleId} and company_id is distinct from ${outsideOf}::int`.execute(tx);
  return rows[0]?.count ?? 0;
};

/**
 * Locks the companies in which users or invited persons have the role, so that users and roles do not change
 * concurrently. Returns the ids of the companies.
 */
const lockHolders = async (tx: Db, roleId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from company where not is_removed and id in (select company_id from ${holders} h where role_id = ${roleId})
    order by id for no key update`.execute(tx);
  return rows.map(({ id }) => id);
};

/**
 * Locks the companies that use a role, and then the role, and returns the role and the company ids. Throws `NotFound`
 * for an unknown role, and `Forbidden` if a company would change a public role.
 */
const lockRole = async (tx: Db, scope: Scope, roleId: number): Promise<{ role: Role; holders: number[] }> => {
  if (scope) await lockCompany(tx, scope.id);
  const holders = await lockHolders(tx, roleId);
  await tx.selectFrom("role").select("id").where("id", "=", roleId).forUpdate().execute();
  const role = await readRole(tx, scope, roleId);
  if (scope && role.isPublic) throw new Forbidden("Системную роль нельзя изменить или удалить в компании.");
  return { role, holders };
};

const users = (count: number): string => counted(count, ["сотруднику", "сотрудникам", "сотрудникам"]);

/**
 * Throws `Conflict` if users or invited persons of companies other than the new owner have the role. A public role may
 * be assigned in all companies.
 */
const checkHolders = async (tx: Db, roleId: number, owner: { isPublic: boolean; companyId: number | null }) => {
  if (owner.isPublic) return;
  const count = await countHolders(tx, roleId, owner.companyId);
  if (count > 0) throw new Conflict(`Роль назначена ${users(count)} других компаний. Сначала дайте им другую роль.`);
};

/**
 * Updates a role. Throws `Stale` with the current role if the caller saw a different version; `Forbidden` if
 * `checkRaised` or `checkLowered` refuses the change; `Conflict` if users of other companies have the role or a company
 * would lose its last administrator; and the errors of `lockRole`, `checkPermissions` and `ownerOf`.
 */
export const updateRole = async (
  tx: Db,
  scope: Scope,
  { roleId, seen }: { roleId: number; seen: number | undefined },
  save: Save,
): Promise<void> => {
  const permissions = checkPermissions(save.permissions);
  const { role, holders } = await lockRole(tx, scope, roleId);
  checkVersion(role, seen, "Роль", "role");
  checkRaised(scope, role.permissions, permissions);
  if (holders.length > 0) checkLowered(scope, role.permissions, permissions);
  const owner = await ownerOf(tx, scope, save);
  await checkHolders(tx, roleId, owner);
  await tx
    .updateTable("role")
    .set((eb) => ({
      name: save.name.trim(),
      is_public: owner.isPublic,
      company_id: owner.companyId,
      permissions: JSON.stringify(permissions),
      version: eb("version", "+", 1),
    }))
    .where("id", "=", roleId)
    .execute();
  const isLowered = Object.entries(role.permissions).some(([name, value]) => (permissions[name] ?? 0) < value);
  if (isLowered) for (const companyId of holders) await requireAdministrator(tx, companyId);
};

/**
 * Removes a role. Throws `Conflict` for a role that users or invited persons have, and for the role that each creator
 * of a company gets, and the errors of `lockRole`.
 */
export const removeRole = async (tx: Db, scope: Scope, roleId: number): Promise<void> => {
  const { role } = await lockRole(tx, scope, roleId);
  if (role.id === publicRoles[0].id)
    throw new Conflict(`Роль «${role.name}» удалить нельзя: её получает тот, кто добавляет компанию.`);
  const count = await countHolders(tx, roleId, null);
  if (count > 0) throw new Conflict(`Роль назначена ${users(count)}. Сначала дайте им другую роль.`);
  await tx.deleteFrom("role").where("id", "=", roleId).execute();
};
