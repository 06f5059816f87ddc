import { type CallbackActorLogic, type EventObject, fromPromise } from "xstate";
import type { NewRequest, SendInput } from "./mutation.machine.ts";
import type { MutationIntent, MutationOutcome } from "./mutation.ts";

/** Dependencies of a mutation that is not stored in the browser. */
interface UnstoredParts {
  readonly environment: CallbackActorLogic<EventObject>;
  readonly newKey: () => string;
}

/**
 * Calls of a mutation. If `verify` is absent, an unanswered request is sent again under the same idempotency key, and
 * the server answers with the stored answer.
 */
interface MutationCalls<Request, Result, Conflict> {
  send(input: SendInput<Request>, signal: AbortSignal): Promise<MutationOutcome<Result, Conflict>>;
  verify?(intent: MutationIntent<Request>, signal: AbortSignal): Promise<MutationOutcome<Result, Conflict>>;
}

/**
 * Returns the actors of a mutation that is not stored in the browser. The idempotency key exists only in the machine,
 * so `clear` does nothing.
 */
export const unstoredMutationActors = <Request, Result, Conflict>(
  { environment, newKey }: UnstoredParts,
  {
    send,
    verify = (intent, signal) => send({ ...intent, reportProgress: () => {} }, signal),
  }: MutationCalls<Request, Result, Conflict>,
) => ({
  environment,
  journal: fromPromise<MutationIntent<Request>, NewRequest<Request>>(
    async ({ input: { request, key = newKey() } }) => ({ key, request }),
  ),
  send: fromPromise<MutationOutcome<Result, Conflict>, SendInput<Request>>(({ input, signal }) => send(input, signal)),
  verify: fromPromise<MutationOutcome<Result, Conflict>, MutationIntent<Request>>(({ input, signal }) =>
    verify(input, signal),
  ),
  clear: fromPromise<void, MutationIntent<Request>>(async () => {}),
});
