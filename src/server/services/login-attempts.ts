import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../database/connection.ts";
import { Problem } from "../problem.ts";

const WINDOW_MINUTES = 15;
const FREE_FAILURES = 5;
const MAX_FAILURES = 20;
const MAX_DELAY_MS = 4000;

/** How long an attempt waits after a number of failures within the window, milliseconds. */
export const delayAfter = (failures: number): number =>
  failures < FREE_FAILURES ? 0 : Math.min(MAX_DELAY_MS, 500 * 2 ** (failures - FREE_FAILURES));

/** Lower-case, so that every spelling of a name counts as the same. */
const nameKey = (userName: string): string => userName.trim().toLowerCase().slice(0, 100);

/**
 * Records an attempt before its password is looked at, so that parallel ones count each other, and holds it back when too many
 * failed before. Throws 429 when there were far too many. The count is in the database: every process sees it.
 */
export const admitAttempt = async (db: Db, userName: string): Promise<void> => {
  const name = nameKey(userName);
  await db.insertInto("login_attempt").values({ user_name: name }).execute();
  const { rows } = await sql<{ count: number; wait: number }>`
    select count(*)::int as count,
      ceil(extract(epoch from min(at) + make_interval(mins => ${WINDOW_MINUTES}) - now()))::int as wait
    from login_attempt where user_name = ${name} and at > now() - make_interval(mins => ${WINDOW_MINUTES})`.execute(db);
  const failures = (rows[0]?.count ?? 1) - 1;
  if (failures >= MAX_FAILURES) {
    const headers = { "retry-after": String(Math.max(1, rows[0]?.wait ?? 1)) };
    throw new Problem(429, "Слишком много неудачных попыток входа. Повторите позже.", { headers });
  }
  await sleep(delayAfter(failures));
};

/** Forgets the failures of a name after a success. */
export const forgetAttempts = async (db: Db, userName: string): Promise<void> => {
  await db.deleteFrom("login_attempt").where("user_name", "=", nameKey(userName)).execute();
};
