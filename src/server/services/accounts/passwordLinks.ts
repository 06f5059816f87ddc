import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { passwordProblem } from "#domain/password.ts";
import type { Db } from "../../database/connection.ts";
import { revokeSessionsOf } from "../session/sessions.ts";
import { hashSecret } from "../session/tokens.ts";
import { setChangeAuthor } from "../shared/changeAuthor.ts";
import { Invalid, NotFound } from "../shared/domainErrors.ts";
import { hashPassword } from "./passwords.ts";

/**
 * Creates and returns the secret of a one-time link. The link is valid for a day and allows the recipient to set the
 * user's password.
 */
export const createPasswordLink = async (db: Db, userId: number): Promise<string> => {
  const secret = randomBytes(24).toString("base64url");
  await db
    .insertInto("password_link")
    .values({ hash: hashSecret(secret), user_id: userId, expires_at: sql`now() + interval '1 day'` })
    .execute();
  return secret;
};

interface FoundLink {
  userId: number;
  userName: string;
  isUsed: boolean;
  isExpired: boolean;
  isBlocked: boolean;
  /** True while no user has a password. In this state no administrator can send a new link. */
  isFirst: boolean;
}

const NEW_ONE = "Попросите администратора выдать новую.";

/** Returns the reason why a link is invalid, with advice for the user. Returns undefined for a valid link. */
const linkProblem = ({ isUsed, isExpired, isBlocked, isFirst }: FoundLink): string | undefined => {
  if (isBlocked) return "Учётная запись заблокирована. Обратитесь к администратору.";
  if (isUsed)
    return `Эта ссылка уже использована. Если пароль задали вы, войдите с ним. Если нет или он забыт — ссылка больше не поможет. ${NEW_ONE}`;
  if (!isExpired) return undefined;
  const help = isFirst ? "Перезапустите сервер: при запуске он напечатает новую." : NEW_ONE;
  return `Срок действия ссылки истёк: она работала сутки. ${help}`;
};

/** Locks a password link and reads its user. Throws `NotFound` with advice when the link is invalid. */
export const readPasswordLink = async (
  db: Db,
  secret: string,
): Promise<{ readonly userId: number; readonly userName: string }> => {
  const { rows } = await sql<FoundLink>`
    select u.id as "userId", u.user_name as "userName", l.used_at is not null as "isUsed", l.expires_at <= now() as "isExpired",
      not u.is_active as "isBlocked", not exists (select 1 from app_user where password_hash is not null) as "isFirst"
    from password_link l join app_user u on u.id = l.user_id
    where l.hash = ${hashSecret(secret)} for update of l`.execute(db);
  const link = rows[0];
  if (!link) throw new NotFound(`Такой ссылки нет. Проверьте, что адрес скопирован целиком. ${NEW_ONE}`);
  const problem = linkProblem(link);
  if (problem) throw new NotFound(problem);
  return { userId: link.userId, userName: link.userName };
};

/** Stores a new password. Throws `Invalid` for the field `field` when the password breaks the rules. */
export const storePassword = async (
  tx: Db,
  user: { readonly userId: number; readonly userName: string },
  password: string,
  field: string,
): Promise<void> => {
  const problem = passwordProblem(password, user.userName);
  if (problem) throw new Invalid(problem, { [field]: problem });
  const hash = await hashPassword(password);
  await tx.updateTable("app_user").set({ password_hash: hash }).where("id", "=", user.userId).execute();
};

/**
 * Sets the password of the user of a link, revokes all sessions of that user and invalidates the user's links. Throws
 * `NotFound` for an invalid link, and `Invalid` for a password that breaks the rules.
 */
export const setPassword = async (tx: Db, secret: string, password: string): Promise<void> => {
  const user = await readPasswordLink(tx, secret);
  await setChangeAuthor(tx, user.userId);
  await storePassword(tx, user, password, "password");
  await spendPasswordLinks(tx, user.userId);
  await revokeSessionsOf(tx, user.userId);
};

/** Invalidates the unused links of a user. */
export const spendPasswordLinks = async (tx: Db, userId: number): Promise<void> => {
  await tx
    .updateTable("password_link")
    .set({ used_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
};
