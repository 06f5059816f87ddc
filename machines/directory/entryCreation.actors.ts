import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import { failedOutcome, type MutationIntent, type MutationOutcome } from "#machines/core/mutation.ts";
import { unstoredMutationActors } from "#machines/core/unstoredMutation.ts";
import type { DirectoryParts } from "./directory.actors.ts";
import type { NamedEntryDraft } from "./entryCreation.machine.ts";
import type { EditorDescriptor, Identified } from "./types.ts";

/**
 * Returns the actors that create an entry of the directory `descriptor`. An unanswered request is sent again under the
 * same idempotency key.
 */
export const entryCreationActors = <Scope, Draft extends NamedEntryDraft, Choices>(
  descriptor: Pick<EditorDescriptor<Scope, Draft, Choices>, "save">,
  { api, scope, environment, newKey }: Omit<DirectoryParts<Scope>, "now">,
) => {
  const create = async (
    { key, request }: MutationIntent<Draft>,
    signal: AbortSignal,
  ): Promise<MutationOutcome<Identified, never>> => {
    try {
      const saving = { id: undefined, draft: request, version: undefined, key };
      return { kind: "recorded", result: await descriptor.save(api, scope, saving, signal) };
    } catch (error) {
      return failedOutcome(error);
    }
  };
  return {
    save: mutationMachineOf<Draft, Identified, never>().provide({
      actors: unstoredMutationActors(
        { environment, newKey },
        { send: (intent: MutationIntent<Draft>, signal) => create(intent, signal) },
      ),
    }),
  };
};
