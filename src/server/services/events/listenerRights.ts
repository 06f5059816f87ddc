import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import type { Caller } from "../session/caller.ts";
import type { StoredEvent } from "./eventTail.ts";

/** Permissions of a listener, keyed by company id. */
export type ListenerRights = ReadonlyMap<number, Readonly<Record<string, number>>>;

/** Permissions that allow a user to read a topic. One of them is enough. */
const needed: Readonly<Record<StoredEvent["type"], readonly string[]>> = {
  order: ["order.view", "kitchen.cook", "delivery.manage", "delivery.deliver"],
  kitchen: ["order.view", "kitchen.cook", "delivery.manage", "delivery.deliver"],
  stop: ["order.create", "kitchen.cook"],
  delivery: ["delivery.manage", "delivery.deliver"],
  print: ["print.use"],
  notification: [],
};

/** Reads the permissions of a user in all companies. Returns undefined if the session has ended. */
export const readListenerRights = async (db: Db, caller: Caller): Promise<ListenerRights | undefined> => {
  const { rows } = await sql<{ companyId: number | null; permissions: Record<string, number> | null }>`
    select c.id as "companyId", r.permissions from session s join app_user u on u.id = s.user_id and u.is_active
      left join company_user m on m.user_id = u.id left join company c on c.id = m.company_id and not c.is_removed
      left join role r on r.id = m.role_id
    where s.id = ${caller.sessionId} and s.revoked_at is null and s.expires_at > now()`.execute(db);
  if (rows.length === 0) return undefined;
  return new Map(
    rows.flatMap(({ companyId, permissions }) => (companyId === null ? [] : [[companyId, permissions ?? {}]])),
  );
};

/** Returns the ids of those sessions that have ended. */
export const readEndedSessions = async (db: Db, sessionIds: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${sessionIds}::uuid[]) as listening (id) where not exists (
      select from session s join app_user u on u.id = s.user_id and u.is_active
      where s.id = listening.id and s.revoked_at is null and s.expires_at > now())`.execute(db);
  return new Set(rows.map(({ id }) => id));
};

/** Returns true if a user may receive an event. */
export const mayHear = (
  { type, companyId, userId }: StoredEvent,
  rights: ListenerRights,
  listenerId: number,
): boolean => {
  if (userId !== null) return userId === listenerId;
  const permissions = companyId === null ? undefined : rights.get(companyId);
  return permissions !== undefined && needed[type].some((name) => (permissions[name] ?? 0) > 0);
};
