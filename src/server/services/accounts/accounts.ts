import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { canCreateCompanySql } from "../session/caller.ts";
import { clearFailures, recordFailure, startAttempt } from "../session/loginAttempts.ts";
import { revokeSessionsOf } from "../session/sessions.ts";
import { inTransactionOf } from "../shared/changeAuthor.ts";
import { cutPage, likePattern, type PageQuery, readCursor, rowLimit } from "../shared/cursor.ts";
import { Invalid, NotFound, requireRow } from "../shared/domainErrors.ts";
import { spendPasswordLinks, storePassword } from "./passwordLinks.ts";
import { verifyPassword } from "./passwords.ts";

const NOT_FOUND = "Пользователь не найден.";

/** Reads a user. Throws `NotFound` for an unknown id. */
export const readAccount = async (db: Db, userId: number): Promise<Schemas["Account"]> => {
  const rows = await db
    .selectFrom("app_user as u")
    .select(["id", "user_name as userName", "alias", "roles", "last_connect as lastConnect"])
    .select(canCreateCompanySql.as("canCreateCompany"))
    .where("id", "=", userId)
    .execute();
  const { lastConnect, ...account } = requireRow(rows[0], NOT_FOUND);
  return { ...account, lastConnect: lastConnect?.toISOString() ?? null };
};

/** Changes the display name of a user. Throws `NotFound` for an unknown user. */
export const saveAccount = async (tx: Db, userId: number, alias: string): Promise<Schemas["Account"]> => {
  await tx.updateTable("app_user").set({ alias: alias.trim() }).where("id", "=", userId).execute();
  return readAccount(tx, userId);
};

const WRONG = "Текущий пароль введён неверно.";

/** Data of a password change, including the network address of the request. */
interface PasswordChange {
  readonly userId: number;
  readonly sessionId: string;
  readonly address: string;
  readonly currentPassword: string;
  readonly newPassword: string;
}

/**
 * Locks the user and returns true if the password hash is unchanged. An administrator may have reset the password in
 * the meantime.
 */
const lockIfUnchanged = async (tx: Db, userId: number, hash: string | null): Promise<boolean> => {
  const rows = await tx
    .selectFrom("app_user")
    .select("id")
    .where("id", "=", userId)
    .where("password_hash", "=", hash)
    .forUpdate()
    .execute();
  return rows.length > 0;
};

/**
 * Changes a user's password, and revokes the user's other sessions and password links. Throws:
 * - `NotFound` for an unknown user,
 * - `Invalid` for a wrong current password, which counts as a failed sign-in, and for a new password that breaks the
 *   rules,
 * - `TooMany` after too many failures.
 */
export const changePassword = async (db: Db, change: PasswordChange): Promise<void> => {
  const { userId, sessionId, address, currentPassword, newPassword } = change;
  const rows = await db
    .selectFrom("app_user")
    .select(["user_name as userName", "password_hash as hash"])
    .where("id", "=", userId)
    .execute();
  const { userName, hash } = requireRow(rows[0], NOT_FOUND);
  const signIn = { userName, address };
  const attempt = await startAttempt(db, signIn);
  const isRight = await verifyPassword(currentPassword, hash);
  // If the response to a successful change was lost, the browser repeats the request. The new password is then already
  // stored, so the current password no longer matches, but the repetition must succeed.
  const isRepeat = !isRight && (await verifyPassword(newPassword, hash));
  if (!isRight && !isRepeat) {
    await recordFailure(db, attempt);
    throw new Invalid(WRONG, { currentPassword: WRONG });
  }
  await clearFailures(db, attempt, signIn);
  if (isRepeat) return;
  const isStored = await inTransactionOf(db, userId, async (tx) => {
    if (!(await lockIfUnchanged(tx, userId, hash))) return false;
    await storePassword(tx, { userId, userName }, newPassword, "newPassword");
    await spendPasswordLinks(tx, userId);
    await revokeSessionsOf(tx, userId, sessionId);
    return true;
  });
  if (!isStored) await changePassword(db, change);
};

/** Filter of sessions. */
interface SessionQuery extends PageQuery {
  readonly userId?: number | undefined;
  readonly search?: string | undefined;
  readonly isEnded?: boolean | undefined;
}

type SessionRow = Schemas["Session"] & { at: string };

/**
 * Returns a page of the active sessions or, if `isEnded` is true, of the revoked sessions, the most recently used
 * first; `currentId` is the caller's session. Throws `Invalid` for a malformed cursor.
 */
export const readSessionsPage = async (
  db: Db,
  query: SessionQuery,
  currentId: string,
): Promise<Schemas["SessionPage"]> => {
  const after = readCursor(query.cursor, "uuid");
  const name = likePattern(query.search);
  const { rows } = await sql<SessionRow>`
    select s.id, s.user_id as "userId", u.user_name as "userName", u.alias, s.user_agent as "userAgent", s.address,
      s.created_at as "beginDate", s.last_used_at as "lastUseDate", coalesce(s.revoked_at, s.expires_at) as "endDate",
      (s.revoked_at is not null or s.expires_at <= now()) as "isEnded", s.id = ${currentId}::uuid as "isCurrent",
      s.last_used_at::text as at
    from session s join app_user u on u.id = s.user_id
    where ${query.isEnded ? sql`s.revoked_at is not null` : sql`s.revoked_at is null and s.expires_at > now()`}
      ${query.userId === undefined ? sql`` : sql`and s.user_id = ${query.userId}`}
      ${
        name === undefined
          ? sql``
          : sql`and s.user_id in (
        select id from app_user where lower(user_name) like ${name} or lower(alias) like ${name})`
      }
      ${after === undefined ? sql`` : sql`and (s.last_used_at, s.id) < (${after.at}::timestamptz, ${after.id}::uuid)`}
    order by s.last_used_at desc, s.id desc limit ${rowLimit(query)}`.execute(db);
  return cutPage(rows, query);
};

/**
 * Revokes a session. Throws `NotFound` for an unknown session, and for a session of another user when `userId` is
 * given.
 */
export const endSession = async (tx: Db, sessionId: string, userId?: number): Promise<void> => {
  const { rows } = await sql`
    update session set revoked_at = coalesce(revoked_at, now())
    where id = ${sessionId}::uuid ${userId === undefined ? sql`` : sql`and user_id = ${userId}`} returning 1`.execute(
    tx,
  );
  if (rows.length === 0) throw new NotFound("Сессия не найдена.");
};

/**
 * Revokes the sessions of a user except `keptSessionId` and returns their number. Takes the same user lock as a
 * sign-in, so that no concurrent sign-in adds a session. Throws `NotFound` for an unknown user.
 */
export const endOtherSessions = async (tx: Db, userId: number, keptSessionId: string): Promise<number> => {
  const rows = await tx.selectFrom("app_user").select("id").where("id", "=", userId).forUpdate().execute();
  requireRow(rows[0], NOT_FOUND);
  return revokeSessionsOf(tx, userId, keptSessionId);
};
