import type { ActorRefFrom } from "xstate";
import { bulkChangeActors } from "#machines/orders/bulk/bulkChange.actors.ts";
import { bulkChangeMachine } from "#machines/orders/bulk/bulkChange.machine.ts";
import type { BulkRun } from "#machines/orders/bulk/bulkChange.ts";
import { useServices } from "../../../services/context.ts";
import { useProvidedActor } from "../../../shared/useProvidedActor.ts";
import { createTabStore } from "../../../storage/tabStore.ts";

/** Actor of the bulk change of orders. */
export type BulkActor = ActorRefFrom<typeof bulkChangeMachine>;

/**
 * Runs the bulk change of a company's orders while the component is mounted; runs are stored separately for each user
 * and company. An interrupted run is resumed at the next mount, for example after a reload, but after more than 5
 * minutes only if the user requests it.
 */
export const useBulkChange = (companyId: number): BulkActor => {
  const { api, newKey, now, nowIfSynced, user } = useServices();
  return useProvidedActor(
    bulkChangeMachine,
    () => {
      const journal = createTabStore<BulkRun>(`${user.id}/${companyId}/bulk/`, now, nowIfSynced);
      return bulkChangeActors({ api, newKey, now, journal });
    },
    { companyId },
    { id: "bulkChange" },
  );
};
