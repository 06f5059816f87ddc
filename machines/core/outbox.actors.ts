import { type CallbackActorLogic, type EventObject, fromPromise } from "xstate";
import { outboxMachineOf } from "./outbox.machine.ts";
import { type OutboxEntry, type OutboxOutcome, type OutboxStore, outboxOutcome } from "./outbox.ts";

/**
 * Returns an outbox machine that sends its writes with `post` and never aborts them. `isUnknown` returns true for
 * errors after which the server may have recorded the write.
 */
export const outboxSending = <Request, Result = unknown>(
  {
    store,
    environment,
  }: { readonly store: OutboxStore<Request>; readonly environment: CallbackActorLogic<EventObject> },
  post: (entry: OutboxEntry<Request>) => Promise<Result>,
  isUnknown?: (error: unknown) => boolean,
) =>
  outboxMachineOf<Request, Result>().provide({
    actors: {
      environment,
      keep: fromPromise<void, readonly OutboxEntry<Request>[]>(async ({ input }) => store.keep(input)),
      send: fromPromise<OutboxOutcome<Result>, OutboxEntry<Request>>(({ input }) =>
        outboxOutcome(post(input), isUnknown),
      ),
    },
  });
