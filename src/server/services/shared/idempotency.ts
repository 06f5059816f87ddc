import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { inTransaction, readErrorCode } from "../../database/transaction.ts";
import type { ModuleName } from "../modules/moduleCatalogue.ts";
import { createModuleOff } from "../modules/moduleState.ts";
import { changeAuthorSql, setChangeAuthor } from "./changeAuthor.ts";
import { companyNotFound, lockPresence, lockPresenceSql } from "./companyPresence.ts";
import { InProgress, KeyReused } from "./domainErrors.ts";

/** Request with an idempotency key. The client retries the request with the same key until it gets a response. */
export interface KeyedRequest {
  readonly userId: number;
  readonly companyId: number | undefined;
  readonly key: string;
  readonly operation: string;
  readonly requestHash: string;
  /** Module to which the write operation belongs. A new request is refused while the module is off. */
  readonly module?: ModuleName | undefined;
}

const LOCK_NOT_AVAILABLE = "55P03";
/** Time after which the process of an unfinished request is assumed to have crashed, seconds. */
const ABANDONED_SECONDS = 20;

interface Insertion {
  isNew: boolean;
  hasCompany: boolean;
  isOff: boolean;
}

interface StoredRequest {
  operation: string;
  requestHash: string;
  answer: string | null;
  isDone: boolean;
}

const readStored = async (db: Db, request: KeyedRequest): Promise<StoredRequest | undefined> => {
  const rows = await db
    .selectFrom("idempotency_key")
    .select(["operation", "request_hash as requestHash", "answer", "is_done as isDone"])
    .where("user_id", "=", request.userId)
    .where("key", "=", request.key)
    .execute();
  const stored = rows[0];
  if (stored && (stored.operation !== request.operation || stored.requestHash !== request.requestHash))
    throw new KeyReused();
  return stored;
};

/**
 * Inserts the key of a request, locks the company against removal and sets the author of changes, in one statement to
 * save round trips; returns true for a new key. Throws:
 * - `NotFound` for a removed company,
 * - `ModuleOff` if the key is new and the module of the request is off,
 * - `InProgress` if a lock is not released in time.
 */
const insert = async (db: Db, request: KeyedRequest): Promise<boolean> => {
  const { userId, companyId = null, key, operation, requestHash, module = "" } = request;
  try {
    const { rows } = await sql<Insertion>`
      with present as (${companyId === null ? sql`select null::int as id, '{}'::text[] as off` : lockPresenceSql(companyId)}),
      made as (insert into idempotency_key (user_id, key, company_id, operation, request_hash)
        select ${userId}::int, ${key}::text, id, ${operation}::text, ${requestHash}::text from present
        where not ${module}::text = any(off) on conflict do nothing returning 1)
      select exists (select from made) as "isNew", exists (select from present) as "hasCompany",
        exists (select from present where ${module}::text = any(off)) as "isOff", ${changeAuthorSql(userId)}`.execute(
      db,
    );
    if (!rows[0]?.hasCompany) throw companyNotFound();
    if (rows[0].isOff && module && !(await readStored(db, request))) throw createModuleOff(module);
    return rows[0].isNew;
  } catch (failure) {
    throw readErrorCode(failure) === LOCK_NOT_AVAILABLE ? new InProgress() : failure;
  }
};

/** Stores the response of a request, so that retries of the request get it. */
export const finishRequest = async (tx: Db, request: KeyedRequest, answer: string): Promise<void> => {
  await tx
    .updateTable("idempotency_key")
    .set({ is_done: true, answer, touched_at: sql`now()` })
    .where("user_id", "=", request.userId)
    .where("key", "=", request.key)
    .execute();
};

/**
 * Runs `work` once per request, in the given transaction; a retry gets the stored response. Throws `KeyReused` if a
 * different request used the key; `InProgress` while the first request runs; and the errors of `insert`.
 */
export const runOnce = async (tx: Db, request: KeyedRequest, work: () => Promise<string>): Promise<string> => {
  if (!(await insert(tx, request))) {
    const stored = await readStored(tx, request);
    if (!stored?.isDone) throw new InProgress();
    return stored.answer ?? "";
  }
  const answer = await work();
  await finishRequest(tx, request, answer);
  return answer;
};

/**
 * Runs `work` in a new transaction, once per idempotency key (see `runOnce`), with `userId` as the author of changes;
 * until its end, the company cannot be removed and its modules cannot be switched. Throws `NotFound` for a removed
 * company, `ModuleOff` for a module that is off, and the errors of `runOnce`.
 */
export const runInTransaction = (
  db: Db,
  {
    request,
    companyId,
    module,
    userId,
  }: Pick<Partial<KeyedRequest>, "companyId" | "module"> & {
    request: KeyedRequest | undefined;
    userId?: number | undefined;
  },
  work: (tx: Db) => Promise<string>,
): Promise<string> =>
  inTransaction(db, async (tx) => {
    if (request) return runOnce(tx, request, () => work(tx));
    if (companyId === undefined && userId !== undefined) await setChangeAuthor(tx, userId);
    const off = companyId === undefined ? [] : await lockPresence(tx, companyId, userId);
    if (module && off.includes(module)) throw createModuleOff(module);
    return work(tx);
  });

/**
 * Claims a request that needs several transactions or external calls; returns the stored response of a finished
 * request, or undefined if the caller must process the request. Throws:
 * - `InProgress` if an unfinished attempt began less than 20 s ago,
 * - `KeyReused` if a different request used the key,
 * - the errors of `insert`.
 */
export const claimRequest = async (db: Db, request: KeyedRequest): Promise<string | undefined> => {
  if (await insert(db, request)) return undefined;
  const stored = await readStored(db, request);
  if (stored?.isDone) return stored.answer ?? "";
  const rows = await db
    .updateTable("idempotency_key")
    .set({ touched_at: sql`now()` })
    .where("user_id", "=", request.userId)
    .where("key", "=", request.key)
    .where("is_done", "=", false)
    .where("touched_at", "<", sql<Date>`now() - make_interval(secs => ${ABANDONED_SECONDS})`)
    .returning("user_id")
    .execute();
  if (rows.length === 0) throw new InProgress();
  return undefined;
};

/** Deletes the claim of a failed request, so that the client can try again with the same key. */
export const releaseRequest = async (db: Db, request: KeyedRequest): Promise<void> => {
  await db
    .deleteFrom("idempotency_key")
    .where("user_id", "=", request.userId)
    .where("key", "=", request.key)
    .where("is_done", "=", false)
    .execute();
};
