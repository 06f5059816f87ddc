import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { givenOrderSaver } from "./saveOrders.ts";

type Save = Awaited<ReturnType<typeof givenOrderSaver>>;

/** Operators who save orders without a pause. */
export interface KeyedSaves {
  /** Ids of the acknowledged orders, keyed by idempotency key. */
  readonly saved: ReadonlyMap<string, number>;
  /** Number of answers for each status code. The key `undefined` stands for requests without an answer. */
  readonly statuses: ReadonlyMap<number | undefined, number>;
  /** Waits until the given number of additional orders is acknowledged. */
  further(count: number): Promise<void>;
  /** Stops new saves and waits until each order in progress is acknowledged. */
  stop(): Promise<void>;
}

const RETRY_MS = 100;
/** Time within which an order must be acknowledged on a busy computer, milliseconds. */
const PATIENCE_MS = 120_000;

/** Starts operators who repeat each save under its idempotency key until it is acknowledged. */
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
      else await sleep(RETRY_MS);
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
      while (saved.size < goal) await Promise.race([working, sleep(RETRY_MS)]);
    },
    stop: async () => {
      isOver = true;
      await working;
    },
  };
};
