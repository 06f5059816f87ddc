import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { passwordProblem } from "#domain/password.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { hashSecret } from "../session/tokens.ts";
import { setChangeAuthor } from "../shared/changeAuthor.ts";
import { Conflict, Invalid, invalidFields, NotFound, requireRow } from "../shared/domainErrors.ts";

/*
 * A company invites a user name. The response, the list of users and the link are the same whether an account with this
 * name exists or not, so that a company cannot find out the user names of other companies.
 *
 * An invitation gives no access until it is accepted with the secret of its link. Without the secret, a stranger who
 * has registered the name beforehand could accept instead of the invited person.
 * - A person who has an account with this name signs in and accepts.
 * - A person without an account sets a password on the page of the link, which creates the account. If the name is
 *   taken, only this page reports it.
 */

const LIFE = sql`interval '7 days'`;
const EXPIRED = "Срок приглашения истёк: оно действовало 7 дней. Попросите новую ссылку у того, кто пригласил.";
const GONE = "Приглашение не найдено. Возможно, его отозвали.";

const newSecret = (): string => randomBytes(24).toString("base64url");

/** Data of a new invitation: the company, the invited user name, the person's name and the role. */
interface NewInvitation {
  readonly companyId: number;
  readonly userName: string;
  readonly alias: string;
  readonly roleId: number;
}

/**
 * Stores an invitation, notifies the invited user if the account exists, and returns the id and the secret. Throws
 * `Conflict` if the user is already in the company or invited.
 */
