import { type CallbackActorLogic, type EventObject, fromPromise } from "xstate";
import { hasFields } from "#api/answerShape.ts";
import { type Api, unwrap } from "#api/client.ts";
import { currentEntry } from "#machines/core/currentEntry.ts";
import type { NewRequest, SendInput } from "#machines/core/mutation.machine.ts";
import { failedOutcome, type MutationIntent, type MutationOutcome } from "#machines/core/mutation.ts";
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
    actors: {
      environment,
      journal: fromPromise<MutationIntent<CardRequest>, NewRequest<CardRequest>>(async ({ input }) => ({
        key: newKey(),
        request: input.request,
      })),
      send: fromPromise<Outcome, SendInput<CardRequest>>(({ input: { key, request }, signal }) =>
        run(api, { key, request }, signal),
      ),
      verify: fromPromise<Outcome, MutationIntent<CardRequest>>(({ input, signal }) => run(api, input, signal)),
      clear: fromPromise<void, MutationIntent<CardRequest>>(async () => {}),
    },
  }),
});
