import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany, requireAdministrator } from "../accounts/administrators.ts";
import { createPasswordLink } from "../accounts/passwordLinks.ts";
import type { CompanyScope } from "../session/caller.ts";
import type { Complete } from "../shared/complete.ts";
import { Conflict, Forbidden, Invalid, requireRow } from "../shared/domainErrors.ts";
import { createInvitation, deleteInvitation, renewInvitation } from "./invitations.ts";

type CompanyUser = Complete<Schemas["CompanyUser"]>;

/** Returns SQL that is true if the role `r` has no permission above the given permissions. */
const isWithin = (held: CompanyScope["permissions"]) => sql`not exists (
  select 1 from jsonb_each_text(r.permissions) p
  where p.value::int > coalesce((${JSON.stringify(held)}::jsonb->>p.key)::int, 0))`;

/**
 * Returns the SQL for the users and the invited persons of a company. An invited person is described only by data that
 * the company entered, so that the company does not learn about existing accounts.
 */
const selectUsers = (company: CompanyScope) => sql<CompanyUser & { isWithin: boolean }>`
  select * from (
    select u.id as "userId", u.user_name as "userName", u.alias, r.id as "roleId", r.name as "roleName",
      u.is_active as "isActive", u.password_hash is not null as "hasPassword", false as "isInvited",
      ${isWithin(company.permissions)} as "isWithin"
    from company_user m join app_user u on u.id = m.user_id join role r on r.id = m.role_id
    where m.company_id = ${company.id}
    union all
    select i.id, i.user_name, i.alias, r.id, r.name, true, false, true, ${isWithin(company.permissions)}
    from company_invitation i join role r on r.id = i.role_id
    where i.company_id = ${company.id}) u`;

const withoutIsWithin = ({ isWithin: _, ...user }: CompanyUser & { isWithin: boolean }): CompanyUser => user;

/** Returns the users and the invited persons of a company, sorted by name. */
export const listCompanyUsers = async (db: Db, company: CompanyScope): Promise<CompanyUser[]> => {
  const { rows } = await sql<CompanyUser & { isWithin: boolean }>`
    ${selectUsers(company)} order by u.alias collate "und-x-icu", u."userId"`.execute(db);
  return rows.map(withoutIsWithin);
};

const findUser = async (db: Db, company: CompanyScope, userId: number) => {
  const { rows } = await sql<CompanyUser & { isWithin: boolean }>`
    ${selectUsers(company)} where u."userId" = ${userId}`.execute(db);
  return requireRow(rows[0], "Такого сотрудника в компании нет.");
};

/** Reads a user or an invited person of a company. Throws `NotFound` for any other id. */
export const readCompanyUser = async (db: Db, company: CompanyScope, userId: number): Promise<CompanyUser> =>
  withoutIsWithin(await findUser(db, company, userId));

/**
 * Returns the roles that the caller may assign to users: the public roles and the roles of the company, except roles
 * with a permission above the caller's own.
 */
export const listGivableRoles = async (db: Db, company: CompanyScope): Promise<Schemas["GivableRole"][]> => {
  const { rows } = await sql<Schemas["GivableRole"]>`
    select r.id, r.name, r.is_public as "isPublic" from role r
    where (r.is_public or r.company_id = ${company.id}) and ${isWithin(company.permissions)}
    order by r.is_public desc, r.id`.execute(db);
  return rows;
};

const checkGivable = async (tx: Db, company: CompanyScope, roleId: number): Promise<void> => {
  const { rows } = await sql<{ isWithin: boolean }>`
    select ${isWithin(company.permissions)} as "isWithin" from role r
    where r.id = ${roleId} and (r.is_public or r.company_id = ${company.id}) for key share of r`.execute(tx);
  if (!rows[0]) throw new Invalid("Проверьте заполнение полей.", { roleId: "Такой роли нет." });
  if (!rows[0].isWithin) throw new Forbidden("Нельзя дать роль, в которой больше прав, чем у вас.");
};

