import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import type { StoredEvent } from "./eventTail.ts";

/** Permissions of a listener, keyed by company id. */
export type ListenerRights = ReadonlyMap<number, Readonly<Record<string, number>>>;

/**
 * Permissions to read each topic. A user with at least one of them may read the topic. Topics without permissions have
 * only events for single users.
 */
const needed: Readonly<Record<StoredEvent["type"], readonly string[]>> = {
  order: ["order.view", "kitchen.cook", "delivery.manage", "delivery.deliver"],
  shopOrder: ["order.view"],
  kitchen: ["order.view", "kitchen.cook", "delivery.manage", "delivery.deliver"],
  stop: ["order.create", "kitchen.cook"],
  delivery: ["delivery.manage", "delivery.deliver"],
  print: ["print.use"],
  notification: [],
  override: [],
  packingList: ["stock.view"],
  transfer: ["stock.view"],
  stockAct: ["stock.view"],
  inventory: ["stock.view"],
  stock: ["stock.view"],
  session: [],
};

/**
 * Reads the permissions of many listeners in one query, keyed by session id. The result has no entry for a session that
 * has ended.
 */
export const readListenerRights = async (
  db: Db,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, ListenerRights>> => {
  const { rows } = await sql<{
    sessionId: string;
    companyId: number | null;
    permissions: Record<string, number> | null;
  }>`
    select s.id as "sessionId", c.id as "companyId", r.permissions
    from session s join app_user u on u.id = s.user_id and u.is_active
      left join company_user m on m.user_id = u.id left join company c on c.id = m.company_id and not c.is_removed
      left join role r on r.id = m.role_id
    where s.id = any(${sessionIds}::uuid[]) and s.revoked_at is null and s.expires_at > now()`.execute(db);
  const found = new Map<string, Map<number, Readonly<Record<string, number>>>>();
  for (const { sessionId, companyId, permissions } of rows) {
    const rights = found.get(sessionId) ?? new Map();
    if (companyId !== null) rights.set(companyId, permissions ?? {});
    found.set(sessionId, rights);
  }
  return found;
};

/** Returns true if a user may receive an event. */
export const canReceiveEvent = (
  { type, companyId, userId }: StoredEvent,
  rights: ListenerRights,
  listenerId: number,
): boolean => {
  if (userId !== null) return userId === listenerId;
  const permissions = companyId === null ? undefined : rights.get(companyId);
  return permissions !== undefined && needed[type].some((name) => (permissions[name] ?? 0) > 0);
};
