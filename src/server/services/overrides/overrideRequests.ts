import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { inTransaction } from "../../database/transaction.ts";
import { verifyPassword } from "../accounts/passwords.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
import { hashSecret } from "../session/tokens.ts";
import { Conflict, Forbidden, requireRow, TooMany } from "../shared/domainErrors.ts";
import { forgetPinAttempts, startPinAttempt, wrongPin } from "./overridePins.ts";
import {
  canGrant,
  canGrantSql,
  type NeededPermissions,
  type RefusedRequest,
  titleOfPermission,
} from "./refusedRequest.ts";

/** Time for which a token is valid after a manager has allowed the request, seconds. */
export const TOKEN_S = 60;
/** Time for which a request waits for the decision of a manager, seconds. */
const WAITING_S = 180;
/** Maximum number of requests of a user within `WAITING_S`. */
const MAX_REQUESTS = 10;
const NOT_FOUND = "Запрос не найден.";

const newToken = (): string => randomBytes(32).toString("base64url");

/** SQL condition: the request `q` still waits for the decision of a manager. */
const isWaiting = sql`q.state = 'pending' and q.created_at > now() - make_interval(secs => ${WAITING_S})`;

/** Returns the SQL tables of the active members of the company, as user `u`, membership `m` and role `r`. */
const members = (companyId: number) => sql`company_user m join role r on r.id = m.role_id
  join app_user u on u.id = m.user_id and u.is_active and m.company_id = ${companyId}`;

const jsonOf = (needed: NeededPermissions) => sql`${JSON.stringify(needed)}::jsonb`;

/** Lists the managers who may grant the needed permissions in the company. */
export const listOverrideManagers = async (
  db: Db,
  { companyId, needed }: RefusedRequest,
): Promise<Schemas["OverrideManager"][]> => {
  const { rows } = await sql<Schemas["OverrideManager"]>`
    select u.id, u.alias, p.user_id is not null as "hasPin"
    from ${members(companyId)} left join override_pin p on p.user_id = u.id
    where ${canGrantSql(jsonOf(needed))} order by u.alias, u.id`.execute(db);
  return rows;
};

