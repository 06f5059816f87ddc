import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../database/connection.ts";
import { missing } from "../problem.ts";
import { hashPassword } from "./passwords.ts";
import { hashOf } from "./tokens.ts";

/** Makes a one-time secret, good for a day, that lets its bearer set the password of a user. */
export const createPasswordLink = async (db: Db, userId: number): Promise<string> => {
  const secret = randomBytes(24).toString("base64url");
  await sql`insert into password_link (hash, user_id, expires_at)
    values (${hashOf(secret)}, ${userId}, now() + interval '1 day')`.execute(db);
  return secret;
};

/** Sets the password of the link's user, ends his sessions and uses the link up. */
export const setPassword = async (tx: Db, secret: string, password: string): Promise<void> => {
  const hash = await hashPassword(password);
  const { rows } = await sql<{ userId: number }>`
    delete from password_link where hash = ${hashOf(secret)} and expires_at > now()
    returning user_id as "userId"`.execute(tx);
  const userId = rows[0]?.userId;
  if (userId === undefined) throw missing("Ссылка для смены пароля недействительна или уже использована.");
  await tx.updateTable("app_user").set({ password_hash: hash }).where("id", "=", userId).execute();
  await sql`update session set revoked_at = now() where user_id = ${userId} and revoked_at is null`.execute(tx);
};
