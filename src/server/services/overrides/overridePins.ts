import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { isTrivialPin } from "#domain/overridePin.ts";
import type { Db } from "../../database/connection.ts";
import { inTransaction } from "../../database/transaction.ts";
import { hashPassword, verifyPassword } from "../accounts/passwords.ts";
import { clearFailures, recordFailure, startAttempt } from "../session/loginAttempts.ts";
import { inTransactionOf } from "../shared/changeAuthor.ts";
import { Forbidden, invalidFields, NotFound, requireRow, TooMany } from "../shared/domainErrors.ts";

const MAX_FAILURES = 5;
const LOCK_MINUTES = 15;

/** First keys of the advisory locks that serialise the PIN attempts of a manager and of a session. */
const MANAGER_LOCK = 20_261_130;
const SESSION_LOCK = 20_261_131;

const locked = (seconds: number): TooMany =>
  new TooMany(
    `Код введён неверно ${MAX_FAILURES} раз. Ввод закрыт, подождите ${Math.max(1, Math.ceil(seconds / 60))} мин.`,
    Math.max(1, seconds),
  );

interface Failures {
  /** The greater of two numbers of failed attempts in the last 15 minutes: for the manager, and in the session. */
  count: number;
  /** Seconds until the lock ends. Null without a lock. */
  wait: number | null;
}

/**
 * Counts the failed PIN attempts for a manager, and those in a session. Five failures of either kind within 15 minutes
 * cause a lock of 15 minutes. The lock begins with the latest stored failure, because attempts during a lock are not
 * stored.
 */
const countFailures = async (tx: Db, managerId: number, sessionId: string): Promise<Failures> => {
  const lock = sql`make_interval(mins => ${LOCK_MINUTES})`;
  const { rows } = await sql<Failures>`
    with mine as (
      select 'manager' as kind, at from override_attempt where manager_id = ${managerId} and at > now() - 2 * ${lock}
      union all
      select 'session', at from override_attempt where session_id = ${sessionId}::uuid and at > now() - 2 * ${lock}),
    numbered as (select kind, at, row_number() over (partition by kind order by at desc) as place from mine),
    kinds as (
      select count(*) filter (where at > clock_timestamp() - ${lock})::int as failures,
        max(at) filter (where place = 1) as latest, max(at) filter (where place = ${MAX_FAILURES}) as fifth
      from numbered group by kind)
    select coalesce(max(failures), 0)::int as count,
      ceil(extract(epoch from max(latest + ${lock} - clock_timestamp())
        filter (where fifth > latest - ${lock} and latest > clock_timestamp() - ${lock})))::int as wait
    from kinds`.execute(tx);
  return rows[0] ?? { count: 0, wait: null };
};

export interface PinAttempt {
  readonly id: string;
  /** Number of remaining attempts if this attempt fails. */
  readonly left: number;
}

/**
 * Stores an attempt as failed before the PIN is checked, so that simultaneous attempts cannot exceed the limit. Throws
 * `TooMany` while the manager or the session is locked.
 */
export const startPinAttempt = (db: Db, managerId: number, sessionId: string): Promise<PinAttempt> =>
  inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${MANAGER_LOCK}::int, ${managerId}::int)`.execute(tx);
    await sql`select pg_advisory_xact_lock(${SESSION_LOCK}::int, hashtext(${sessionId}))`.execute(tx);
    const failures = await countFailures(tx, managerId, sessionId);
    if (failures.wait !== null) throw locked(failures.wait);
    const { id } = await tx
      .insertInto("override_attempt")
      .values({ manager_id: managerId, session_id: sessionId })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { id: String(id), left: Math.max(0, MAX_FAILURES - 1 - failures.count) };
  });

/**
 * Returns the error for a wrong PIN or an unknown manager: `Invalid` with the number of remaining attempts, or
 * `TooMany` after the last attempt.
 */
export const wrongPin = ({ left }: PinAttempt): Error => {
  if (left === 0) return locked(LOCK_MINUTES * 60);
  return invalidFields({ pin: `Код не подходит. Осталось попыток: ${left}.` });
};

/** Deletes the failed PIN attempts of a session for a manager. Must be called only after a correct PIN. */
export const forgetPinAttempts = async (tx: Db, managerId: number, sessionId: string): Promise<void> => {
  await tx
    .deleteFrom("override_attempt")
    .where("manager_id", "=", managerId)
    .where("session_id", "=", sessionId)
    .execute();
};

const OWN_ONLY = "Пользователь не найден.";

/**
 * Returns two flags: the user has a PIN, and the user may have a PIN. Throws `NotFound` if the caller asks for a
 * different user.
 */
export const readOverridePin = async (db: Db, userId: number, callerId: number): Promise<Schemas["OverridePin"]> => {
  if (userId !== callerId) throw new NotFound(OWN_ONLY);
  const { rows } = await sql<Schemas["OverridePin"]>`
    select exists (select from override_pin where user_id = ${userId}) as "isSet",
      exists (select from company_user m join role r on r.id = m.role_id join company c on c.id = m.company_id
        where m.user_id = ${userId} and not c.is_removed
          and coalesce((r.permissions ->> 'override.grant')::numeric, 0) > 0) as "mayHave"`.execute(db);
  return requireRow(rows[0]);
};

/** New PIN of a user, with the current password and the network address of the request. */
interface PinChange {
  readonly userId: number;
  readonly callerId: number;
  readonly address: string;
  readonly currentPassword: string;
  readonly pin: string;
}

const WRONG_PASSWORD = "Текущий пароль введён неверно.";

const checkPassword = async (db: Db, { userId, address, currentPassword }: PinChange): Promise<void> => {
  const rows = await db
    .selectFrom("app_user")
    .select(["user_name as userName", "password_hash as hash"])
    .where("id", "=", userId)
    .execute();
  const { userName, hash } = requireRow(rows[0], OWN_ONLY);
  const signIn = { userName, address };
  const attempt = await startAttempt(db, signIn);
  if (!(await verifyPassword(currentPassword, hash))) {
    await recordFailure(db, attempt);
    throw invalidFields({ currentPassword: WRONG_PASSWORD });
  }
  await clearFailures(db, attempt, signIn);
};

/**
 * Sets the PIN of a user and ends a lock of the PIN. Throws:
 * - `NotFound` for a different user than the caller,
 * - `Forbidden` for a user who may not allow actions of others,
 * - `Invalid` for a trivial PIN or a wrong password, which counts as a failed sign-in,
 * - `TooMany` after too many failed sign-ins.
 */
export const setOverridePin = async (db: Db, change: PinChange): Promise<void> => {
  const { userId, callerId, pin } = change;
  const { mayHave } = await readOverridePin(db, userId, callerId);
  if (!mayHave) throw new Forbidden("Код нужен только тем, кто разрешает действия сотрудников.");
  if (isTrivialPin(pin)) throw invalidFields({ pin: "Такой код легко угадать. Придумайте другой." });
  await checkPassword(db, change);
  const pin_hash = await hashPassword(pin);
  await inTransactionOf(db, callerId, async (tx) => {
    await tx
      .insertInto("override_pin")
      .values({ user_id: userId, pin_hash })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ pin_hash, changed_at: sql`now()` }))
      .execute();
    await tx.deleteFrom("override_attempt").where("manager_id", "=", userId).execute();
  });
};
