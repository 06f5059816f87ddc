import { fromPromise } from "xstate";
import { type Api, unwrap } from "#api/client.ts";
import type { PlayedEvent } from "./testCall.machine.ts";

/** Reports what is played with the token of a phone, which no machine keeps; `api` is one that adds no token of its own, `now` the server's clock. */
export const testCallActors = (api: Api, token: () => string, now: () => number) => ({
  tell: fromPromise(async ({ input, signal }: { input: PlayedEvent; signal: AbortSignal }): Promise<void> => {
    const body = { ...input, at: new Date(now()).toISOString() };
    const headers = { Authorization: `Bearer ${token()}` };
    await unwrap(api.POST("/api/PhoneTracker/Call", { body, headers, signal }));
  }),
});
