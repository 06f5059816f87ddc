import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { TooMany } from "../shared/domainErrors.ts";

const WINDOW_MINUTES = 15;
const FREE_FAILURES = 5;
/** Failures of one account at one address after which that pair is refused. */
const MAX_FAILURES = 20;
/** Failures of one account from anywhere after which addresses that it never signed in from are refused. */
const MAX_FAILURES_ANYWHERE = 100;
/** Failures of one address after which each of its attempts is held back; a whole shop stands behind one, so none is refused. */
const MANY_AT_ADDRESS = 50;
const MAX_DELAY_MS = 4000;
const TURN_MS = 100;
const MAX_TURNS = 150;

/** Who tries to sign in, and from where. */
export interface Attempt {
  readonly userName: string;
  readonly address: string;
}

/** How long an attempt waits after a number of failures within the window, milliseconds. */
export const delayAfterFailures = (failures: number): number =>
  failures < FREE_FAILURES ? 0 : Math.min(MAX_DELAY_MS, 500 * 2 ** (failures - FREE_FAILURES));

/** Lower-case, so that every spelling of a name counts as the same. */
const nameKey = (userName: string): string => userName.trim().toLowerCase().slice(0, 100);

interface Counts {
  /** Failures of the account at this address. */
  failed: number;
  failedAnywhere: number;
  failedAtAddress: number;
  /** Whether the account has signed in from this address before. */
  isKnown: boolean;
  /** Attempts that came before and have not ended. */
  ahead: number;
  /** Seconds until the oldest failure is forgotten. */
  wait: number;
}

const count = async (db: Db, { userName, address }: Attempt, id: number): Promise<Counts> => {
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
  await db.deleteFrom("login_attempt").where("id", "=", id).execute();
  throw new TooMany("Слишком много неудачных попыток входа. Повторите позже.", Math.max(1, wait));
};

/**
 * Records an attempt before its password is looked at and answers its number. It is held back after failures, parallel ones
 * counted in; when there were far too many it gets `TooMany`. No more than MAX_FAILURES are ever under way or failed, so a burst of wrong
 * passwords gains nothing, while a burst of right ones only queues. The count is in the database: every process sees it.
 */
export const startAttempt = async (db: Db, asked: Attempt): Promise<number> => {
  const attempt = { userName: nameKey(asked.userName), address: asked.address };
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

/** Counts an attempt as failed. */
export const recordFailure = async (db: Db, id: number): Promise<void> => {
  await db.updateTable("login_attempt").set({ is_failed: true }).where("id", "=", id).execute();
};

/** Forgets an attempt that went well and the failures of its account at its address. */
export const clearFailures = async (db: Db, id: number, { userName, address }: Attempt): Promise<void> => {
  await sql`delete from login_attempt where id = ${id}
    or user_name = ${nameKey(userName)} and address = ${address} and is_failed`.execute(db);
};
