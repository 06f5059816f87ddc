import { useEffect, useState } from "react";
import type { ActorRefFrom } from "xstate";
import { directoryEditorActors } from "#machines/directory/directory.actors.ts";
import { directoryEditorMachineOf } from "#machines/directory/directoryEditor.machine.ts";
import type { EditorDescriptor, Id } from "#machines/directory/types.ts";
import type { Permissions } from "#machines/session/permissions.ts";
import { useServices } from "../services/context.ts";
import { useProvidedActor } from "../shared/useProvidedActor.ts";
import { createEditorDraftStore } from "../storage/editorDraftStore.ts";

/** Actor of the directory editor machine. */
export type DirectoryEditorActor<Draft, Choices> = ActorRefFrom<
  ReturnType<typeof directoryEditorMachineOf<Draft, Choices>>
>;

/** Runs the machine of a directory editor while the component is mounted. */
export const useDirectoryEditor = <Scope, Draft, Choices>(
  descriptor: EditorDescriptor<Scope, Draft, Choices>,
  scope: Scope,
  id: Id | undefined,
  permissions: Permissions,
): DirectoryEditorActor<Draft, Choices> => {
  const { api, environment, newKey, user, now, nowIfSynced } = useServices();
  const [machine] = useState(directoryEditorMachineOf<Draft, Choices>);
  const editor = useProvidedActor(
    machine,
    () => {
      const drafts = createEditorDraftStore({ userId: user.id, path: location.pathname }, now, nowIfSynced);
      return directoryEditorActors(descriptor, { api, scope, environment, newKey, drafts });
    },
    { id, permissions, permission: descriptor.permission?.(scope, id) },
    { id: descriptor.name },
  );
  useEffect(() => editor.send({ type: "permissions.change", permissions }), [editor, permissions]);
  return editor;
};
