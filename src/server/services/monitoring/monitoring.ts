import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { TooMany } from "../shared/domainErrors.ts";

const ID = /^(\+?\d[\d-]*|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w-]{24,})$/i;
const MAX_SCREEN = 300;

/**
 * Returns the path of a URL in lower case with `{id}` in place of each id. All page views of a screen therefore have
 * the same path (decisions, section 2).
 */
export const screenOf = (url: string): string => {
  const [path = ""] = url.split(/[?#]/);
  const parts = path.split("/").filter((part) => part !== "");
  return `/${parts.map((part) => (ID.test(part) ? "{id}" : part)).join("/")}`.toLowerCase().slice(0, MAX_SCREEN);
};

/** Stores a page view of a user. */
export const recordPageView = async (db: Db, userId: number, view: Schemas["PageView"]): Promise<void> => {
  await db
    .insertInto("metric")
    .values({
      user_id: userId,
      url: view.url,
      screen: screenOf(view.url),
      application: view.application,
      application_version: view.applicationVersion,
      application_name: view.applicationName,
    })
    .execute();
};

/**
 * Data of an error to store. Errors of the same source belong to one group if their messages differ only in numbers.
 */
interface ErrorToStore {
  readonly source: "client" | "server";
  readonly userId: number | null;
  readonly traceId: string;
  readonly data: { readonly message: string };
}

/** Maximum number of errors per group and hour that are stored. Additional errors are only counted. */
export const MAX_STORED_PER_GROUP = 50;
/** Maximum number of errors per user and hour that are stored. Additional errors are refused. */
export const MAX_STORED_PER_USER = 200;

/** Returns a hash of a message without its numbers. Messages that differ only in numbers get the same hash. */
const hashOfMessage = (message: string): string =>
  createHash("md5")
    .update(message.replace(/[0-9]+/g, "#"))
    .digest("hex");

/** Adds an error to the count of its group. Also stores the error if the group is below its hourly limit. */
export const recordError = async (db: Db, { source, userId, traceId, data }: ErrorToStore): Promise<void> => {
  await sql`
    with counted as (
      insert into error_group (source, hash, message, count)
      values (${source}, ${hashOfMessage(data.message)}, ${data.message}, 1)
      on conflict (source, hash) do update
        set count = error_group.count + 1, last_date = now(), message = excluded.message
      returning id)
    insert into error_log (user_id, trace_id, data, group_id)
    select ${userId}::int, ${traceId}, ${JSON.stringify(data)}::jsonb, id from counted
    where (select count(*) from error_log where group_id = counted.id and date > now() - interval '1 hour') < ${MAX_STORED_PER_GROUP}`.execute(
    db,
  );
};

/** Stores an error that the client application reports. Throws `TooMany` when the user exceeds the hourly limit. */
export const recordClientError = async (
  db: Db,
  userId: number,
  traceId: string,
  error: Schemas["ClientError"],
): Promise<void> => {
  const { rows } = await sql<{ kept: number }>`select count(*)::int as kept from error_log
    where user_id = ${userId} and date > now() - interval '1 hour'`.execute(db);
  if ((rows[0]?.kept ?? 0) >= MAX_STORED_PER_USER) throw new TooMany("Слишком много сообщений об ошибках.", 3600);
  await recordError(db, { source: "client", userId, traceId, data: error });
};
