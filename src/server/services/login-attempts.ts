import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../database/connection.ts";
import { Problem } from "../problem.ts";

const WINDOW_MINUTES = 15;
const FREE_FAILURES = 5;
const MAX_FAILURES = 20;
const MAX_DELAY_MS = 4000;
const TURN_MS = 100;
const MAX_TURNS = 150;

/** How long an attempt waits after a number of failures within the window, milliseconds. */
export const delayAfter = (failures: number): number =>
  failures < FREE_FAILURES ? 0 : Math.min(MAX_DELAY_MS, 500 * 2 ** (failures - FREE_FAILURES));

/** Lower-case, so that every spelling of a name counts as the same. */
const nameKey = (userName: string): string => userName.trim().toLowerCase().slice(0, 100);

interface Counts {
  failed: number;
  /** Attempts that came before and have not ended. */
  ahead: number;
  /** Seconds until the oldest failure is forgotten. */
  wait: number;
}

const count = async (db: Db, name: string, id: number): Promise<Counts> => {
  const { rows } = await sql<Counts>`
    select count(*) filter (where is_failed)::int as failed,
      count(*) filter (where not is_failed and id < ${id} and at > now() - interval '30 seconds')::int as ahead,
      coalesce(ceil(extract(epoch from min(at) filter (where is_failed) + make_interval(mins => ${WINDOW_MINUTES}) - now())), 1)::int
        as wait
    from login_attempt where user_name = ${name} and at > now() - make_interval(mins => ${WINDOW_MINUTES})`.execute(db);
  return rows[0] ?? { failed: 0, ahead: 0, wait: 1 };
};

const refuse = async (db: Db, id: number, wait: number): Promise<never> => {
  await db.deleteFrom("login_attempt").where("id", "=", id).execute();
  const headers = { "retry-after": String(Math.max(1, wait)) };
  throw new Problem(429, "Слишком много неудачных попыток входа. Повторите позже.", { headers });
};

/**
 * Records an attempt before its password is looked at and answers its number. It is held back after failures, parallel ones
 * counted in; when there were far too many it gets 429. No more than MAX_FAILURES are ever under way or failed, so a burst of wrong
 * passwords gains nothing, while a burst of right ones only queues. The count is in the database: every process sees it.
 */
export const admitAttempt = async (db: Db, userName: string): Promise<number> => {
  const name = nameKey(userName);
  const { id } = await db
    .insertInto("login_attempt")
    .values({ user_name: name })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (let turn = 0; ; turn++) {
    const { failed, ahead, wait } = await count(db, name, id);
    if (failed >= MAX_FAILURES || turn === MAX_TURNS) return refuse(db, id, wait);
    if (failed + ahead < MAX_FAILURES) {
      await sleep(failed === 0 ? 0 : delayAfter(failed + ahead));
      return id;
    }
    await sleep(TURN_MS);
  }
};

/** Counts an attempt as failed. */
export const attemptFailed = async (db: Db, id: number): Promise<void> => {
  await db.updateTable("login_attempt").set({ is_failed: true }).where("id", "=", id).execute();
};

/** Forgets an attempt that went well and the failures of its name. */
export const attemptSucceeded = async (db: Db, id: number, userName: string): Promise<void> => {
  await sql`delete from login_attempt where id = ${id} or user_name = ${nameKey(userName)} and is_failed`.execute(db);
};
