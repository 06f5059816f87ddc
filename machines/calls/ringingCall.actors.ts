import type { CallbackActorLogic, EventObject } from "xstate";
import { type Api, ApiProblem, unwrap } from "#api/client.ts";
import { failedOutcome, type MutationIntent, type MutationOutcome } from "#machines/core/mutation.ts";
import { unstoredMutationActors } from "#machines/core/unstoredMutation.ts";
import { ringingCallMachine } from "./ringingCall.machine.ts";
import { type TakenByOther, type TakeRequest, takeMutationMachine } from "./ringingCall.ts";

type TakeOutcome = MutationOutcome<undefined, TakenByOther>;

/** Dependencies of the actors of the ringing calls. */
export interface RingingParts {
  readonly api: Api;
  readonly newKey: () => string;
  readonly environment: CallbackActorLogic<EventObject>;
}

/**
 * Returns the name of the operator who has the call, from a 409 answer. Returns undefined for any other error, and
 * for a 409 answer without a name.
 */
const readTaker = (error: unknown): string | undefined => {
  if (!(error instanceof ApiProblem) || error.status !== 409) return undefined;
  const takenBy: unknown = Reflect.get(Object(error.body), "takenBy");
  return typeof takenBy === "string" ? takenBy : undefined;
};

/**
 * Takes a call. Returns the outcome `stale` with the operator's name if another operator has the call. The request
 * is not aborted, because the server could record it in spite of the abort.
 */
const take = async (api: Api, { key, request }: MutationIntent<TakeRequest>): Promise<TakeOutcome> => {
  try {
    await unwrap(
      api.POST("/api/OperatorPhoneCall/{id}/Company/{companyId}/Take", {
        params: { path: { id: request.callId, companyId: request.companyId }, header: { "Idempotency-Key": key } },
      }),
    );
    return { kind: "recorded", result: undefined };
  } catch (error) {
    const takenBy = readTaker(error);
    return takenBy === undefined ? failedOutcome(error) : { kind: "stale", current: { takenBy } };
  }
};

export const ringingCallsActors = ({ api, newKey, environment }: RingingParts) => ({
  card: ringingCallMachine.provide({
    actors: {
      take: takeMutationMachine.provide({
        actors: unstoredMutationActors(
          { environment, newKey },
          { send: (intent: MutationIntent<TakeRequest>) => take(api, intent) },
        ),
      }),
    },
  }),
});
