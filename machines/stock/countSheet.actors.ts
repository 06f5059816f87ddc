import { type CallbackActorLogic, type EventObject, fromPromise } from "xstate";
import { type Api, isOutcomeUnknown, unwrap } from "#api/client.ts";
import { toFailure } from "#machines/core/failure.ts";
import { isInventory } from "#machines/directory/descriptors/inventories.ts";
import type { BatchOutcome, CountBatch, CountQueue, CountQueueStore } from "./countSheet.ts";

/** Dependencies of the inventory sheet. `deviceNow` is the clock of the device, ms since 1970. */
export interface CountSheetParts {
  readonly api: Api;
  readonly environment: CallbackActorLogic<EventObject>;
  readonly store: CountQueueStore;
  readonly deviceNow: () => number;
}

/**
 * Sends a batch with the current age of each entry. All attempts differ only in these ages. If the server answers that
 * the idempotency key was used for a different request, an earlier attempt was recorded.
 */
const sendBatch = async (
  { api, deviceNow }: CountSheetParts,
  { path, key, entries }: CountBatch,
): Promise<BatchOutcome> => {
  const now = deviceNow();
  try {
    const inventory = await unwrap(
      api.POST("/api/Inventory/{id}/Company/{companyId}/Entry", {
        params: { path: { ...path }, header: { "Idempotency-Key": key } },
        body: {
          companyId: path.companyId,
          entries: entries.map(({ stockItemId, place, count, at }) => ({
            stockItemId,
            place,
            count,
            ageMs: Math.max(0, Math.round(now - at)),
          })),
        },
      }),
      isInventory,
    );
    return { kind: "recorded", inventory };
  } catch (error) {
    if (isOutcomeUnknown(error)) return { kind: "unanswered" };
    const failure = toFailure(error);
    return failure.kind === "keyReused" ? { kind: "repeated" } : { kind: "refused", failure };
  }
};

/** Returns the actors of the inventory sheet. A batch that is being sent is never aborted. */
export const countSheetActors = (parts: CountSheetParts) => ({
  environment: parts.environment,
  keep: fromPromise<void, CountQueue>(async ({ input }) => parts.store.keep(input)),
  send: fromPromise<BatchOutcome, CountBatch>(({ input }) => sendBatch(parts, input)),
});
