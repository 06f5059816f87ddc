import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { TooMany } from "../shared/domainErrors.ts";

const ID = /^(\+?\d[\d-]*|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w-]{24,})$/i;
const MAX_SCREEN = 300;

/** The screen that an address shows: its path with the ids taken out. */
export const screenOf = (url: string): string => {
  const [path = ""] = url.split(/[?#]/);
  const parts = path.split("/").filter((part) => part !== "");
  return `/${parts.map((part) => (ID.test(part) ? "{id}" : part)).join("/")}`.slice(0, MAX_SCREEN);
};

/** Keeps a page view of a user. */
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

/** An error as it is kept; of `data` the message tells which errors are the same. */
interface Happened {
  readonly source: "client" | "server";
  readonly userId: number | null;
  readonly traceId: string;
  readonly data: { readonly message: string };
}

/** How many errors of one message are kept an hour; the others are only counted. */
export const KEPT_OF_ONE = 50;
/** How many errors of one user are kept an hour; a client that has more is not listened to. */
export const KEPT_OF_USER = 200;

/** What is the same about messages that differ in numbers only. */
const hashOfMessage = (message: string): string =>
  createHash("md5")
    .update(message.replace(/[0-9]+/g, "#"))
    .digest("hex");

/** Counts an error with those of its message and keeps it, unless many of them were kept lately. */
export const recordError = async (db: Db, { source, userId, traceId, data }: Happened): Promise<void> => {
  await sql`
    with counted as (
      insert into error_group (source, hash, message, count)
      values (${source}, ${hashOfMessage(data.message)}, ${data.message}, 1)
      on conflict (source, hash) do update
        set count = error_group.count + 1, last_date = now(), message = excluded.message
      returning id)
    insert into error_log (user_id, trace_id, data, group_id)
    select ${userId}::int, ${traceId}, ${JSON.stringify(data)}::jsonb, id from counted
    where (select count(*) from error_log where group_id = counted.id and date > now() - interval '1 hour') < ${KEPT_OF_ONE}`.execute(
    db,
  );
};

/** Keeps an error that a client has met; throws `TooMany` for a client that floods. */
export const recordClientError = async (
  db: Db,
  userId: number,
  traceId: string,
  error: Schemas["ClientError"],
): Promise<void> => {
  const { rows } = await sql<{ kept: number }>`select count(*)::int as kept from error_log
    where user_id = ${userId} and date > now() - interval '1 hour'`.execute(db);
  if ((rows[0]?.kept ?? 0) >= KEPT_OF_USER) throw new TooMany("Слишком много сообщений об ошибках.", 3600);
  await recordError(db, { source: "client", userId, traceId, data: error });
};
