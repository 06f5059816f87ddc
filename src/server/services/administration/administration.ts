import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { createPasswordLink, spendPasswordLinks } from "../accounts/passwordLinks.ts";
import { type Caller, canCreateCompanySql } from "../session/caller.ts";
import { revokeSessionsOf } from "../session/sessions.ts";
import { cutPage, likePattern, type PageQuery, readCursor, rowLimit } from "../shared/cursor.ts";
import { Conflict, Forbidden, requireRow } from "../shared/domainErrors.ts";

type AccountRow = Schemas["AdminAccount"] & { at: string };

/** SQL for the columns of a user that administrators see. */
const accountColumns = sql`u.id, u.user_name as "userName", u.alias, u.roles, u.is_active as "isActive",
  u.password_hash is not null as "hasPassword", ${canCreateCompanySql} as "canCreateCompany",
  exists (select 1 from two_factor t where t.user_id = u.id and t.is_enabled) as "hasTwoFactor", u.last_connect as "lastConnect",
  coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name) order by c.id)
    from company_user m join company c on c.id = m.company_id and not c.is_removed where m.user_id = u.id), '[]') as companies`;

/**
 * SQL for the last connection of a user. The expression must equal the indexed expression, so that sorting uses the
 * index.
 */
const lastConnection = sql`coalesce(u.last_connect, '-infinity'::timestamptz)`;

/**
 * Returns a page of the users that match the query, the most recently connected first. Throws `Invalid` for a malformed
 * cursor.
 */
export const readAccountsPage = async (
  db: Db,
  query: PageQuery & { readonly search?: string; readonly isActive?: boolean },
): Promise<Schemas["AdminAccountPage"]> => {
  const after = readCursor(query.cursor);
  const name = likePattern(query.search);
  const { rows } = await sql<AccountRow>`
    select ${accountColumns}, ${lastConnection}::text as at from app_user u
    where true
      ${query.isActive === undefined ? sql`` : sql`and u.is_active = ${query.isActive}`}
      ${name === undefined ? sql`` : sql`and (lower(u.user_name) like ${name} or lower(u.alias) like ${name})`}
      ${after === undefined ? sql`` : sql`and (${lastConnection}, u.id) < (${after.at}::timestamptz, ${after.id}::int)`}
    order by ${lastConnection} desc, u.id desc limit ${rowLimit(query)}`.execute(db);
  return cutPage(rows, query);
};

const readAdminAccount = async (db: Db, userId: number): Promise<Schemas["AdminAccount"]> => {
  const { rows } = await sql<Schemas["AdminAccount"]>`
    select ${accountColumns} from app_user u where u.id = ${userId}`.execute(db);
  return requireRow(rows[0], "Пользователь не найден.");
};

/**
 * Locks the rows of all global administrators, so that two administrators cannot block each other concurrently. Throws
 * `Forbidden` if the caller is no longer an administrator.
 */
const lockAdministrators = async (tx: Db, caller: Caller): Promise<void> => {
  const rows = await tx
    .selectFrom("app_user")
    .select(["id", "is_active as isActive"])
    .where("roles", "=", "Admin")
    .orderBy("id")
    .forUpdate()
    .execute();
  if (!rows.some(({ id, isActive }) => id === caller.userId && isActive))
    throw new Forbidden("У вас нет права на это действие.");
};

/**
 * Blocks a user and revokes the user's sessions and password links, or unblocks a user. Throws `Conflict` when
 * administrators try to block themselves, `Forbidden` if the caller is no longer an administrator, and `NotFound` for
 * an unknown user.
 */
export const setAccountActive = async (
  tx: Db,
  caller: Caller,
  userId: number,
  isActive: boolean,
): Promise<Schemas["AdminAccount"]> => {
  await lockAdministrators(tx, caller);
  if (userId === caller.userId && !isActive) throw new Conflict("Себя заблокировать нельзя.");
  await tx.updateTable("app_user").set({ is_active: isActive }).where("id", "=", userId).execute();
  if (!isActive) {
    await revokeSessionsOf(tx, userId);
    await spendPasswordLinks(tx, userId);
  }
  return readAdminAccount(tx, userId);
};

/** Grants or revokes a user's permission to create companies. Throws `NotFound` for an unknown user. */
export const setCompanyCreation = async (
  tx: Db,
  userId: number,
  canCreateCompany: boolean,
): Promise<Schemas["AdminAccount"]> => {
  await tx.updateTable("app_user").set({ can_create_company: canCreateCompany }).where("id", "=", userId).execute();
  return readAdminAccount(tx, userId);
};

/**
 * Deletes a user's password, revokes the user's sessions and password links, and returns a new link, valid for a day.
 * Throws `Conflict` for the caller's own account and for a blocked user, and `NotFound` for an unknown user.
 */
export const resetPassword = async (tx: Db, caller: Caller, userId: number): Promise<Schemas["PasswordLink"]> => {
  const { isActive } = await readAdminAccount(tx, userId);
  if (userId === caller.userId) throw new Conflict("Свой пароль меняют в профиле.");
  if (!isActive) throw new Conflict("Учётная запись заблокирована. Сначала разблокируйте её.");
  await tx.updateTable("app_user").set({ password_hash: null }).where("id", "=", userId).execute();
  await revokeSessionsOf(tx, userId);
  await spendPasswordLinks(tx, userId);
  const secret = await createPasswordLink(tx, userId);
  const { rows } = await sql<{ endDate: string }>`select now() + interval '1 day' as "endDate"`.execute(tx);
  return { path: `/password/${secret}`, endDate: requireRow(rows[0]).endDate };
};

type CompanyRow = Schemas["AdminCompany"] & { at: string };

/**
 * Returns a page of the companies that match the query, each with its number of users and its number of orders that
 * were due in the last seven days. Throws `Invalid` for a malformed cursor.
 */
export const readCompaniesPage = async (
  db: Db,
  query: PageQuery & { readonly search?: string },
): Promise<Schemas["AdminCompanyPage"]> => {
  const after = readCursor(query.cursor);
  const name = likePattern(query.search);
  const { rows } = await sql<CompanyRow>`
    select c.id, c.name, g.name as "groupName", c.is_active as "isActive", '-infinity' as at,
      (select count(*)::int from company_user m where m.company_id = c.id) as users,
      (select count(*)::int from orders o where o.company_id = c.id and o.date > now() - interval '7 days' and o.date <= now()) as orders
    from company c left join company_group g on g.id = c.company_group_id
    where not c.is_removed and c.id > ${after?.id ?? 0}::int
      ${name === undefined ? sql`` : sql`and (lower(c.name) like ${name} or lower(g.name) like ${name})`}
    order by c.id limit ${rowLimit(query)}`.execute(db);
  return cutPage(rows, query);
};
