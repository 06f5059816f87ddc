import { useSelector } from "@xstate/react";
import { useRef } from "react";
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

/** Runs the machine of a test call. The token is kept in a ref, outside the machine and its inspector. */
export const useTestCall = (linkToken: string) => {
  const { now } = useServices();
  const token = useRef(linkToken);
  const call = useProvidedActor(testCallMachine, () => testCallActors(phoneApi(), () => token.current, now));
  return { call, state: useSelector(call, (snapshot) => snapshot), token };
};