const insertRequest = async (
  tx: Db,
  caller: Caller,
  refused: RefusedRequest,
  method: { readonly method: "pin" | "device"; readonly token: string; readonly grantedBy: number | null },
): Promise<number> => {
  const { companyId, sessionId, operation, digest, needed, orderId, summary } = refused;
  const { id } = await tx
    .insertInto("override_request")
    .values({
      company_id: companyId,
      user_id: caller.userId,
      session_id: sessionId,
      operation,
      digest,
      needed: JSON.stringify(needed),
      order_id: orderId,
      summary,
      method: method.method,
      state: method.grantedBy === null ? "pending" : "allowed",
      token_hash: hashSecret(method.token),
      answered_at: method.grantedBy === null ? null : sql<Date>`now()`,
      answered_by: method.grantedBy,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

interface Manager {
  alias: string;
  pinHash: string | null;
  canGrant: boolean;
}

const readManager = async (
  db: Db,
  { companyId, needed }: RefusedRequest,
  managerId: number,
): Promise<Manager | undefined> => {
  const { rows } = await sql<Manager>`
    select u.alias, p.pin_hash as "pinHash", ${canGrantSql(jsonOf(needed))} as "canGrant"
    from ${members(companyId)} left join override_pin p on p.user_id = u.id where u.id = ${managerId}`.execute(db);
  return rows[0];
};

/**
 * Allows a refused request with the PIN of a manager, and returns the token. Throws `Invalid` for a wrong PIN or an
 * unknown manager, `TooMany` after five failures, and `Forbidden` if the manager lacks the permissions.
 */
export const grantByPin = async (
  db: Db,
  caller: Caller,
  refused: RefusedRequest,
  { userId: managerId, pin }: { readonly userId: number; readonly pin: string },
): Promise<Schemas["OverrideToken"]> => {
  const attempt = await startPinAttempt(db, managerId, caller.sessionId);
  const manager = await readManager(db, refused, managerId);
  if (!(await verifyPassword(pin, manager?.pinHash)) || !manager) throw wrongPin(attempt);
  const token = newToken();
  await inTransaction(db, async (tx) => {
    await forgetPinAttempts(tx, managerId, caller.sessionId);
    if (manager.canGrant) await insertRequest(tx, caller, refused, { method: "pin", token, grantedBy: managerId });
  });
  if (!manager.canGrant)
    throw new Forbidden("Этот сотрудник не может разрешить это действие: у него нет такого права.");
  return { token, expiresIn: TOKEN_S, by: { id: managerId, alias: manager.alias, hasPin: true } };
};

const markNotificationsRead = async (tx: Db, companyId: number, requestId: number): Promise<void> => {
  await sql`update notification set is_read = true where company_id = ${companyId} and code = 'override' and not is_read
    and (data ->> 'overrideId')::int = ${requestId}`.execute(tx);
};

const notifyManagers = async (tx: Db, caller: Caller, id: number, refused: RefusedRequest): Promise<number> => {
  const data = { companyId: refused.companyId, overrideId: id, ...(refused.orderId && { orderId: refused.orderId }) };
  const { rows } = await sql`
    insert into notification (user_id, title, message, code, data)
    select u.id, ${`Нужно разрешение: ${caller.alias}`}, ${refused.summary}, 'override', ${JSON.stringify(data)}::jsonb
    from ${members(refused.companyId)} where u.id <> ${caller.userId} and ${canGrantSql(jsonOf(refused.needed))}
    returning 1`.execute(tx);
  return rows.length;
};

const checkRequestRate = async (tx: Db, caller: Caller): Promise<void> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from override_request
    where user_id = ${caller.userId} and method = 'device'
      and created_at > now() - make_interval(secs => ${WAITING_S})`.execute(tx);
  if ((rows[0]?.count ?? 0) >= MAX_REQUESTS)
    throw new TooMany("Слишком много запросов разрешения. Подождите ответа.", WAITING_S);
};

/**
 * Notifies the managers of a refused request, so that one of them can allow the request on a different device.
 * Withdraws an earlier waiting request of the session for the same action. Throws `Conflict` if no manager can allow
 * the request, and `TooMany` above `MAX_REQUESTS`.
 */
export const requestOverride = async (
  tx: Db,
  caller: Caller,
  refused: RefusedRequest,
): Promise<Schemas["OverrideAsked"]> => {
  await checkRequestRate(tx, caller);
  const earlier = await tx
    .updateTable("override_request")
    .set({ state: "withdrawn" })
    .where("company_id", "=", refused.companyId)
    .where("session_id", "=", refused.sessionId)
    .where("digest", "=", refused.digest)
    .where("state", "=", "pending")
    .returning("id")
    .execute();
  for (const { id } of earlier) await markNotificationsRead(tx, refused.companyId, id);
  const token = newToken();
  const id = await insertRequest(tx, caller, refused, { method: "device", token, grantedBy: null });
  if ((await notifyManagers(tx, caller, id, refused)) === 0)
    throw new Conflict("В компании нет сотрудника, который может это разрешить.");
  return { id, token, expiresIn: WAITING_S };
};

/** Returns the state of a request of the caller's session. Throws `NotFound` for any other request. */
export const readOverrideState = async (
  db: Db,
  caller: Caller,
  { id, companyId }: { readonly id: number; readonly companyId: number },
): Promise<Schemas["OverrideState"]> => {
  const { rows } = await sql<Schemas["OverrideState"]>`
    select q.id, case when q.state = 'pending' and not (${isWaiting}) then 'expired' else q.state end as state,
      u.alias as by
    from override_request q left join app_user u on u.id = q.answered_by
    where q.id = ${id} and q.company_id = ${companyId} and q.session_id = ${caller.sessionId}::uuid`.execute(db);
  return requireRow(rows[0], NOT_FOUND);
};

/**
 * Withdraws a request of the caller's session and makes its unused token invalid. Throws `NotFound` for any other
 * request.
 */
export const withdrawOverride = async (
  tx: Db,
  caller: Caller,
  { id, companyId }: { readonly id: number; readonly companyId: number },
): Promise<void> => {
  await readOverrideState(tx, caller, { id, companyId });
  await tx
    .updateTable("override_request")
    .set({ state: "withdrawn" })
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .where("state", "in", ["pending", "allowed"])
    .where("used_at", "is", null)
    .execute();
  await markNotificationsRead(tx, companyId, id);
};

type RequestRow = Omit<Schemas["OverrideRequest"], "permissions" | "date"> & { needed: NeededPermissions; date: Date };

/** Lists the waiting requests that the caller may decide, the oldest first. */
export const listOverrideRequests = async (
  db: Db,
  company: CompanyScope,
  caller: Caller,
): Promise<Schemas["OverrideRequest"][]> => {
  const { rows } = await sql<RequestRow>`
    select q.id, q.order_id as "orderId", q.summary, q.needed, q.user_id as "userId", u.alias, q.created_at as date,
      greatest(0, ceil(extract(epoch from q.created_at + make_interval(secs => ${WAITING_S}) - now())))::int as "expiresIn"
    from override_request q join app_user u on u.id = q.user_id
    where q.company_id = ${company.id} and ${isWaiting} and q.user_id <> ${caller.userId} order by q.id`.execute(db);
  return rows
    .filter(({ needed }) => canGrant(company, needed))
    .map(({ needed, date, ...row }) => ({
      ...row,
      permissions: Object.keys(needed).map(titleOfPermission),
      date: date.toISOString(),
    }));
};

/**
 * Stores the answer of a manager. Throws `NotFound` for an unknown request, `Forbidden` for the manager's own request
 * or if the manager lacks the needed permissions, and `Conflict` if the request no longer waits.
 */
export const answerOverride = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  { id, isAllowed }: { readonly id: number; readonly isAllowed: boolean },
): Promise<void> => {
  const { rows } = await sql<{ needed: NeededPermissions; userId: number; isWaiting: boolean }>`
    select q.needed, q.user_id as "userId", ${isWaiting} as "isWaiting" from override_request q
    where q.id = ${id} and q.company_id = ${company.id} and q.method = 'device' for update`.execute(tx);
  const request = requireRow(rows[0], NOT_FOUND);
  if (request.userId === caller.userId || !canGrant(company, request.needed))
    throw new Forbidden("Вы не можете это разрешить: у вас нет такого права.");
  if (!request.isWaiting) throw new Conflict("Запрос уже не ждёт ответа.");
  await tx
    .updateTable("override_request")
    .set({ state: isAllowed ? "allowed" : "refused", answered_at: sql`now()`, answered_by: caller.userId })
    .where("id", "=", id)
    .where("company_id", "=", company.id)
    .execute();
  await markNotificationsRead(tx, company.id, id);
};
