import { AsyncLocalStorage } from "node:async_hooks";
import type { BaseLogger } from "pino";

/** Request or background task that sends queries. */
interface QueryWork {
  /** Logger for the queries of the request or task. The logger of a request adds the trace id of the request. */
  readonly log: Pick<BaseLogger, "warn">;
  /** Operation id of the request, or name of the task. */
  readonly operation: string;
  /** Duration from which a query is logged, milliseconds. */
  readonly slowMs: number;
}

const MAX_SQL = 1000;

const works = new AsyncLocalStorage<QueryWork>();

/**
 * Runs a function and attributes its queries to `work`. Queries of timers that the function starts are also attributed
 * to `work`.
 */
export const runWork = <Result>(work: QueryWork, run: () => Result): Result => works.run(work, run);

/** Returns the request or task that sends the current query. Returns undefined outside of `runWork`. */
export const readWork = (): Readonly<QueryWork> | undefined => works.getStore();

/**
 * Runs a query. Inside `runWork`, a slow query is logged with its operation and its SQL text, but without the values of
 * its parameters.
 */
export const logIfSlow = async <Result>(sql: string, query: () => Promise<Result>): Promise<Result> => {
  const work = works.getStore();
  if (!work) return query();
  const begun = performance.now();
  try {
    return await query();
  } finally {
    const ms = Math.round(performance.now() - begun);
    if (ms >= work.slowMs)
      work.log.warn({ operation: work.operation, ms, sql: sql.replace(/\s+/g, " ").slice(0, MAX_SQL) }, "slow query");
  }
};
