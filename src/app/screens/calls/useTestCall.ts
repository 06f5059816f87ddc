import { useSelector } from "@xstate/react";
import { useState } from "react";
import { createApi, NoAnswer } from "#api/client.ts";
import { testCallActors } from "#machines/calls/testCall.actors.ts";
import { testCallMachine } from "#machines/calls/testCall.machine.ts";
import { useServices } from "../../services/context.ts";
import { useProvidedActor } from "../../shared/useProvidedActor.ts";
import { serverAddress } from "./trackerAddress.ts";

/** Time limit of a request, ms. */
const TIMEOUT_MS = 20_000;

/** Creates an API client without the user's session. Its calls use the phone's token instead. */
const phoneApi = () =>
  createApi({
    baseUrl: serverAddress(),
    fetch: (request) =>
      fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]) }).catch(() => {
        throw new NoAnswer();
      }),
  });

/** Creates a holder for the phone's token. The token stays out of the machine's context, which the inspector shows. */
const createTokenHolder = () => {
  let token = "";
  return {
    get: () => token,
    set: (typed: string) => {
      token = typed;
    },
  };
};

/** Runs the machine of a test call. The user types the token. */
export const useTestCall = () => {
  const { now } = useServices();
  const [token] = useState(createTokenHolder);
  const call = useProvidedActor(testCallMachine, () => testCallActors(phoneApi(), token.get, now));
  return { call, state: useSelector(call, (snapshot) => snapshot), setToken: token.set };
};
