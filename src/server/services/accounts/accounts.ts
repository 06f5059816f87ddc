import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { inTransaction } from "../../database/transaction.ts";
import { clearFailures, recordFailure, startAttempt } from "../session/loginAttempts.ts";
import { revokeSessionsOf } from "../session/sessions.ts";
import { cutPage, likePattern, type PageAsked, readCursor, rowLimit } from "../shared/cursor.ts";
import { Invalid, NotFound, requireRow } from "../shared/domainErrors.ts";
import { spendPasswordLinks, storePassword } from "./passwordLinks.ts";
import { verifyPassword } from "./passwords.ts";

const NOBODY = "Пользователь не найден.";

/** One user. */
export const readAccount = async (db: Db, userId: number): Promise<Schemas["Account"]> => {
  const rows = await db
    .selectFrom("app_user")
    .select(["id", "user_name as userName", "alias", "roles", "last_connect as lastConnect"])
    .where("id", "=", userId)
    .execute();
  const { lastConnect, ...account } = requireRow(rows[0], NOBODY);
  return { ...account, lastConnect: lastConnect?.toISOString() ?? null };
};

/** Changes the displayed name of a user. */
export const saveAccount = async (tx: Db, userId: number, alias: string): Promise<Schemas["Account"]> => {
  await tx.updateTable("app_user").set({ alias: alias.trim() }).where("id", "=", userId).execute();
  return readAccount(tx, userId);
};

const WRONG = "Текущий пароль введён неверно.";

/** What a user gives to get a new password, and from where. */
interface Change {
  readonly userId: number;
  readonly sessionId: string;
  readonly address: string;
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** Whether a password is still the one that was looked at, and stays so; an administrator may have taken it away meanwhile. */
const isStillHash = async (tx: Db, userId: number, hash: string | null): Promise<boolean> => {
  const rows = await tx
    .selectFrom("app_user")
    .select("id")
    .where("id", "=", userId)
    .where("password_hash", "=", hash)
    .forUpdate()
    .execute();
  return rows.length > 0;
};

/** Changes a password by the current one and ends the user's other sessions; wrong ones are counted as failed sign-ins are. */
export const changePassword = async (db: Db, change: Change): Promise<void> => {
  const { userId, sessionId, address, currentPassword, newPassword } = change;
  const rows = await db
    .selectFrom("app_user")
    .select(["user_name as userName", "password_hash as hash"])
    .where("id", "=", userId)
    .execute();
  const { userName, hash } = requireRow(rows[0], NOBODY);
  const tried = { userName, address };
  const attempt = await startAttempt(db, tried);
  const isRight = await verifyPassword(currentPassword, hash);
  // The answer to the change was lost and the browser asks again: it is done already.
  const isRepeat = !isRight && (await verifyPassword(newPassword, hash));
  if (!isRight && !isRepeat) {
    await recordFailure(db, attempt);
    throw new Invalid(WRONG, { currentPassword: WRONG });
  }
  await clearFailures(db, attempt, tried);
  if (isRepeat) return;
  const isKept = await inTransaction(db, async (tx) => {
    if (!(await isStillHash(tx, userId, hash))) return false;
    await storePassword(tx, { userId, userName }, newPassword, "newPassword");
    await spendPasswordLinks(tx, userId);
    await revokeSessionsOf(tx, userId, sessionId);
    return true;
  });
  if (!isKept) await changePassword(db, change);
};

/** Which sessions are asked for. */
interface SessionsAsked extends PageAsked {
  readonly userId?: number | undefined;
  readonly search?: string | undefined;
  readonly isEnded?: boolean | undefined;
}

type SessionRow = Schemas["Session"] & { at: string };

/** A page of sessions, the latest used first; `currentId` is the session of whoever asks. */
export const readSessionsPage = async (
  db: Db,
  asked: SessionsAsked,
  currentId: string,
): Promise<Schemas["SessionPage"]> => {
  const after = readCursor(asked.cursor, "uuid");
  const name = likePattern(asked.search);
  const { rows } = await sql<SessionRow>`
    select s.id, s.user_id as "userId", u.user_name as "userName", u.alias, s.user_agent as "userAgent", s.address,
      s.created_at as "beginDate", s.last_used_at as "lastUseDate", coalesce(s.revoked_at, s.expires_at) as "endDate",
      (s.revoked_at is not null or s.expires_at <= now()) as "isEnded", s.id = ${currentId}::uuid as "isCurrent",
      s.last_used_at::text as at
    from session s join app_user u on u.id = s.user_id
    where ${asked.isEnded ? sql`s.revoked_at is not null` : sql`s.revoked_at is null and s.expires_at > now()`}
      ${asked.userId === undefined ? sql`` : sql`and s.user_id = ${asked.userId}`}
      ${
        name === undefined
          ? sql``
          : sql`and s.user_id in (
        select id from app_user where lower(user_name) like ${name} or lower(alias) like ${name})`
      }
      ${after === undefined ? sql`` : sql`and (s.last_used_at, s.id) < (${after.at}::timestamptz, ${after.id}::uuid)`}
    order by s.last_used_at desc, s.id desc limit ${rowLimit(asked)}`.execute(db);
  return cutPage(rows, asked);
};

/** Ends a session, of the user if one is named; ending an ended one changes nothing. */
export const endSession = async (tx: Db, sessionId: string, userId?: number): Promise<void> => {
  const { rows } = await sql`
    update session set revoked_at = coalesce(revoked_at, now())
    where id = ${sessionId}::uuid ${userId === undefined ? sql`` : sql`and user_id = ${userId}`} returning 1`.execute(
    tx,
  );
  if (rows.length === 0) throw new NotFound("Сессия не найдена.");
};
