import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { inTransaction } from "../../database/transaction.ts";
import { verifyPassword } from "../accounts/passwords.ts";
import { SignInRefused } from "../shared/domainErrors.ts";
import { clearFailures, recordFailure, startAttempt } from "./loginAttempts.ts";
import { hashSecret, type Tokens } from "./tokens.ts";

const SESSION_DAYS = 30;
const GRACE_SECONDS = 30;

/** What a sign-in or a refresh hands out. */
export interface Grant {
  readonly access: string;
  readonly refresh: string;
  readonly userId: number;
  readonly userName: string;
  readonly roles: string;
}

interface Owner {
  readonly userId: number;
  readonly userName: string;
  readonly roles: string;
}

const grant = async (tokens: Tokens, owner: Owner, sessionId: string, refresh: string): Promise<Grant> => ({
  access: await tokens.signAccess({ userId: owner.userId, sessionId }),
  refresh,
  ...owner,
});

/** What a browser says of itself, and where it is. */
export interface Device {
  readonly userAgent: string;
  readonly address: string;
}

interface Known extends Owner {
  readonly hash: string | null;
}

/** Opens a session; undefined when the password was changed or the user blocked since he was looked up: that ends every session. */
const openSession = async (db: Db, user: Known, refresh: string, device: Device): Promise<string | undefined> => {
  const sessionId = randomUUID();
  const { rows } = await sql`
    with same as (
      update app_user set last_connect = now()
      where id = ${user.userId} and is_active and password_hash = ${user.hash} returning id),
    opened as (
      insert into session (id, user_id, expires_at, user_agent, address)
      select ${sessionId}::uuid, id, now() + make_interval(days => ${SESSION_DAYS}), ${device.userAgent}, ${device.address}
      from same returning id)
    insert into refresh_token (hash, session_id) select ${hashSecret(refresh)}, id from opened returning 1`.execute(db);
  return rows.length > 0 ? sessionId : undefined;
};

const WRONG = "Неверное имя или пароль.";

/** Signs in; an unknown name and a wrong password cost the same time and get the same sentence. */
export const signIn = async (
  db: Db,
  tokens: Tokens,
  { userName, password }: { readonly userName: string; readonly password: string },
  device: Device,
): Promise<Grant> => {
  const tried = { userName, address: device.address };
  const attempt = await startAttempt(db, tried);
  const rows = await db
    .selectFrom("app_user")
    .select(["id as userId", "alias as userName", "roles", "password_hash as hash"])
    .where(sql`lower(user_name)`, "=", sql`lower(${userName.trim()})`)
    .where("is_active", "=", true)
    .execute();
  const user = rows[0];
  if (!(await verifyPassword(password, user?.hash)) || !user) {
    await recordFailure(db, attempt);
    throw new SignInRefused(WRONG);
  }
  await clearFailures(db, attempt, tried);
  const refresh = tokens.newRefresh();
  const sessionId = await openSession(db, user, refresh, device);
  if (!sessionId) throw new SignInRefused(WRONG);
  const { hash: _, ...owner } = user;
  return grant(tokens, owner, sessionId, refresh);
};

interface Presented extends Owner {
  sessionId: string;
  isRotated: boolean;
  isInGrace: boolean;
}

const present = async (tx: Db, refresh: string): Promise<Presented | undefined> => {
  const { rows } = await sql<Presented>`
    select s.id as "sessionId", u.id as "userId", u.alias as "userName", u.roles,
      t.rotated_at is not null as "isRotated",
      t.rotated_at > clock_timestamp() - make_interval(secs => ${GRACE_SECONDS}) as "isInGrace"
    from refresh_token t
    join session s on s.id = t.session_id and s.revoked_at is null and s.expires_at > now()
    join app_user u on u.id = s.user_id and u.is_active
    where t.hash = ${hashSecret(refresh)}
    for update of t`.execute(tx);
  return rows[0];
};

const rotate = async (tx: Db, shown: Presented, refresh: string, successor: string): Promise<void> => {
  await sql`
    with rotated as (update refresh_token set rotated_at = clock_timestamp() where hash = ${hashSecret(refresh)}),
    prolonged as (
      update session set expires_at = now() + make_interval(days => ${SESSION_DAYS}), last_used_at = now()
      where id = ${shown.sessionId}::uuid),
    seen as (update app_user set last_connect = now() where id = ${shown.userId})
    insert into refresh_token (hash, session_id) values (${hashSecret(successor)}, ${shown.sessionId}::uuid)`.execute(
    tx,
  );
};

/** Exchanges a refresh token; shown again within the grace it gets the same successor, later it ends its session. */
export const refreshSession = async (db: Db, tokens: Tokens, refresh: string): Promise<Grant> => {
  const successor = tokens.successorOf(refresh);
  const owner = await inTransaction(db, async (tx) => {
    const shown = await present(tx, refresh);
    if (!shown) return undefined;
    if (!shown.isRotated) await rotate(tx, shown, refresh, successor);
    else if (!shown.isInGrace) {
      await revokeSession(tx, shown.sessionId);
      return undefined;
    }
    return shown;
  });
  if (!owner) throw new SignInRefused("Сеанс завершён. Войдите снова.");
  const { userId, userName, roles } = owner;
  return grant(tokens, { userId, userName, roles }, owner.sessionId, successor);
};

/**
 * Throws away tokens that were exchanged so long ago that they would have expired: until then whoever still has one may come back, and
 * showing it tells of a theft.
 */
export const deleteSpentTokens = async (db: Db): Promise<void> => {
  await db
    .deleteFrom("refresh_token")
    .where("rotated_at", "<", sql<Date>`now() - make_interval(days => ${SESSION_DAYS})`)
    .execute();
};

/** Ends a session everywhere at once. */
export const revokeSession = async (db: Db, sessionId: string): Promise<void> => {
  await db
    .updateTable("session")
    .set({ revoked_at: sql`now()` })
    .where("id", "=", sessionId)
    .where("revoked_at", "is", null)
    .execute();
};

/** Ends the sessions of a user, but for one that may stay. */
export const revokeSessionsOf = async (db: Db, userId: number, stays?: string): Promise<void> => {
  await db
    .updateTable("session")
    .set({ revoked_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .where("id", "is distinct from", stays ?? null)
    .execute();
};

/** Ends the session that a refresh token belongs to, if there is one. */
export const revokeSessionOfRefresh = async (db: Db, refresh: string): Promise<void> => {
  await sql`update session set revoked_at = now() where revoked_at is null
    and id = (select session_id from refresh_token where hash = ${hashSecret(refresh)})`.execute(db);
};
