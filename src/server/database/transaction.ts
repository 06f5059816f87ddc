import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "./connection.ts";

const ATTEMPTS = 6;
const CONFLICTS = new Set(["40001", "40P01"]);

/** Returns the PostgreSQL error code of an error, or an empty text. */
export const readErrorCode = (failure: unknown): string =>
  failure instanceof Error && "code" in failure && typeof failure.code === "string" ? failure.code : "";

/**
 * Runs `work` in a transaction. Repeats the transaction, up to five times, after a serialization failure or a deadlock.
 */
export const inTransaction = async <Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (failure) {
      if (attempt === ATTEMPTS || !CONFLICTS.has(readErrorCode(failure))) throw failure;
      await sleep(attempt * (5 + Math.random() * 20));
    }
  }
};
