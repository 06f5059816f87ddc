import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany, requireAdministrator } from "../accounts/administrators.ts";
import { createPasswordLink } from "../accounts/passwordLinks.ts";
import type { CompanyScope } from "../session/caller.ts";
import { Conflict, Forbidden, Invalid, requireRow } from "../shared/domainErrors.ts";

type CompanyUser = Schemas["CompanyUser"];

/** Returns the SQL condition that no permission of the role `r` exceeds the given permissions. */
const isWithin = (held: CompanyScope["permissions"]) => sql`not exists (
  select 1 from jsonb_each_text(r.permissions) p
  where p.value::int > coalesce((${JSON.stringify(held)}::jsonb->>p.key)::int, 0))`;

const selectUsers = (company: CompanyScope) => sql<CompanyUser & { isWithin: boolean }>`
  select u.id as "userId", u.user_name as "userName", u.alias, r.id as "roleId", r.name as "roleName",
    u.is_active as "isActive", u.password_hash is not null as "hasPassword", ${isWithin(company.permissions)} as "isWithin"
  from company_user m join app_user u on u.id = m.user_id join role r on r.id = m.role_id
  where m.company_id = ${company.id}`;

const withoutIsWithin = ({ isWithin: _, ...user }: CompanyUser & { isWithin: boolean }): CompanyUser => user;

/** Returns the users of a company, sorted by name. */
export const listCompanyUsers = async (db: Db, company: CompanyScope): Promise<CompanyUser[]> => {
  const { rows } = await sql<CompanyUser & { isWithin: boolean }>`
    ${selectUsers(company)} order by u.alias collate "und-x-icu", u.id`.execute(db);
  return rows.map(withoutIsWithin);
};

const findUser = async (db: Db, company: CompanyScope, userId: number) => {
  const { rows } = await sql<CompanyUser & { isWithin: boolean }>`${selectUsers(company)} and u.id = ${userId}`.execute(
    db,
  );
  return requireRow(rows[0], "Такого сотрудника в компании нет.");
};

/** Reads a user of a company. Throws `NotFound`. */
export const readCompanyUser = async (db: Db, company: CompanyScope, userId: number): Promise<CompanyUser> =>
  withoutIsWithin(await findUser(db, company, userId));

/**
 * Returns the roles that the caller may give to a user: public roles and roles of the company with no more
 * permissions than the caller has.
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
 * Locks the company and reads one of its users. Throws `Forbidden` when that user has more permissions than the
 * caller.
 */
const lockUser = async (tx: Db, company: CompanyScope, userId: number) => {
  await lockCompany(tx, company.id);
  const user = await findUser(tx, company, userId);
  if (!user.isWithin) throw new Forbidden("У этого сотрудника больше прав, чем у вас. Изменить его нельзя.");
  return user;
};

const findOrCreateAccount = async (
  tx: Db,
  userName: string,
  alias: string,
): Promise<{ id: number; isNew: boolean }> => {
  const { rows: created } = await sql<{ id: number }>`
    insert into app_user (user_name, alias) values (${userName}, ${alias})
    on conflict (lower(user_name)) do nothing returning id`.execute(tx);
  if (created[0]) return { id: created[0].id, isNew: true };
  const rows = await tx
    .selectFrom("app_user")
    .select("id")
    .where(sql`lower(user_name)`, "=", sql`lower(${userName})`)
    .execute();
  return { id: requireRow(rows[0]).id, isNew: false };
};

/** Returns the path of the page on which a user sets a password with a one-time secret. */
const linkPath = (secret: string): string => `/password/${secret}`;

/** Adds a user to a company. For an unknown user name, creates an account and a link to set its password. */
export const addCompanyUser = async (
  tx: Db,
  company: CompanyScope,
  add: Schemas["CompanyUserAdd"],
): Promise<Schemas["AddedCompanyUser"]> => {
  await lockCompany(tx, company.id);
  await checkGivable(tx, company, add.roleId);
  const account = await findOrCreateAccount(tx, add.userName, add.alias?.trim() || add.userName);
  const rows = await tx
    .insertInto("company_user")
    .values({ company_id: company.id, user_id: account.id, role_id: add.roleId })
    .onConflict((conflict) => conflict.doNothing())
    .returning("company_id")
    .execute();
  if (rows.length === 0) throw new Conflict("Этот пользователь уже работает в компании.");
  const passwordLink = account.isNew ? linkPath(await createPasswordLink(tx, account.id)) : null;
  return { ...(await readCompanyUser(tx, company, account.id)), passwordLink };
};

/** Changes the role of a user in a company. */
export const changeCompanyUser = async (
  tx: Db,
  company: CompanyScope,
  userId: number,
  roleId: number,
): Promise<void> => {
  await lockUser(tx, company, userId);
  await checkGivable(tx, company, roleId);
  await tx
    .updateTable("company_user")
    .set({ role_id: roleId })
    .where("company_id", "=", company.id)
    .where("user_id", "=", userId)
    .execute();
  await requireAdministrator(tx, company.id);
};

/** Removes a user from a company and deletes the user's notifications about this company. */
export const removeCompanyUser = async (tx: Db, company: CompanyScope, userId: number): Promise<void> => {
  await lockUser(tx, company, userId);
  await tx.deleteFrom("company_user").where("company_id", "=", company.id).where("user_id", "=", userId).execute();
  await requireAdministrator(tx, company.id);
  await tx.deleteFrom("notification").where("company_id", "=", company.id).where("user_id", "=", userId).execute();
};

/**
 * Creates a new password link for a user who has never set a password. Throws `Conflict` for other and blocked users,
 * and for a user of several companies, because one company must not control that user's account.
 */
export const renewCompanyUserLink = async (tx: Db, company: CompanyScope, userId: number): Promise<string> => {
  const user = await lockUser(tx, company, userId);
  if (user.hasPassword) throw new Conflict("Сотрудник уже задал пароль. Новый он получит у администратора системы.");
  const { rows } = await sql`select 1 from app_user u where u.id = ${userId} and u.is_active and u.roles = 'User'
    and not exists (select 1 from company_user m where m.user_id = u.id and m.company_id <> ${company.id})`.execute(tx);
  if (rows.length === 0)
    throw new Conflict("Сотрудник числится и в другой компании или заблокирован. Ссылку даст администратор системы.");
  return linkPath(await createPasswordLink(tx, userId));
};
