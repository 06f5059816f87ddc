import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { companyNotFound } from "../shared/companyPresence.ts";
import { Conflict } from "../shared/domainErrors.ts";

/**
 * SQL condition: users with the role `r` are administrators of their company. Administrators may edit the company, the
 * users and the roles.
 */
const isAdministrator = sql`coalesce((r.permissions->>'company.edit')::int, 0) > 0
  and coalesce((r.permissions->>'user.manage')::int, 0) > 0 and coalesce((r.permissions->>'role.manage')::int, 0) > 0`;

/**
 * Locks a company until the transaction ends, so that its users, roles and settings do not change concurrently; new
 * orders are not blocked. Throws `NotFound` for a removed company.
 */
export const lockCompany = async (tx: Db, companyId: number): Promise<void> => {
  const rows = await tx
    .selectFrom("company")
    .select("id")
    .where("id", "=", companyId)
    .where("is_removed", "=", false)
    .forNoKeyUpdate()
    .execute();
  if (rows.length === 0) throw companyNotFound();
};

/**
 * Throws `Conflict` if the company has no active administrator with a password. Must be called after the change, in the
 * transaction that called `lockCompany`.
 */
export const requireAdministrator = async (tx: Db, companyId: number): Promise<void> => {
  const { rows } = await sql`
    select 1 from company_user m join app_user u on u.id = m.user_id join role r on r.id = m.role_id
    where m.company_id = ${companyId} and u.is_active and u.password_hash is not null and ${isAdministrator} limit 1`.execute(
    tx,
  );
  if (rows.length === 0)
    throw new Conflict("В компании должен остаться хотя бы один администратор. Сначала назначьте другого.");
};

/**
 * SQL for the name of the main user of the company `c`: the creator of the company, if the creator is still an
 * administrator, otherwise the administrator with the lowest id. A global administrator who is not the creator is
 * chosen only if there is no other administrator.
 */
export const mainUserNameSql = sql`(
  select u.alias from company_user m join app_user u on u.id = m.user_id join role r on r.id = m.role_id
  where m.company_id = c.id and ${isAdministrator}
  order by (m.user_id = c.main_user_id) is true desc, u.roles = 'Admin', m.user_id limit 1)`;
