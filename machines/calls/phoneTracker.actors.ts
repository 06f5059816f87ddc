import { type CallbackActorLogic, type EventObject, fromPromise } from "xstate";
import { hasFields } from "#api/answerShape.ts";
import { type Api, ApiProblem, isOutcomeUnknown, unwrap } from "#api/client.ts";
import { outboxSending } from "#machines/core/outbox.actors.ts";
import type { OutboxStore } from "#machines/core/outbox.ts";
import type { TrackedCall, TrackedPhone } from "./phoneTracker.machine.ts";

/** Storage of a call tracker that survives reloads. */
export interface TrackerStore {
  readonly calls: OutboxStore<TrackedCall>;
  /** Returns the random token for the exchange of a code. It is the same for each attempt with this code. */
  tokenFor(code: string): string;
  /** Stores the phone to which the code has linked the tracker. The token of the code is used from now on. */
  keepPhone(code: string, phone: TrackedPhone): void;
  /** Returns the token of the linked tracker. */
  token(): string;
  /** Removes the phone and its token. */
  forget(): void;
}

/** Dependencies of the actors of a call tracker. */
export interface TrackerParts {
  /** API client without a session of a user, because the calls are authorised by the token of the tracker. */
  readonly api: Api;
  readonly store: TrackerStore;
  readonly environment: CallbackActorLogic<EventObject>;
  /** Code of the link that opened the page. Empty without a link. */
  readonly code: string;
}

const isPhone = (value: unknown): boolean => hasFields(value, { number: "string", companyName: "string" });

/** A tracker has no session that could be renewed, so a 401 means that its token was reset. */
const isReportUnknown = (error: unknown): boolean =>
  isOutcomeUnknown(error) && !(error instanceof ApiProblem && error.status === 401);

/** Returns the actors of a call tracker. */
export const phoneTrackerActors = ({ api, store, environment, code }: TrackerParts) => ({
  link: fromPromise<TrackedPhone>(async ({ signal }) => {
    const body = { code, token: store.tokenFor(code) };
    const phone = await unwrap(api.POST("/api/PhoneTracker/Link", { body, signal }), isPhone);
    store.keepPhone(code, phone);
    return phone;
  }),
  forget: fromPromise<void>(async () => store.forget()),
  outbox: outboxSending<TrackedCall>(
    { store: store.calls, environment },
    ({ request }) => {
      const headers = { Authorization: `Bearer ${store.token()}` };
      return unwrap(api.POST("/api/PhoneTracker/Call", { body: request, headers }));
    },
    isReportUnknown,
  ),
});
