import { fromPromise } from "xstate";
import { type Api, unwrap } from "#api/client.ts";
import type { TestCallEvent } from "./testCall.machine.ts";

/**
 * Returns the actors of a simulated phone call; `now` returns the server's time. `api` must not add the user's token,
 * because the reports of the call are authorised by `token`.
 */
export const testCallActors = (api: Api, token: () => string, now: () => number) => ({
  report: fromPromise(async ({ input, signal }: { input: TestCallEvent; signal: AbortSignal }): Promise<void> => {
    const body = { ...input, at: new Date(now()).toISOString() };
    const headers = { Authorization: `Bearer ${token()}` };
    await unwrap(api.POST("/api/PhoneTracker/Call", { body, headers, signal }));
  }),
});
