import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { inTransaction } from "../../database/transaction.ts";
import { verifyPassword } from "../accounts/passwords.ts";
import { SignInRefused } from "../shared/domainErrors.ts";
import { type Device, recordDevice } from "./devices.ts";
import { clearFailures, forgetAttempt, recordFailure, startAttempt } from "./loginAttempts.ts";
import { hashSecret, type Tokens } from "./tokens.ts";

/** Time from the last use of a session until its expiry, days. */
export const SESSION_DAYS = 30;
const GRACE_SECONDS = 30;

/** Tokens and user that a client gets at sign-in and when it refreshes its tokens. */
export interface Grant {
  readonly access: string;
  readonly refresh: string;
  readonly userId: number;
  readonly userName: string;
  readonly roles: string;
}

interface SessionUser {
  readonly userId: number;
  readonly userName: string;
  readonly roles: string;
}

const grant = async (tokens: Tokens, user: SessionUser, sessionId: string, refresh: string): Promise<Grant> => ({
  access: await tokens.signAccess({ userId: user.userId, sessionId }),
  refresh,
  ...user,
});

interface UserWithHash extends SessionUser {
  readonly hash: string | null;
}

const sessionEnd = () => sql<Date>`now() + make_interval(days => ${SESSION_DAYS})`;

const insertRefreshToken = async (tx: Db, sessionId: string, refresh: string): Promise<void> => {
  await tx
    .insertInto("refresh_token")
    .values({ hash: hashSecret(refresh), session_id: sessionId })
    .execute();
};

/**
 * Creates a session and returns its id. Returns undefined if the user was blocked or the password was changed after the
 * password check.
 */
const openSession = (db: Db, user: UserWithHash, refresh: string, device: Device): Promise<string | undefined> =>
  inTransaction(db, async (tx) => {
    const unchanged = await tx
      .updateTable("app_user")
      .set({ last_connect: sql`now()` })
      .where("id", "=", user.userId)
      .where("is_active", "=", true)
      .where("password_hash", "=", user.hash)
      .returning("id")
      .executeTakeFirst();
    if (!unchanged) return undefined;
    const id = randomUUID();
    const { userAgent, address } = device;
    await tx
      .insertInto("session")
      .values({ id, user_id: unchanged.id, expires_at: sessionEnd(), user_agent: userAgent, address })
      .execute();
    await insertRefreshToken(tx, id, refresh);
    await recordDevice(tx, unchanged.id, device);
    return id;
  });

const WRONG = "Неверное имя или пароль.";

/** Data of a sign-in. `code` is the second factor: a time-based code or a recovery code. */
interface Credentials {
  readonly userName: string;
  readonly password: string;
  readonly code?: string | undefined;
}

/** Check of the second factor of a user. */
interface SecondFactor {
  readonly isNeeded: (userId: number) => Promise<boolean>;
  readonly accept: (userId: number, code: string) => Promise<boolean>;
}

const CODE_REQUIRED = "urn:problem:code-required";
const askForCode = (message: string) =>
  new SignInRefused(message, { errors: { code: message }, data: { type: CODE_REQUIRED } });

/**
 * Checks the second factor after the password; throws `SignInRefused` for a missing or wrong code. An attempt without a
 * code is deleted, but earlier failures still count, because the correct password alone must not reset the counter of
 * wrong codes.
 */
const checkSecondFactor = async (
  db: Db,
  { userId, attempt, code }: { userId: number; attempt: number; code: string | undefined },
  { isNeeded, accept }: SecondFactor,
): Promise<void> => {
  if (!(await isNeeded(userId))) return;
  if (!code) {
    await forgetAttempt(db, attempt);
    throw askForCode("Введите код из приложения.");
  }
  if (await accept(userId, code)) return;
  await recordFailure(db, attempt);
  throw askForCode("Код не подходит. Введите новый код из приложения.");
};

