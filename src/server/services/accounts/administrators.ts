import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { Conflict, NotFound } from "../shared/domainErrors.ts";

/** SQL: whether the permissions `r` make their holder an administrator of the company: he can edit it, its users and its roles. */
const isAdministrator = sql`coalesce((r.permissions->>'company.edit')::int, 0) > 0
  and coalesce((r.permissions->>'user.manage')::int, 0) > 0 and coalesce((r.permissions->>'role.manage')::int, 0) > 0`;

/** Locks a company against every other change of its users and roles until the end of the transaction; new orders are not held up. */
export const lockCompany = async (tx: Db, companyId: number): Promise<void> => {
  const rows = await tx
    .selectFrom("company")
    .select("id")
    .where("id", "=", companyId)
    .where("is_removed", "=", false)
    .forNoKeyUpdate()
    .execute();
  if (rows.length === 0) throw new NotFound("Компания не найдена.");
};

/** Throws `Conflict` when nobody is left who can sign in and administer the company; called after the change, under `lockCompany`. */
export const requireAdministrator = async (tx: Db, companyId: number): Promise<void> => {
  const { rows } = await sql`
    select 1 from company_user m join app_user u on u.id = m.user_id join role r on r.id = m.role_id
    where m.company_id = ${companyId} and u.is_active and u.password_hash is not null and ${isAdministrator} limit 1`.execute(
    tx,
  );
  if (rows.length === 0)
    throw new Conflict("В компании должен остаться хотя бы один администратор. Сначала назначьте другого.");
};

/** SQL: what the main user of the company `c` is called: who added it, else the administrator who has been there longest. */
export const mainUserNameSql = sql`(
  select u.alias from company_user m join app_user u on u.id = m.user_id join role r on r.id = m.role_id
  where m.company_id = c.id and ${isAdministrator}
  order by (m.user_id = c.main_user_id) is true desc, u.roles = 'Admin', m.user_id limit 1)`;
