import { useSelector } from "@xstate/react";
import { useState } from "react";
import { createApi, NoAnswer } from "#api/client.ts";
import { testCallActors } from "#machines/calls/testCall.actors.ts";
import { testCallMachine } from "#machines/calls/testCall.machine.ts";
import { useServices } from "../../services/context.ts";
import { useProvidedActor } from "../../shared/useProvidedActor.ts";
import { serverAddress } from "./trackerAddress.ts";

/** Time limit of one API call, ms. */
const TIMEOUT_MS = 20_000;

/**
 * Creates an API client that sends no access token of the user. Its calls are authorised by the phone's token, and
 * throw `NoAnswer` if the connection fails or no answer arrives within 20 s.
 */
const phoneApi = () =>
  createApi({
    baseUrl: serverAddress(),
    fetch: (request) =>
      fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]) }).catch(() => {
        throw new NoAnswer();
      }),
  });

/**
 * Creates a holder of the phone's token. The token is not in the machine's context, because the inspector shows the
 * context.
 */
const createTokenHolder = () => {
  let token = "";
  return {
    get: () => token,
    set: (typed: string) => {
      token = typed;
    },
  };
};

/**
 * Runs the machine of a simulated call while the component is mounted. `setToken` sets the phone's token, which
 * authorises the reports of the call.
 */
export const useTestCall = () => {
  const { now } = useServices();
  const [token] = useState(createTokenHolder);
  const call = useProvidedActor(testCallMachine, () => testCallActors(phoneApi(), token.get, now));
  return { call, state: useSelector(call, (snapshot) => snapshot), setToken: token.set };
};
