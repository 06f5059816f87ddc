import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { recordHistory } from "../orders/orderHistory.ts";
import type { Caller } from "../session/caller.ts";
import { hashSecret } from "../session/tokens.ts";
import { cutPage, type PageQuery, readCursor, rowLimit } from "../shared/cursor.ts";
import { PermissionMissing } from "../shared/domainErrors.ts";
import { TOKEN_S } from "./overrideRequests.ts";
import { canGrantSql, type NeededPermissions, titleOfPermission } from "./refusedRequest.ts";

/** Permissions that a manager has granted for one request. */
export interface PermissionGrant {
  readonly id: number;
  readonly companyId: number;
  readonly operation: string;
  readonly needed: NeededPermissions;
  readonly orderId: number | null;
  readonly summary: string;
  /**
   * Method of the grant: the manager's PIN on the caller's device (`pin`), or an answer on the manager's device
   * (`device`).
   */
  readonly method: "pin" | "device";
  /** Id of the manager. */
  readonly grantedBy: number;
}

/** Request for which a grant is looked up. */
interface GrantedRequest {
  readonly sessionId: string;
  readonly companyId: number;
  readonly operation: string;
  readonly digest: string;
  readonly token: string | undefined;
  /** Idempotency key of the request. */
  readonly key: string | undefined;
}

const isFresh = sql`q.used_at is null and q.answered_at > now() - make_interval(secs => ${TOKEN_S})`;

/** Returns SQL that is true if an earlier attempt of the same request has used the grant. */
const isUsedBy = (key: string | undefined) => sql`(q.used_at is not null and q.used_key = ${key ?? null}::text)`;

/**
 * Finds the grant of a request by its token or, for a retry, by the idempotency key of the request that has used the
 * token. Returns undefined without a grant.
 */
export const findGrant = async (db: Db, request: GrantedRequest): Promise<PermissionGrant | undefined> => {
  const { sessionId, companyId, operation, digest, token, key } = request;
  const hash = token === undefined ? null : hashSecret(token);
  const { rows } = await sql<PermissionGrant>`
    select q.id, q.company_id as "companyId", q.operation, q.needed, q.order_id as "orderId", q.summary, q.method,
      q.answered_by as "grantedBy"
    from override_request q
    where q.session_id = ${sessionId}::uuid and q.digest = ${digest} and q.operation = ${operation}
      and q.company_id = ${companyId} and q.state = 'allowed'
      and ((q.token_hash = ${hash}::text and ${isFresh}) or ${isUsedBy(key)})
    order by q.id desc limit 1`.execute(db);
  return rows[0];
};

/**
 * Marks a grant as used by the request with the idempotency key. Throws `PermissionMissing` if a different request has
 * used the grant, the grant has expired, or the manager no longer has the permissions.
 */
export const spendGrant = async (tx: Db, grant: PermissionGrant, key: string | undefined): Promise<void> => {
  const { rows } = await sql`
    update override_request q set used_at = coalesce(q.used_at, clock_timestamp()), used_key = ${key ?? null}
    where q.id = ${grant.id} and q.state = 'allowed' and (${isUsedBy(key)} or (${isFresh}
      and exists (select from company_user m join role r on r.id = m.role_id
        join app_user u on u.id = m.user_id and u.is_active
        where m.company_id = q.company_id and m.user_id = q.answered_by and ${canGrantSql(sql`q.needed`)})))
    returning 1`.execute(tx);
  if (rows.length === 0)
    throw new PermissionMissing("Разрешение истекло, уже использовано или отозвано.", grant.needed);
};

const titlesOf = (needed: NeededPermissions): string[] => Object.keys(needed).map(titleOfPermission);

/**
 * Records a grant that a request has used, and adds it to the history of the order, if the request has one. Runs in the
 * same transaction as the work of the request.
 */
export const recordGrant = async (
  tx: Db,
  caller: Caller,
  grant: PermissionGrant,
  orderId = grant.orderId,
): Promise<void> => {
  const { companyId, operation, needed, summary, method, grantedBy } = grant;
  await tx
    .insertInto("override_grant")
    .values({
      company_id: companyId,
      user_id: caller.userId,
      granted_by: grantedBy,
      operation,
      needed: JSON.stringify(needed),
      order_id: orderId,
      summary,
      method,
    })
    .execute();
  if (orderId === null) return;
  const newName = `Разрешение для «${caller.alias}»: ${titlesOf(needed).join(", ")}`;
  await recordHistory(tx, { id: orderId, companyId }, grantedBy, [{ typeElement: "Order", type: "Update", newName }]);
};

type GrantRow = Omit<Schemas["OverrideGrant"], "permissions" | "date"> & {
  needed: NeededPermissions;
  date: Date;
  at: string;
};

/** Returns a page of the grants of a company, the latest first. Throws `Invalid` for a malformed cursor. */
export const listOverrideGrants = async (
  db: Db,
  companyId: number,
  query: PageQuery,
): Promise<Schemas["OverrideGrantPage"]> => {
  const after = readCursor(query.cursor);
  const { rows } = await sql<GrantRow>`
    select g.id, g.order_id as "orderId", g.summary, g.needed, u.alias, b.alias as by, g.method, g.at as date,
      g.at::text as at
    from override_grant g join app_user u on u.id = g.user_id join app_user b on b.id = g.granted_by
    where g.company_id = ${companyId} and ${after ? sql`g.id < ${after.id}::int` : sql`true`}
    order by g.id desc limit ${rowLimit(query)}`.execute(db);
  const page = cutPage(rows, query);
  return {
    next: page.next,
    rows: page.rows.map(({ needed, date, ...row }) => ({
      ...row,
      permissions: titlesOf(needed),
      date: date.toISOString(),
    })),
  };
};
