import { useSelector } from "@xstate/react";
import { useState } from "react";
import type { ActorRefFrom } from "xstate";
import { entryCreationActors } from "#machines/directory/entryCreation.actors.ts";
import {
  type CreatedEntry,
  entryCreationMachineOf,
  type NamedEntryDraft,
} from "#machines/directory/entryCreation.machine.ts";
import type { EditorDescriptor } from "#machines/directory/types.ts";
import { useServices } from "../services/context.ts";
import { useProvidedActor } from "../shared/useProvidedActor.ts";

/**
 * Dialog that creates an entry. The component `CreatableChooser` opens the dialog from the form in which the user
 * chooses the entry.
 */
export interface EntryCreation<Draft extends NamedEntryDraft> {
  readonly actor: ActorRefFrom<ReturnType<typeof entryCreationMachineOf<Draft>>>;
  /** Title of the dialog, for example "Новая категория". The option of the chooser is this title with an ellipsis. */
  readonly title: string;
  /** Returns the draft of a new entry with a name. */
  readonly draftOf: (name: string) => Draft;
}

/**
 * Runs the creation of entries while a form is open. Also returns the created entries, which the form must offer in
 * addition to the loaded entries.
 */
export const useEntryCreation = <Scope, Draft extends NamedEntryDraft, Choices>(
  descriptor: Pick<EditorDescriptor<Scope, Draft, Choices>, "name" | "save">,
  scope: Scope,
) => {
  const { api, environment, newKey } = useServices();
  const [machine] = useState(entryCreationMachineOf<Draft>);
  const actor = useProvidedActor(
    machine,
    () => entryCreationActors(descriptor, { api, scope, environment, newKey }),
    undefined,
    { id: `${descriptor.name}Creation` },
  );
  const created: readonly CreatedEntry<Draft>[] = useSelector(actor, ({ context }) => context.created);
  return { actor, created };
};
