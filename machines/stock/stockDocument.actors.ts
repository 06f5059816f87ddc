import type { Api } from "#api/client.ts";
import { currentEntry } from "#machines/core/currentEntry.ts";
import { toFailure } from "#machines/core/failure.ts";
import { failedOutcome, type MutationIntent, type MutationOutcome } from "#machines/core/mutation.ts";
import { type QueryParts, queryActors } from "#machines/core/query.actors.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import { unstoredMutationActors } from "#machines/core/unstoredMutation.ts";
import {
  type ActionRequest,
  type ActionResult,
  changeMutationMachine,
  type DocumentDescriptor,
  type DocumentPath,
  isGone,
  judgeOutcome,
  type StockDocument,
} from "./stockDocument.ts";

/** Dependencies of the actors of a stock document. */
export interface DocumentParts extends QueryParts {
  readonly newKey: () => string;
}

type Outcome = MutationOutcome<ActionResult, StockDocument>;

const send = async (
  api: Api,
  descriptor: DocumentDescriptor<StockDocument>,
  { key, request }: MutationIntent<ActionRequest>,
): Promise<Outcome> => {
  try {
    return { kind: "recorded", result: await descriptor.act(api, { ...request, key }) };
  } catch (error) {
    return failedOutcome(error, currentEntry(descriptor.isDocument));
  }
};

/**
 * Reads the document to verify an unanswered action. The state and the version of the document tell if the action was
 * recorded. For the action `remove`, a missing document (404) means that the removal was recorded.
 */
const verify = async (
  api: Api,
  descriptor: DocumentDescriptor<StockDocument>,
  { request }: MutationIntent<ActionRequest>,
  signal: AbortSignal,
): Promise<Outcome> => {
  const { companyId, id } = request;
  try {
    return judgeOutcome(request, await descriptor.load(api, { companyId, id }, signal));
  } catch (error) {
    if (request.action === "remove" && isGone(error)) return { kind: "recorded", result: { entry: undefined } };
    const outcome = failedOutcome(error);
    return outcome.kind === "refused" ? outcome : { kind: "unknown", failure: toFailure(error) };
  }
};

export const stockDocumentActors = (parts: DocumentParts, descriptor: DocumentDescriptor<StockDocument>) => ({
  entry: queryMachineOf<DocumentPath, StockDocument>().provide({
    actors: queryActors<DocumentPath, StockDocument>(parts, descriptor),
  }),
  change: changeMutationMachine.provide({
    actors: unstoredMutationActors(parts, {
      send: (intent: MutationIntent<ActionRequest>) => send(parts.api, descriptor, intent),
      verify: (intent, signal) => verify(parts.api, descriptor, intent, signal),
    }),
  }),
});
