import type { CallbackActorLogic, EventObject } from "xstate";
import { hasFields } from "#api/answerShape.ts";
import { type Api, unwrap } from "#api/client.ts";
import { currentEntry } from "#machines/core/currentEntry.ts";
import { failedOutcome, type MutationIntent, type MutationOutcome } from "#machines/core/mutation.ts";
import { unstoredMutationActors } from "#machines/core/unstoredMutation.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import { type ActedResult, type CardRequest, cardMutationMachine } from "./cardAction.ts";

type Outcome = MutationOutcome<ActedResult, ActedResult>;

/** Dependencies of the actors that run an action on a customer's card, such as a merge. */
interface CardActionParts {
  readonly api: Api;
  readonly environment: CallbackActorLogic<EventObject>;
  readonly newKey: () => string;
}

const isCard = (answer: unknown): answer is ActedResult =>
  hasFields(answer, { id: "number", companyId: "number", version: "number", phone: "string" });

const call = (api: Api, { key, request }: MutationIntent<CardRequest>, signal: AbortSignal): Promise<ActedResult> => {
  const { companyId, id, version } = request;
  const params = { path: { companyId, id }, header: toWriteHeaders({ version, key }) };
  switch (request.kind) {
    case "merge":
      return unwrap(
        api.POST("/api/Customer/{id}/Company/{companyId}/Merge", { params, body: { intoId: request.intoId }, signal }),
        isCard,
      );
    case "unmerge":
      return unwrap(api.POST("/api/Customer/{id}/Company/{companyId}/Unmerge", { params, signal }), isCard);
    case "anonymize":
      return unwrap(
        api.POST("/api/Customer/{id}/Company/{companyId}/Anonymize", {
          params,
          body: { phoneEnding: request.phoneEnding },
          signal,
        }),
        isCard,
      );
  }
};

const run = async (api: Api, intent: MutationIntent<CardRequest>, signal: AbortSignal): Promise<Outcome> => {
  try {
    return { kind: "recorded", result: await call(api, intent, signal) };
  } catch (error) {
    return failedOutcome(error, currentEntry(isCard));
  }
};

/**
 * Returns the actors that run an action on a customer's card. An unanswered action is sent again under the same
 * idempotency key.
 */
export const cardActionActors = ({ api, environment, newKey }: CardActionParts) => ({
  mutation: cardMutationMachine.provide({
    actors: unstoredMutationActors(
      { environment, newKey },
      { send: (intent: MutationIntent<CardRequest>, signal) => run(api, intent, signal) },
    ),
  }),
});
