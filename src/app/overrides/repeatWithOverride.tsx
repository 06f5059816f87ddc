import { createRef } from "react";
import { createRoot } from "react-dom/client";
import { type AnyActorRef, type CallbackActorLogic, createActor, type EventObject, toPromise } from "xstate";
import type { Api } from "#api/client.ts";
import { overrideActors } from "#machines/overrides/override.actors.ts";
import { overrideMachine } from "#machines/overrides/override.machine.ts";
import { OverrideDialog } from "./OverrideDialog.tsx";
import { type OverridableRefusal, readOverridableRefusal } from "./readOverridableRefusal.ts";

/** Dependencies of an override. */
export interface OverrideServices {
  readonly api: Api;
  readonly environment: CallbackActorLogic<EventObject>;
  readonly page: AnyActorRef;
  readonly send: (request: Request) => Promise<Response>;
}

/**
 * Promise that resolves when the open override dialog closes. Only one dialog is open at a time, so the next dialog
 * waits for this promise.
 */
let shown: Promise<unknown> = Promise.resolve();

/** Shows the dialog and returns the token, or undefined if the user cancels or the call is aborted. */
const askManager = async (
  { api, environment, page }: OverrideServices,
  refusal: OverridableRefusal,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const host = document.body.appendChild(document.createElement("div"));
  const root = createRoot(host);
  let token: string | undefined;
  const { companyId, challenge } = refusal;
  const pin = createRef<HTMLInputElement>();
  const readPin = () => pin.current?.value ?? "";
  const keepToken = (given: string) => {
    token = given;
  };
  const provided = overrideMachine.provide(
    overrideActors({ api, environment, companyId, challenge, readPin, keepToken }),
  );
  const actor = createActor(provided, { parent: page, input: { refusal } });
  const cancel = () => actor.send({ type: "override.cancel" });
  signal.addEventListener("abort", cancel);
  actor.start();
  if (signal.aborted) cancel();
  root.render(<OverrideDialog actor={actor} pin={pin} />);
  try {
    return (await toPromise(actor)).isGranted ? token : undefined;
  } finally {
    signal.removeEventListener("abort", cancel);
    root.unmount();
    host.remove();
  }
};

const withToken = (request: Request, token: string): Request => {
  const headers = new Headers(request.headers);
  headers.set("X-Override-Token", token);
  return new Request(request.clone(), { headers });
};

/**
 * Asks a manager to allow a refused write, and repeats the write with the manager's token and the same idempotency
 * key. Returns the refusal if the server offers no override, the user cancels, or the call is aborted.
 */
export const repeatWithOverride = async (
  services: OverrideServices,
  request: Request,
  refused: Response,
): Promise<Response> => {
  const refusal = await readOverridableRefusal(request.url, refused);
  if (!refusal) return refused;
  const asked = shown.then(() => askManager(services, refusal, request.signal));
  shown = asked.catch(() => {});
  const token = await asked;
  if (token === undefined) return refused;
  const answer = await services.send(withToken(request, token));
  // A second 403 means that another permission is missing, or that the override token has expired, was used or was
  // revoked. A manager is therefore asked again.
  return answer.status === 403 ? repeatWithOverride(services, request, answer) : answer;
};
