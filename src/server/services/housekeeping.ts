import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import type { Db } from "../database/connection.ts";
import { dropUnusedFiles } from "./files.ts";
import { dropOldNotifications } from "./notifications.ts";
import { forgetViewers } from "./orders/order-viewers.ts";

const HOUR_MS = 3_600_000;
const FIRST_MS = 60_000;

/** Deletes what nobody will ask for again: old idempotency keys, sign-in attempts, and sessions, page views and errors of long ago. */
const tidy = async (db: Db): Promise<void> => {
  await sql`delete from idempotency_key where touched_at < now() - interval '7 days'`.execute(db);
  await sql`delete from login_attempt where at < now() - interval '1 day'`.execute(db);
  await sql`delete from password_link where expires_at < now() - interval '7 days'`.execute(db);
  await sql`delete from session where expires_at < now() - interval '7 days' or revoked_at < now() - interval '7 days'`.execute(
    db,
  );
  await dropOldNotifications(db);
  await forgetViewers(db);
  await dropUnusedFiles(db);
  await sql`delete from metric where date < now() - interval '90 days'`.execute(db);
  await sql`delete from error_log where date < now() - interval '90 days'`.execute(db);
  await sql`delete from error_group where last_date < now() - interval '90 days'`.execute(db);
};

/** Tidies every hour until it is stopped; any number of processes may. */
export const keepTidy = (db: Db, logger: FastifyBaseLogger): (() => void) => {
  const run = () => {
    tidy(db).catch((failure: unknown) => logger.warn({ err: failure }, "tidying failed"));
  };
  const first = setTimeout(run, FIRST_MS).unref();
  const later = setInterval(run, HOUR_MS).unref();
  return () => {
    clearTimeout(first);
    clearInterval(later);
  };
};
