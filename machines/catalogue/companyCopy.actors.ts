import type { CallbackActorLogic, EventObject } from "xstate";
import { hasFields, isListOf } from "#api/answerShape.ts";
import { type Api, unwrap } from "#api/client.ts";
import { failedOutcome, type MutationIntent, type MutationOutcome } from "#machines/core/mutation.ts";
import { unstoredMutationActors } from "#machines/core/unstoredMutation.ts";
import { type CopyReport, type CopyRequest, copyMutationMachine } from "./companyCopy.ts";

type Outcome = MutationOutcome<CopyReport, never>;

/** Dependencies of the actors that copy parts of a company. */
interface CompanyCopyParts {
  readonly api: Api;
  readonly environment: CallbackActorLogic<EventObject>;
  readonly newKey: () => string;
}

const areCounts = isListOf({ kind: "string", added: "number", existing: "number", unresolved: "number" });

const isReport = (answer: unknown): answer is CopyReport =>
  hasFields(answer, { counts: "list" }) && areCounts(Reflect.get(answer, "counts"));

const run = async (
  api: Api,
  { key, request: { companyId, fromCompanyId, parts } }: MutationIntent<CopyRequest>,
  signal: AbortSignal,
): Promise<Outcome> => {
  const params = { path: { companyId }, header: { "Idempotency-Key": key } };
  const body = { fromCompanyId, parts: [...parts] };
  try {
    const answer = api.POST("/api/Company/{companyId}/CopyFrom", { params, body, signal });
    return { kind: "recorded", result: await unwrap(answer, isReport) };
  } catch (error) {
    return failedOutcome(error);
  }
};

/**
 * Returns the actors that copy parts of a company. An unanswered request is sent again under the same idempotency key.
 */
export const companyCopyActors = ({ api, environment, newKey }: CompanyCopyParts) => ({
  mutation: copyMutationMachine.provide({
    actors: unstoredMutationActors(
      { environment, newKey },
      { send: (intent: MutationIntent<CopyRequest>, signal) => run(api, intent, signal) },
    ),
  }),
});
