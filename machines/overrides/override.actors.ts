import { type CallbackActorLogic, type EventObject, fromPromise } from "xstate";
import { hasFields } from "#api/answerShape.ts";
import { type Api, ApiProblem, unwrap } from "#api/client.ts";
import { retryAfter } from "#machines/core/backoff.ts";
import { toFailure } from "#machines/core/failure.ts";
import type { OverrideManager, OverrideState, PinOutcome } from "./override.ts";

/** Dependencies of the actors of `overrideMachine`. */
export interface OverrideParts {
  readonly api: Api;
  readonly environment: CallbackActorLogic<EventObject>;
  readonly companyId: number;
  /** Signed description of the refused request. The server sent it with the refusal. */
  readonly challenge: string;
  /** Reads the PIN from the form. */
  readonly readPin: () => string;
  /** Stores the token outside of the machine. */
  readonly keepToken: (token: string) => void;
}

/** Lock-out time after too many wrong PINs, ms. Used if the server sends no lock-out time. */
const LOCK_MS = 15 * 60_000;
const TOO_MANY = 429;

const isManagers = (answer: unknown): boolean => Array.isArray(answer);
const isState = (answer: unknown): boolean => hasFields(answer, { id: "number", state: "string" });

const isLocked = (error: unknown): boolean => error instanceof ApiProblem && error.status === TOO_MANY;

const readLock = ({ headers }: Response): number => retryAfter(headers.get("Retry-After"), Date.now()) ?? LOCK_MS;

/** Returns the actors and the action of `overrideMachine`, which ask a manager to allow a refused request. */
export const overrideActors = (parts: OverrideParts) => {
  const { api, companyId, challenge } = parts;
  const path = { companyId };
  const withdraw = async (id: number): Promise<void> => {
    await unwrap(api.DELETE("/api/Override/{id}/Company/{companyId}", { params: { path: { companyId, id } } }));
  };
  return {
    actors: {
      environment: parts.environment,
      load: fromPromise<readonly OverrideManager[]>(({ signal }) =>
        unwrap(
          api.GET("/api/Override/Company/{companyId}/Manager", { params: { path, query: { challenge } }, signal }),
          isManagers,
        ),
      ),
      checkPin: fromPromise<PinOutcome, { readonly managerId: number }>(async ({ input, signal }) => {
        const body = { challenge, userId: input.managerId, pin: parts.readPin() };
        const checked = api.POST("/api/Override/Company/{companyId}/Pin", { params: { path }, body, signal });
        try {
          const granted = await unwrap(checked, (answer) => hasFields(answer, { token: "string" }));
          parts.keepToken(granted.token);
          return { kind: "granted", by: granted.by.alias };
        } catch (error) {
          const failure = toFailure(error);
          if (!isLocked(error)) return { kind: "wrong", failure };
          return { kind: "locked", failure, waitMs: readLock((await checked).response) };
        }
      }),
      ask: fromPromise<number>(async ({ signal }) => {
        const asked = await unwrap(
          api.POST("/api/Override/Company/{companyId}", { params: { path }, body: { challenge }, signal }),
          (answer) => hasFields(answer, { id: "number", token: "string" }),
        );
        parts.keepToken(asked.token);
        return asked.id;
      }),
      read: fromPromise<OverrideState, { readonly id: number }>(({ input: { id }, signal }) =>
        unwrap(
          api.GET("/api/Override/{id}/Company/{companyId}", { params: { path: { companyId, id } }, signal }),
          isState,
        ),
      ),
      withdraw: fromPromise<void, { readonly id: number }>(({ input: { id } }) => withdraw(id)),
    },
    actions: {
      // A failure to withdraw the request is ignored, because the request expires by itself.
      dropRequest: (_: unknown, { id }: { id: number }) => void withdraw(id).catch(() => {}),
    },
  };
};
