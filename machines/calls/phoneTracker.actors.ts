import { type CallbackActorLogic, type EventObject, fromPromise } from "xstate";
import { hasFields } from "#api/answerShape.ts";
import { type Api, ApiProblem, isOutcomeUnknown, unwrap } from "#api/client.ts";
import { outboxSending } from "#machines/core/outbox.actors.ts";
import type { OutboxStore } from "#machines/core/outbox.ts";
import type { TrackedCall, TrackedPhone } from "./phoneTracker.machine.ts";

/** Browser storage of a call tracker (a page that reports a phone's calls). The data survive reloads. */
export interface TrackerStore {
  readonly calls: OutboxStore<TrackedCall>;
  /**
   * Returns the random token that is sent with the code of a one-time link. Repeated attempts with one code get the
   * same token.
   */
  tokenFor(code: string): string;
  /** Stores the phone to which the code belongs. The token that was sent with the code becomes the tracker's token. */
  keepPhone(code: string, phone: TrackedPhone): void;
  /** Returns the token of this tracker. The token is empty if the tracker is not linked to a phone. */
  token(): string;
  /** Removes the phone and the phone's token. */
  forget(): void;
}

/** Dependencies of the actors of a call tracker (a page that reports a phone's calls). */
export interface TrackerParts {
  /** API client without a user session. The calls are authorised by the tracker's token. */
  readonly api: Api;
  readonly store: TrackerStore;
  readonly environment: CallbackActorLogic<EventObject>;
  /** Code from the link that opened the page. Empty if the page was opened without a code. */
  readonly code: string;
}

const isPhone = (value: unknown): boolean => hasFields(value, { number: "string", companyName: "string" });

/**
 * Returns true if the server may not have recorded the report of a call, so that the report must be sent again. A 401
 * is final, because it means that the tracker's token was reset.
 */
const isReportUnknown = (error: unknown): boolean =>
  isOutcomeUnknown(error) && !(error instanceof ApiProblem && error.status === 401);

/** Returns the actors of a call tracker (a page that reports a phone's calls). */
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
