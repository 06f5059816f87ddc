import { useSelector } from "@xstate/react";
import { useState } from "react";
import { createApi, NoAnswer } from "#api/client.ts";
import { testCallActors } from "#machines/calls/testCall.actors.ts";
import { testCallMachine } from "#machines/calls/testCall.machine.ts";
import { useServices } from "../../services/context.ts";
import { useProvidedActor } from "../../shared/useProvidedActor.ts";
import { serverAddress } from "./trackerAddress.ts";

/** Time limit of a request. */
const TIMEOUT_MS = 20_000;

/** Creates a client without a session, because a phone has none. */
const phoneApi = () =>
  createApi({
    baseUrl: serverAddress(),
    fetch: (request) =>
      fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]) }).catch(() => {
        throw new NoAnswer();
      }),
  });

/** Holds the token of the phone outside of the machine and its inspector. */
const createTokenHolder = (linkToken: string) => {
  let token = linkToken;
  return {
    get: () => token,
    set: (typed: string) => {
      token = typed;
    },
  };
};

/** Runs the machine of a test call with the token of the link or a typed one. */
export const useTestCall = (linkToken: string) => {
  const { now } = useServices();
  const [token] = useState(() => createTokenHolder(linkToken));
  const call = useProvidedActor(testCallMachine, () => testCallActors(phoneApi(), token.get, now));
  return { call, state: useSelector(call, (snapshot) => snapshot), setToken: token.set };
};
