import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { readErrorCode } from "../../database/transaction.ts";
import { InProgress, KeyReused } from "./domainErrors.ts";

/** One intent of a caller, repeated under one key until it is answered. */
export interface Intent {
  readonly userId: number;
  readonly companyId: number | undefined;
  readonly key: string;
  readonly operation: string;
  readonly requestHash: string;
}

const LOCK_NOT_AVAILABLE = "55P03";
/** After so many seconds an intent that was begun and not ended is taken for one whose process died. */
const ABANDONED_SECONDS = 20;

const insert = async (db: Db, intent: Intent): Promise<boolean> => {
  try {
    const rows = await db
      .insertInto("idempotency_key")
      .values({
        user_id: intent.userId,
        key: intent.key,
        company_id: intent.companyId ?? null,
        operation: intent.operation,
        request_hash: intent.requestHash,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("user_id")
      .execute();
    return rows.length > 0;
  } catch (failure) {
    throw readErrorCode(failure) === LOCK_NOT_AVAILABLE ? new InProgress() : failure;
  }
};

interface Known {
  operation: string;
  requestHash: string;
  answer: string | null;
  isDone: boolean;
}

const readKnown = async (db: Db, intent: Intent): Promise<Known | undefined> => {
  const rows = await db
    .selectFrom("idempotency_key")
    .select(["operation", "request_hash as requestHash", "answer", "is_done as isDone"])
    .where("user_id", "=", intent.userId)
    .where("key", "=", intent.key)
    .execute();
  const known = rows[0];
  if (known && (known.operation !== intent.operation || known.requestHash !== intent.requestHash))
    throw new KeyReused();
  return known;
};

/** Stores the answer of an intent for its repetitions. */
export const finishIntent = async (tx: Db, intent: Intent, answer: string): Promise<void> => {
  await tx
    .updateTable("idempotency_key")
    .set({ is_done: true, answer, touched_at: sql`now()` })
    .where("user_id", "=", intent.userId)
    .where("key", "=", intent.key)
    .execute();
};

/** Does the work of an intent once, in the given transaction. A repetition gets the first answer. */
export const runOnce = async (tx: Db, intent: Intent, work: () => Promise<string>): Promise<string> => {
  if (!(await insert(tx, intent))) {
    const known = await readKnown(tx, intent);
    if (!known?.isDone) throw new InProgress();
    return known.answer ?? "";
  }
  const answer = await work();
  await finishIntent(tx, intent, answer);
  return answer;
};

/**
 * Claims an intent whose work spans several transactions and calls to the outside. Answers what was answered before, or undefined
 * when the work is to be done: for the first time, or again because whoever began it has died.
 */
export const claimIntent = async (db: Db, intent: Intent): Promise<string | undefined> => {
  if (await insert(db, intent)) return undefined;
  const known = await readKnown(db, intent);
  if (known?.isDone) return known.answer ?? "";
  const rows = await db
    .updateTable("idempotency_key")
    .set({ touched_at: sql`now()` })
    .where("user_id", "=", intent.userId)
    .where("key", "=", intent.key)
    .where("is_done", "=", false)
    .where("touched_at", "<", sql<Date>`now() - make_interval(secs => ${ABANDONED_SECONDS})`)
    .returning("user_id")
    .execute();
  if (rows.length === 0) throw new InProgress();
  return undefined;
};

/** Gives an intent back whose work was refused, so that the same key may be tried again. */
export const releaseIntent = async (db: Db, intent: Intent): Promise<void> => {
  await db
    .deleteFrom("idempotency_key")
    .where("user_id", "=", intent.userId)
    .where("key", "=", intent.key)
    .where("is_done", "=", false)
    .execute();
};
