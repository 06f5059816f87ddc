import { useActorRef } from "@xstate/react";
import { useState } from "react";
import type { ActorRefFrom } from "xstate";
import { editorActors } from "#machines/resource/resource.actors.ts";
import type { Edited, Id } from "#machines/resource/resource.ts";
import { editorMachineOf } from "#machines/resource/resourceEditor.machine.ts";
import { useReconnect } from "../browserEvents.ts";
import { useServices } from "../context.ts";

/** The machine behind one directory's editor. */
export type EditorActor<Draft, Known> = ActorRefFrom<ReturnType<typeof editorMachineOf<Draft, Known>>>;

/** Starts the machine of an editor for as long as its screen is shown. */
export const useEditor = <Scope, Draft, Known>(
  resource: Edited<Scope, Draft, Known>,
  scope: Scope,
  id: Id | undefined,
): EditorActor<Draft, Known> => {
  const { api } = useServices();
  const [machine] = useState(() =>
    editorMachineOf<Draft, Known>().provide({ actors: editorActors(resource, { api, scope }) }),
  );
  const editor = useActorRef(machine, { id: resource.name, input: { id } });
  useReconnect(editor);
  return editor;
};
