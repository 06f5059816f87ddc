import { useState } from "react";
import type { ActorRefFrom } from "xstate";
import { stageBoardActors } from "#machines/boards/stageBoard.actors.ts";
import { stageBoardMachine } from "#machines/boards/stageBoard.machine.ts";
import type { StatusRequest } from "#machines/orders/status/statusChange.ts";
import { useServices } from "../../../services/context.ts";
import { useProvidedActor } from "../../../shared/useProvidedActor.ts";
import { createOutboxStore } from "../../../storage/outboxStore.ts";

export type StageBoardActor = ActorRefFrom<typeof stageBoardMachine>;

/** Runs the stage board of a company while the component is mounted. Unsent moves are stored in the browser. */
export const useStageBoard = (companyId: number): StageBoardActor => {
  const { api, environment, now, user } = useServices();
  const [store] = useState(() => createOutboxStore<StatusRequest>(`stage:${companyId}:${user.id}`));
  return useProvidedActor(stageBoardMachine, () => stageBoardActors({ api, environment, now, store }), {
    companyId,
    stored: store.recall(),
  });
};