/**
 * Locks the company and reads one of its users or invited persons. Throws `NotFound` for an unknown id, and `Forbidden`
 * if the role of the user has a permission above the caller's own.
 */
const lockUser = async (tx: Db, company: CompanyScope, userId: number) => {
  await lockCompany(tx, company.id);
  const user = await findUser(tx, company, userId);
  if (!user.isWithin) throw new Forbidden("У этого сотрудника больше прав, чем у вас. Изменить его нельзя.");
  return user;
};

/** Returns the path of the page on which a user sets a password with a one-time secret. */
const linkPath = (secret: string): string => `/password/${secret}`;

/**
 * Invites a user to a company; the response does not reveal the existence of an account with the user name. Throws
 * `Invalid` for an unknown role, `Forbidden` for a role with a permission above the caller's own, and the errors of
 * `createInvitation`.
 */
export const addCompanyUser = async (
  tx: Db,
  company: CompanyScope,
  { userName, alias, roleId }: Schemas["CompanyUserAdd"],
): Promise<Schemas["AddedCompanyUser"]> => {
  await lockCompany(tx, company.id);
  await checkGivable(tx, company, roleId);
  const invitation = { companyId: company.id, userName, alias: alias?.trim() || userName, roleId };
  const { id, secret } = await createInvitation(tx, invitation);
  return { ...(await readCompanyUser(tx, company, id)), passwordLink: linkPath(secret) };
};

/**
 * Changes the role of a user or of an invited person. Throws `NotFound` for an unknown user; `Invalid` for an unknown
 * role; `Forbidden` if the old or the new role has a permission above the caller's own; and `Conflict` if the company
 * would lose its last administrator.
 */
export const changeCompanyUser = async (
  tx: Db,
  company: CompanyScope,
  userId: number,
  roleId: number,
): Promise<void> => {
  const { isInvited } = await lockUser(tx, company, userId);
  await checkGivable(tx, company, roleId);
  if (isInvited) {
    await tx.updateTable("company_invitation").set({ role_id: roleId }).where("id", "=", userId).execute();
    return;
  }
  await tx
    .updateTable("company_user")
    .set({ role_id: roleId })
    .where("company_id", "=", company.id)
    .where("user_id", "=", userId)
    .execute();
  await requireAdministrator(tx, company.id);
};

/**
 * Removes a user from a company together with the user's notifications about the company, or deletes the invitation of
 * an invited person. Throws the errors of `lockUser`, and `Conflict` if the company would lose its last administrator.
 */
export const removeCompanyUser = async (tx: Db, company: CompanyScope, userId: number): Promise<void> => {
  const { isInvited } = await lockUser(tx, company, userId);
  if (isInvited) return deleteInvitation(tx, userId);
  await tx.deleteFrom("company_user").where("company_id", "=", company.id).where("user_id", "=", userId).execute();
  await requireAdministrator(tx, company.id);
  await tx.deleteFrom("notification").where("company_id", "=", company.id).where("user_id", "=", userId).execute();
};

/**
 * Creates a new link for an invited person, or for an active user without a password if this company created the
 * account, and returns its path. Throws:
 * - `Conflict` for any other user, and for a global administrator or a user who also belongs to another company,
 *   because the holder of the link can sign in as that user,
 * - the errors of `lockUser`.
 */
export const renewCompanyUserLink = async (tx: Db, company: CompanyScope, userId: number): Promise<string> => {
  const user = await lockUser(tx, company, userId);
  if (user.isInvited) return linkPath(await renewInvitation(tx, userId));
  if (user.hasPassword) throw new Conflict("Сотрудник уже задал пароль. Новый он получит у администратора системы.");
  const { rows } = await sql`select 1 from app_user u where u.id = ${userId} and u.is_active and u.roles = 'User'
    and u.created_by_company_id = ${company.id}
    and not exists (select 1 from company_user m where m.user_id = u.id and m.company_id <> ${company.id})`.execute(tx);
  if (rows.length === 0) throw new Conflict("Ссылку для этого сотрудника даст только администратор системы.");
  return linkPath(await createPasswordLink(tx, userId));
};
