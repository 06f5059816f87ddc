import { randomUUID } from "node:crypto";
import type { callerOf } from "./serverProcess.ts";

type Caller = Awaited<ReturnType<typeof callerOf>>;

/** Result of an attempt to save a new order. `id` is undefined if the order was not acknowledged. */
interface SaveResult {
  readonly id: number | undefined;
  readonly status: number | undefined;
  /** Duration, milliseconds. */
  readonly ms: number;
}

/** Returns a function that saves a new order of one dish and measures the duration of the save. */
export const givenOrderSaver = async (call: Caller, url: string, phone: string) => {
  const menu: { id: number; defaultCategoryId: number }[] = await (
    await call(url, "GET", "/api/Item/Company/1")
  ).json();
  const items = [{ itemId: menu[0]?.id, categoryId: menu[0]?.defaultCategoryId, count: 1 }];
  return async (at = url, key: string = randomUUID()): Promise<SaveResult> => {
    const begun = performance.now();
    const body = { items, phone };
    const answer = await call(at, "POST", "/api/Order/Company/1", body, { "idempotency-key": key }).catch(
      () => undefined,
    );
    const order: { id?: number } | undefined = await answer?.json().catch(() => undefined);
    const id = answer?.status === 201 ? order?.id : undefined;
    return { id, status: answer?.status, ms: performance.now() - begun };
  };
};
