import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { passwordProblem } from "#domain/password.ts";
import type { Db } from "../../database/connection.ts";
import { revokeSessionsOf } from "../session/sessions.ts";
import { hashSecret } from "../session/tokens.ts";
import { Invalid, NotFound } from "../shared/domainErrors.ts";
import { hashPassword } from "./passwords.ts";

/** Makes a one-time secret, good for a day, that lets its bearer set the password of a user. */
export const createPasswordLink = async (db: Db, userId: number): Promise<string> => {
  const secret = randomBytes(24).toString("base64url");
  await db
    .insertInto("password_link")
    .values({ hash: hashSecret(secret), user_id: userId, expires_at: sql`now() + interval '1 day'` })
    .execute();
  return secret;
};

interface Found {
  userId: number;
  userName: string;
  isUsed: boolean;
  isExpired: boolean;
  isBlocked: boolean;
  /** Nobody has a password yet: there is no administrator to ask. */
  isFirst: boolean;
}

const NEW_ONE = "Попросите администратора выдать новую.";

/** Why a link does not work any more, and what to do about it. */
const flawOf = ({ isUsed, isExpired, isBlocked, isFirst }: Found): string | undefined => {
  if (isBlocked) return "Учётная запись заблокирована. Обратитесь к администратору.";
  if (isUsed)
    return `Эта ссылка уже использована. Если пароль задали вы, войдите с ним. Если нет или он забыт — ссылка больше не поможет. ${NEW_ONE}`;
  if (!isExpired) return undefined;
  const help = isFirst ? "Перезапустите сервер: при запуске он напечатает новую." : NEW_ONE;
  return `Срок действия ссылки истёк: она работала сутки. ${help}`;
};

/** The user whose password a link may set; throws `NotFound` with what to do when it does not work (any more). */
export const readPasswordLink = async (
  db: Db,
  secret: string,
): Promise<{ readonly userId: number; readonly userName: string }> => {
  const { rows } = await sql<Found>`
    select u.id as "userId", u.user_name as "userName", l.used_at is not null as "isUsed", l.expires_at <= now() as "isExpired",
      not u.is_active as "isBlocked", not exists (select 1 from app_user where password_hash is not null) as "isFirst"
    from password_link l join app_user u on u.id = l.user_id
    where l.hash = ${hashSecret(secret)} for update of l`.execute(db);
  const link = rows[0];
  if (!link) throw new NotFound(`Такой ссылки нет. Проверьте, что адрес скопирован целиком. ${NEW_ONE}`);
  const flaw = flawOf(link);
  if (flaw) throw new NotFound(flaw);
  return { userId: link.userId, userName: link.userName };
};

/** Keeps a new password of a user; throws `Invalid`, with the sentence at `field`, when it breaks the rules. */
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

/** Sets the password of the link's user, ends his sessions and uses up his links. */
export const setPassword = async (tx: Db, secret: string, password: string): Promise<void> => {
  const user = await readPasswordLink(tx, secret);
  await storePassword(tx, user, password, "password");
  await spendPasswordLinks(tx, user.userId);
  await revokeSessionsOf(tx, user.userId);
};

/** Makes every open link of a user a used one. */
export const spendPasswordLinks = async (tx: Db, userId: number): Promise<void> => {
  await tx
    .updateTable("password_link")
    .set({ used_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
};
