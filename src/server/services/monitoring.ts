import { sql } from "kysely";
import type { Db } from "../database/connection.ts";
import type { Schemas } from "./wire.ts";

/** Keeps a page view of a user. */
export const keepPageView = async (db: Db, userId: number, view: Schemas["PageView"]): Promise<void> => {
  await sql`insert into metric (user_id, url, application, application_version, application_name)
    values (${userId}, ${view.url}, ${view.application}, ${view.applicationVersion}, ${view.applicationName})`.execute(
    db,
  );
};

/** Keeps an error that a client has met. */
export const keepClientError = async (
  db: Db,
  userId: number,
  traceId: string,
  error: Schemas["ClientError"],
): Promise<void> => {
  await sql`insert into error_log (user_id, trace_id, data)
    values (${userId}, ${traceId}, ${JSON.stringify(error)}::jsonb)`.execute(db);
};