/**
 * Signs a user in and returns the tokens. Throws the errors of `startAttempt`, and `SignInRefused` for a refused
 * sign-in; an unknown name and a wrong password take the same time and give the same message, so that user names cannot
 * be guessed.
 */
export const signIn = async (
  db: Db,
  tokens: Tokens,
  { userName, password, code }: Credentials,
  { device, secondFactor }: { readonly device: Device; readonly secondFactor: SecondFactor },
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
  await checkSecondFactor(db, { userId: user.userId, attempt, code }, secondFactor);
  await clearFailures(db, attempt, tried);
  const refresh = tokens.newRefresh();
  const sessionId = await openSession(db, user, refresh, device);
  if (!sessionId) throw new SignInRefused(WRONG);
  const { hash: _, ...sessionUser } = user;
  return grant(tokens, sessionUser, sessionId, refresh);
};

interface FoundToken extends SessionUser {
  sessionId: string;
  isRotated: boolean;
  isInGrace: boolean;
}

const findRefreshToken = async (tx: Db, refresh: string): Promise<FoundToken | undefined> => {
  const { rows } = await sql<FoundToken>`
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

/** Marks a refresh token as exchanged, prolongs its session and stores the next refresh token. */
const rotate = async (tx: Db, found: FoundToken, refresh: string, successor: string): Promise<void> => {
  await tx
    .updateTable("refresh_token")
    .set({ rotated_at: sql`clock_timestamp()` })
    .where("hash", "=", hashSecret(refresh))
    .execute();
  // The user is locked before the session, as in a password change. The opposite sequence could cause a deadlock.
  await tx.updateTable("app_user").set({ last_connect: sql`now()` }).where("id", "=", found.userId).execute();
  await tx
    .updateTable("session")
    .set({ expires_at: sessionEnd(), last_used_at: sql`now()` })
    .where("id", "=", found.sessionId)
    .execute();
  await insertRefreshToken(tx, found.sessionId, successor);
};

/**
 * Exchanges a refresh token for the next refresh token; a retry within the grace period returns the same token. Throws
 * `SignInRefused` for an unknown token, for an ended session, and for a later reuse, which also revokes the session.
 */
export const refreshSession = async (db: Db, tokens: Tokens, refresh: string): Promise<Grant> => {
  const successor = tokens.successorOf(refresh);
  const user = await inTransaction(db, async (tx) => {
    const found = await findRefreshToken(tx, refresh);
    if (!found) return undefined;
    if (!found.isRotated) await rotate(tx, found, refresh, successor);
    else if (!found.isInGrace) {
      await revokeSession(tx, found.sessionId);
      return undefined;
    }
    return found;
  });
  if (!user) throw new SignInRefused("Сеанс завершён. Войдите снова.");
  const { userId, userName, roles } = user;
  return grant(tokens, { userId, userName, roles }, user.sessionId, successor);
};

export const revokeSession = async (db: Db, sessionId: string): Promise<void> => {
  await db
    .updateTable("session")
    .set({ revoked_at: sql`now()` })
    .where("id", "=", sessionId)
    .where("revoked_at", "is", null)
    .execute();
};

/** Revokes all sessions of a user, except the session `keptSessionId`. Returns the number of revoked sessions. */
export const revokeSessionsOf = async (db: Db, userId: number, keptSessionId?: string): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable("session")
    .set({ revoked_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .where("id", "is distinct from", keptSessionId ?? null)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
};

/** Revokes the session of a refresh token. Ignores an unknown token. */
export const revokeSessionOfRefresh = async (db: Db, refresh: string): Promise<void> => {
  await db
    .updateTable("session")
    .set({ revoked_at: sql`now()` })
    .where("revoked_at", "is", null)
    .where("id", "=", (eb) =>
      eb.selectFrom("refresh_token").select("session_id").where("hash", "=", hashSecret(refresh)),
    )
    .execute();
};
