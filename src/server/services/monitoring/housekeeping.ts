import { sql } from "kysely";
import type { BaseLogger } from "pino";
import type { Db, OpenDatabase } from "../../database/connection.ts";
import { deleteOldPositions } from "../delivery/courierPosition.ts";
import { deleteOldEvents } from "../events/eventTail.ts";
import { deleteOldReviewAttempts } from "../feedback/reviewLink.ts";
import { deleteUnusedFiles } from "../files/files.ts";
import { deleteOldNotifications } from "../notifications/notifications.ts";
import { deleteOldViewers } from "../orders/orderViewers.ts";
import { deleteOldStatusUndos } from "../orders/statusUndo.ts";
import { deleteOldOverrides } from "../overrides/overrideGrants.ts";
import { deleteOldDevices } from "../session/devices.ts";
import { deleteSpentTokens } from "../session/sessions.ts";

const HOUR_MS = 3_600_000;
const FIRST_MS = 60_000;

/**
 * Deletes expired data, such as idempotency keys, sign-in attempts, tokens, sessions, notifications, events, courier
 * positions, PIN attempts, files, page views and errors.
 */
export const deleteOutdated = async (db: Db): Promise<void> => {
  await db.deleteFrom("idempotency_key").where("touched_at", "<", sql<Date>`now() - interval '7 days'`).execute();
  await db.deleteFrom("login_attempt").where("at", "<", sql<Date>`now() - interval '1 day'`).execute();
  await db.deleteFrom("password_link").where("expires_at", "<", sql<Date>`now() - interval '7 days'`).execute();
  await sql`delete from session where expires_at < now() - interval '7 days' or revoked_at < now() - interval '7 days'`.execute(
    db,
  );
  await deleteSpentTokens(db);
  await deleteOldDevices(db);
  await deleteOldNotifications(db);
  await deleteOldViewers(db);
  await deleteOldStatusUndos(db);
  await deleteOldEvents(db);
  await deleteOldPositions(db);
  await deleteOldOverrides(db);
  await deleteOldReviewAttempts(db);
  await deleteUnusedFiles(db);
  await db.deleteFrom("metric").where("date", "<", sql<Date>`now() - interval '90 days'`).execute();
  await db.deleteFrom("error_log").where("date", "<", sql<Date>`now() - interval '90 days'`).execute();
  await db.deleteFrom("error_group").where("last_date", "<", sql<Date>`now() - interval '90 days'`).execute();
};

/**
 * Vacuums and analyses one table after another, so that each lock is short. Only PGlite needs this, because PostgreSQL
 * vacuums automatically.
 */
export const vacuumTables = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db);
  for (const { name } of rows) await sql`vacuum (analyze) ${sql.table(name)}`.execute(db);
};

/**
 * Deletes expired data every hour while the disk has free space, and returns a function that stops the deletion.
 * Several processes may run it at the same time.
 */
export const startHousekeeping = ({ db, engine, hasRoom }: OpenDatabase, logger: BaseLogger): (() => void) => {
  const all = async () => {
    await deleteOutdated(db);
    if (engine === "pglite") await vacuumTables(db);
  };
  const run = () => {
    if (!hasRoom()) return;
    all().catch((failure: unknown) => logger.warn({ err: failure }, "tidying failed"));
  };
  const first = setTimeout(run, FIRST_MS).unref();
  const later = setInterval(run, HOUR_MS).unref();
  return () => {
    clearTimeout(first);
    clearInterval(later);
  };
};
