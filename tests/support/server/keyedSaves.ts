import { randomUUID } from "node:crypto";
import { imitateDelay, pollUntil } from "../waiting.ts";
import type { givenOrderSaver } from "./saveOrders.ts";

type Save = Awaited<ReturnType<typeof givenOrderSaver>>;

/** Operators who save orders without a pause. */
export interface KeyedSaves {
  /** Ids of the acknowledged orders, keyed by idempotency key. */
  readonly saved: ReadonlyMap<string, number>;
  /** Number of answers for each status code. The key `undefined` stands for requests without an answer. */
  readonly statuses: ReadonlyMap<number | undefined, number>;
  /** Waits until the given number of additional orders is acknowledged. Throws after 120 s, or if a save fails. */
  further(count: number): Promise<void>;
  /** Stops new saves and waits until each order in progress is acknowledged. Throws if a save has failed. */
  stop(): Promise<void>;
}

/** Pause of an operator between two attempts to save an order, milliseconds. */
const RETRY_MS = 100;
/** Time within which an order must be acknowledged on a busy computer, milliseconds. */
const PATIENCE_MS = 120_000;

/**
 * Starts operators who repeat each save under its idempotency key until the server acknowledges the order. A save fails
 * if the order is not acknowledged within `PATIENCE_MS`.
 */
export const startKeyedSaves = (save: Save, url: string, operators = 4): KeyedSaves => {
  const saved = new Map<string, number>();
  const statuses = new Map<number | undefined, number>();
  let isOver = false;
  const saveOne = async (): Promise<void> => {
    const key = randomUUID();
    const begun = performance.now();
    while (!saved.has(key)) {
      const { id, status } = await save(url, key);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (id !== undefined) saved.set(key, id);
      else if (performance.now() - begun > PATIENCE_MS) throw new Error(`order ${key} cannot be saved: ${status}`);
      else await imitateDelay(RETRY_MS);
    }
  };
  const operator = async (): Promise<void> => {
    while (!isOver) await saveOne();
  };
  const working = Promise.all(Array.from({ length: operators }, operator));
  // `further` and `stop` throw the failure of a save. Without this handler Node.js would report an unhandled rejection.
  working.catch(() => undefined);
  return {
    saved,
    statuses,
    further: async (count) => {
      const goal = saved.size + count;
      const limits = { limitMs: PATIENCE_MS, intervalMs: 20 };
      const isReached = pollUntil(() => saved.size >= goal, limits);
      await Promise.race([isReached, working]);
      if (saved.size < goal) throw new Error(`only ${saved.size} of ${goal} orders are saved`);
    },
    stop: async () => {
      isOver = true;
      await working;
    },
  };
};
