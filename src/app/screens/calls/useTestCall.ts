import { useActorRef, useSelector } from "@xstate/react";
import { useRef, useState } from "react";
import { createApi, NoAnswer } from "#api/client.ts";
import { testCallActors } from "#machines/calls/testCall.actors.ts";
import { testCallMachine } from "#machines/calls/testCall.machine.ts";
import { useServices } from "../../context.ts";
import { serverAddress } from "./trackerAddress.ts";

/** How long a phone waits for an answer, milliseconds. */
const PATIENCE_MS = 20_000;

/** A client without a session: what it asks is asked by a phone. */
const phoneApi = () =>
  createApi({
    baseUrl: serverAddress(),
    fetch: (request) =>
      fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(PATIENCE_MS)]) }).catch(() => {
        throw new NoAnswer();
      }),
  });

/** A call to be played, and the token that it is played with, which only this screen keeps. */
export const useTestCall = (linkToken: string) => {
  const { now } = useServices();
  const token = useRef(linkToken);
  const [machine] = useState(() =>
    testCallMachine.provide({ actors: testCallActors(phoneApi(), () => token.current, now) }),
  );
  const call = useActorRef(machine);
  return { call, state: useSelector(call, (snapshot) => snapshot), token };
};
