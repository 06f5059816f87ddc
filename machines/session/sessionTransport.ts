import type { ActorRefFrom } from "xstate";
import type { connectivityMachine } from "./connectivity.machine.ts";
import { isFromGateway } from "./gateway.ts";

type Transport = (request: Request) => Promise<Response>;

const isAbortedByCaller = ({ aborted, reason }: AbortSignal): boolean => aborted && reason?.name !== "TimeoutError";

/**
 * Returns a `fetch` for the session's own calls, such as the token refresh. This `fetch` reports to `connectivity`
 * whether the server answered. A gateway's answer, a timeout and a network error count as no answer, and an abort
 * by the caller is not reported.
 */
export const createSessionTransport =
  (connectivity: ActorRefFrom<typeof connectivityMachine>, send: Transport): Transport =>
  async (request) => {
    try {
      const response = await send(request);
      connectivity.send({ type: isFromGateway(response) ? "call.unanswered" : "call.answered" });
      return response;
    } catch (error) {
      if (!isAbortedByCaller(request.signal)) connectivity.send({ type: "call.unanswered" });
      throw error;
    }
  };
