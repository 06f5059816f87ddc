import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { TooMany } from "../shared/domainErrors.ts";

const WINDOW_MINUTES = 15;
const FREE_FAILURES = 5;
/**
 * Limit of failed sign-ins to an account from one IP address within 15 minutes. When it is reached, further sign-ins to
 * the account from this address are refused.
 */
const MAX_FAILURES = 20;
/**
 * Limit of failed sign-ins to an account from all addresses within 15 minutes. When it is reached, further sign-ins to
 * the account are refused, except from addresses that the user has used before.
 */
const MAX_FAILURES_ANYWHERE = 100;
/**
 * Limit of failed sign-ins from one IP address within 15 minutes. When it is reached, further sign-ins from this
 * address are delayed but not refused, because all users who share the address would be locked out.
 */
const MANY_AT_ADDRESS = 50;
const MAX_DELAY_MS = 4000;
const TURN_MS = 100;
const MAX_TURNS = 150;

/** User name and network address of a sign-in attempt. */
export interface SignInAttempt {
  readonly userName: string;
  readonly address: string;
}

/** Returns the delay of a sign-in attempt, milliseconds. The delay grows with the number of recent failures. */
export const delayAfterFailures = (failures: number): number =>
  failures < FREE_FAILURES ? 0 : Math.min(MAX_DELAY_MS, 500 * 2 ** (failures - FREE_FAILURES));

/** Returns the trimmed user name in lower case, so that all spellings share one failure counter. */
const nameKey = (userName: string): string => userName.trim().toLowerCase().slice(0, 100);

interface Counts {
  /** Number of failed sign-ins to this account from this address. */
  failed: number;
  failedAnywhere: number;
  failedAtAddress: number;
  /** True if the user has signed in from this address before. */
  isKnown: boolean;
  /** Number of earlier sign-in attempts to this account from this address that are still in progress. */
  ahead: number;
  /** Seconds until the oldest failure no longer counts. */
  wait: number;
}

const count = async (db: Db, { userName, address }: SignInAttempt, id: number): Promise<Counts> => {
  const { rows } = await sql<Counts>`
    select count(*) filter (where is_failed and address = ${address})::int as failed,
      count(*) filter (where is_failed)::int as "failedAnywhere",
      (select count(*) from login_attempt where is_failed and address = ${address}
        and at > now() - make_interval(mins => ${WINDOW_MINUTES}))::int as "failedAtAddress",
      exists (select 1 from session s join app_user u on u.id = s.user_id
        where lower(u.user_name) = ${userName} and s.address = ${address}) as "isKnown",
      count(*) filter (where not is_failed and id < ${id} and address = ${address} and at > now() - interval '30 seconds')::int
        as ahead,
      coalesce(ceil(extract(epoch from min(at) filter (where is_failed) + make_interval(mins => ${WINDOW_MINUTES}) - now())), 1)::int
        as wait
    from login_attempt where user_name = ${userName} and at > now() - make_interval(mins => ${WINDOW_MINUTES})`.execute(
    db,
  );
  return rows[0] ?? { failed: 0, failedAnywhere: 0, failedAtAddress: 0, isKnown: false, ahead: 0, wait: 1 };
};

const isRefused = ({ failed, failedAnywhere, isKnown }: Counts): boolean =>
  failed >= MAX_FAILURES || (failedAnywhere >= MAX_FAILURES_ANYWHERE && !isKnown);

const delayOf = ({ failed, failedAtAddress, ahead }: Counts): number => {
  if (failedAtAddress >= MANY_AT_ADDRESS) return MAX_DELAY_MS;
  return failed === 0 ? 0 : delayAfterFailures(failed + ahead);
};

const refuse = async (db: Db, id: number, wait: number): Promise<never> => {
  await forgetAttempt(db, id);
  throw new TooMany("Слишком много неудачных попыток входа. Повторите позже.", Math.max(1, wait));
};

/**
 * Stores a sign-in attempt before the password check, delays it after earlier failures, and returns its id. Throws
 * `TooMany` after too many failures, or if the earlier attempts in progress do not end within 15 s and could, together
 * with the failures, reach `MAX_FAILURES`.
 */
export const startAttempt = async (db: Db, request: SignInAttempt): Promise<number> => {
  const attempt = { userName: nameKey(request.userName), address: request.address };
  const { id } = await db
    .insertInto("login_attempt")
    .values({ user_name: attempt.userName, address: attempt.address })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (let turn = 0; ; turn++) {
    const counts = await count(db, attempt, id);
    if (isRefused(counts) || turn === MAX_TURNS) return refuse(db, id, counts.wait);
    if (counts.failed + counts.ahead < MAX_FAILURES) {
      await sleep(delayOf(counts));
      return id;
    }
    await sleep(TURN_MS);
  }
};

/** Marks a stored sign-in attempt as failed. */
export const recordFailure = async (db: Db, id: number): Promise<void> => {
  await db.updateTable("login_attempt").set({ is_failed: true }).where("id", "=", id).execute();
};

/**
 * Deletes an attempt that is neither a failure nor a success, because a limit refused it, or the password was correct
 * and the code of the second factor is missing.
 */
export const forgetAttempt = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom("login_attempt").where("id", "=", id).execute();
};

/** Deletes a successful sign-in attempt, and earlier failures of the same account from the same address. */
export const clearFailures = async (db: Db, id: number, { userName, address }: SignInAttempt): Promise<void> => {
  await db
    .deleteFrom("login_attempt")
    .where((eb) => eb.or([eb("id", "=", id), eb.and({ user_name: nameKey(userName), address, is_failed: true })]))
    .execute();
};
