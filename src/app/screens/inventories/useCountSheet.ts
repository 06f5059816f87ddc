import { useSelector } from "@xstate/react";
import { useCallback, useState } from "react";
import type { ActorRefFrom } from "xstate";
import type { Inventory } from "#machines/directory/descriptors/inventories.ts";
import { countSheetActors } from "#machines/stock/countSheet.actors.ts";
import { countSheetMachine } from "#machines/stock/countSheet.machine.ts";
import type { CountEntry, RefusedEntry } from "#machines/stock/countSheet.ts";
import { useServices } from "../../services/context.ts";
import { useEmitted } from "../../shared/useEmitted.ts";
import { useProvidedActor } from "../../shared/useProvidedActor.ts";
import { createCountQueueStore } from "../../storage/countQueueStore.ts";

/** Stock item for which a quantity is entered. */
export type CountedItem = Pick<CountEntry, "stockItemId" | "title" | "unit" | "packs">;

/** Entries of an inventory and the actions on them, for the components of the sheet. */
export interface CountSheetView {
  readonly actor: ActorRefFrom<typeof countSheetMachine>;
  /** Entries that the server has neither recorded nor refused yet. */
  readonly waiting: readonly CountEntry[];
  readonly refused: readonly RefusedEntry[];
  /** True while the server does not answer. New entries then wait in the browser. */
  readonly isAway: boolean;
  /** Adds an entry: a quantity of an item at a place. Null removes the recorded quantity. */
  readonly add: (item: CountedItem, place: string, count: number | null) => void;
}

/**
 * Runs the machine of an inventory sheet while the component is mounted. `onRecorded` gets the inventory with the
 * recorded entries, or undefined if the inventory must be read again.
 */
export const useCountSheet = (
  path: { companyId: number; id: number },
  onRecorded: (inventory: Inventory | undefined) => void,
): CountSheetView => {
  const { api, environment, newKey, user, connectivity } = useServices();
  const [store] = useState(() => createCountQueueStore({ companyId: path.companyId, userId: user.id }, path.id));
  // The server gets only the age of an entry. The age is the difference between two times of the device, so it is right
  // even if the device's clock is wrong.
  const actor = useProvidedActor(
    countSheetMachine,
    () => countSheetActors({ api, environment, store, deviceNow: Date.now }),
    { path, stored: store.recall() },
    { id: `countSheet ${path.id}` },
  );
  useEmitted(actor, { "batch.recorded": ({ inventory }) => onRecorded(inventory) });
  const state = useSelector(actor, (snapshot) => snapshot);
  const isOffline = useSelector(connectivity, (snapshot) => snapshot.matches("away"));
  return {
    actor,
    waiting: state.context.entries,
    refused: state.context.refused,
    isAway: isOffline || state.matches({ delivery: "waiting" }),
    add: useCallback(
      (item: CountedItem, place: string, count: number | null) =>
        actor.send({
          type: "entry.add",
          entry: { key: newKey(), ...item, place: place.trim(), count, at: Date.now() },
        }),
      [actor, newKey],
    ),
  };
};
