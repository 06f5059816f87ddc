import type { ActorRefFrom } from "xstate";
import type { connectivityMachine } from "./connectivity.machine.ts";
import { isFromGateway } from "./gateway.ts";

type Transport = (request: Request) => Promise<Response>;

const isAbortedByCaller = ({ aborted, reason }: AbortSignal): boolean => aborted && reason?.name !== "TimeoutError";

/**
 * Returns the transport of the session's own calls. It reports to `connectivity` whether the server could be reached.
 * An answer of a gateway and a call without an answer in time mean that it could not.
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