export const createInvitation = async (tx: Db, invitation: NewInvitation): Promise<{ id: number; secret: string }> => {
  const { companyId, userName, alias, roleId } = invitation;
  const members = await sql`
    select 1 from company_user m join app_user u on u.id = m.user_id
    where m.company_id = ${companyId} and lower(u.user_name) = lower(${userName})`.execute(tx);
  if (members.rows.length > 0) throw new Conflict("Этот пользователь уже работает в компании.");
  const secret = newSecret();
  const { rows } = await sql<{ id: number }>`
    insert into company_invitation (id, company_id, user_name, alias, role_id, secret_hash, expires_at)
    values (nextval(pg_get_serial_sequence('app_user', 'id')), ${companyId}, ${userName}, ${alias}, ${roleId},
      ${hashSecret(secret)}, now() + ${LIFE})
    on conflict do nothing returning id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Conflict("Этого пользователя уже пригласили.");
  await sql`
    insert into notification (user_id, title, message, code, data)
    select u.id, 'Приглашение: ' || c.name, 'Роль: ' || r.name || '. Примите или отклоните приглашение на главной странице.',
      'invitation', jsonb_build_object('invitationId', ${id}::int)
    from company c, role r, app_user u
    where c.id = ${companyId} and r.id = ${roleId} and lower(u.user_name) = lower(${userName})`.execute(tx);
  return { id, secret };
};

/**
 * Replaces the secret of an invitation and returns the new secret; the old link becomes invalid. Extends the invitation
 * to 7 days from now.
 */
export const renewInvitation = async (tx: Db, id: number): Promise<string> => {
  const secret = newSecret();
  await tx
    .updateTable("company_invitation")
    .set({ secret_hash: hashSecret(secret), expires_at: sql`now() + ${LIFE}` })
    .where("id", "=", id)
    .execute();
  return secret;
};

/** Deletes an invitation with its notification. */
export const deleteInvitation = async (tx: Db, id: number): Promise<void> => {
  await sql`delete from notification n using company_invitation i join app_user u on lower(u.user_name) = lower(i.user_name)
    where i.id = ${id} and n.user_id = u.id and n.code = 'invitation' and (n.data ->> 'invitationId')::int = i.id`.execute(
    tx,
  );
  await tx.deleteFrom("company_invitation").where("id", "=", id).execute();
};

/** Deletes the invitations of a company that is being removed. */
export const deleteInvitationsOf = async (tx: Db, companyId: number): Promise<void> => {
  const rows = await tx.selectFrom("company_invitation").select("id").where("company_id", "=", companyId).execute();
  for (const { id } of rows) await deleteInvitation(tx, id);
};

interface FoundInvitation {
  readonly id: number;
  readonly companyId: number;
  readonly companyName: string;
  readonly userName: string;
  readonly alias: string;
  readonly roleId: number;
  readonly roleName: string;
  readonly secretHash: string;
  readonly isExpired: boolean;
}

const find = async (db: Db, condition: ReturnType<typeof sql>): Promise<FoundInvitation | undefined> => {
  const { rows } = await sql<FoundInvitation>`
    select i.id, i.company_id as "companyId", c.name as "companyName", i.user_name as "userName", i.alias,
      i.role_id as "roleId", r.name as "roleName", i.secret_hash as "secretHash", i.expires_at <= now() as "isExpired"
    from company_invitation i join company c on c.id = i.company_id and not c.is_removed join role r on r.id = i.role_id
    where ${condition}`.execute(db);
  return rows[0];
};

const bySecret = (secret: string) => sql`i.secret_hash = ${hashSecret(secret)}`;

/** Returns SQL that is true if the invitation `i` has this id and is for this user. */
const ofUser = (id: number, userId: number) => sql`i.id = ${id}
  and lower(i.user_name) = (select lower(user_name) from app_user where id = ${userId})`;

/**
 * Reads an invitation by the secret of its link, or returns undefined for an unknown secret. Throws `NotFound` with
 * advice when the invitation has expired.
 */
export const readInvitationLink = async (db: Db, secret: string): Promise<FoundInvitation | undefined> => {
  const found = await find(db, bySecret(secret));
  if (found?.isExpired) throw new NotFound(EXPIRED);
  return found;
};

/**
 * Locks the company of an invitation, and reads the invitation after the lock, because it may have been withdrawn or
 * accepted before. Throws `NotFound` if the invitation does not exist.
 */
const lockInvitation = async (tx: Db, condition: ReturnType<typeof sql>): Promise<FoundInvitation> => {
  const seen = requireRow(await find(tx, condition), GONE);
  await lockCompany(tx, seen.companyId);
  return requireRow(await find(tx, condition), GONE);
};

const join = async (tx: Db, { id, companyId, roleId }: FoundInvitation, userId: number): Promise<void> => {
  await tx
    .insertInto("company_user")
    .values({ company_id: companyId, user_id: userId, role_id: roleId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await deleteInvitation(tx, id);
};

/**
 * Creates the account of an invited user, adds the user to the company and deletes the invitation. Throws `Invalid` for
 * an invalid password; `Conflict` when the user name is taken; and the errors of `lockInvitation`.
 */
export const createInvitedAccount = async (tx: Db, secret: string, password: string): Promise<void> => {
  const invitation = await lockInvitation(tx, bySecret(secret));
  const { id, companyId, userName, alias } = invitation;
  const problem = passwordProblem(password, userName);
  if (problem) throw new Invalid(problem, { password: problem });
  const hash = await hashPassword(password);
  const { rows } = await sql`
    insert into app_user (id, user_name, alias, password_hash, created_by_company_id)
    values (${id}, ${userName}, ${alias}, ${hash}, ${companyId})
    on conflict (lower(user_name)) do nothing returning id`.execute(tx);
  if (rows.length === 0)
    throw new Conflict(
      `Имя «${userName}» занято. Если это ваша учётная запись, войдите в неё и примите приглашение. Если нет, попросите пригласить вас под другим именем.`,
    );
  await setChangeAuthor(tx, id);
  await join(tx, invitation, id);
  // The secret is stored as a used password link, so that opening the invitation link again shows "already used".
  await tx
    .insertInto("password_link")
    .values({ hash: hashSecret(secret), user_id: id, expires_at: sql`now()`, used_at: sql`now()` })
    .execute();
};

/** Returns the unexpired invitations of a user. */
export const listInvitations = async (db: Db, userId: number): Promise<Schemas["Invitation"][]> => {
  const { rows } = await sql<Schemas["Invitation"]>`
    select i.id, c.name as "companyName", r.name as "roleName", i.expires_at as "endDate"
    from app_user u join company_invitation i on lower(i.user_name) = lower(u.user_name) and i.expires_at > now()
    join company c on c.id = i.company_id and not c.is_removed join role r on r.id = i.role_id
    where u.id = ${userId} order by i.id`.execute(db);
  return rows;
};

/**
 * Adds an invited user to the company and deletes the invitation. Throws `Conflict` if the invitation has expired;
 * `Invalid` if `code` is not the secret of the invitation's link; and the errors of `lockInvitation`.
 */
export const acceptInvitation = async (tx: Db, userId: number, id: number, code: string): Promise<void> => {
  const invitation = await lockInvitation(tx, ofUser(id, userId));
  if (invitation.isExpired) throw new Conflict(EXPIRED);
  if (invitation.secretHash !== hashSecret(code))
    throw invalidFields({ code: "Это не ссылка этого приглашения. Если её сменили, попросите новую." });
  await join(tx, invitation, userId);
};

/** Deletes an invitation of a user, even an expired one. Throws the errors of `lockInvitation`. */
export const declineInvitation = async (tx: Db, userId: number, id: number): Promise<void> => {
  await lockInvitation(tx, ofUser(id, userId));
  await deleteInvitation(tx, id);
};
