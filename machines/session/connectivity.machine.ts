import { emit, setup } from "xstate";

/**
 * Reachability of the server, derived from the results of the latest calls and from the browser's online state. Each
 * change emits an event.
 */
export const connectivityMachine = setup({
  types: {
    events: {} as
      | { type: "call.answered" }
      | { type: "call.unanswered" }
      | { type: "browser.online" }
      | { type: "browser.offline" },
    emitted: {} as { type: "network.online" } | { type: "network.offline" },
  },
  actions: {
    reportOnline: emit({ type: "network.online" }),
    reportOffline: emit({ type: "network.offline" }),
  },
}).createMachine({
  id: "connectivity",
  initial: "online",
  states: {
    online: {
      on: {
        "call.unanswered": { target: "away", actions: "reportOffline" },
        "browser.offline": { target: "away", actions: "reportOffline" },
      },
    },
    away: {
      on: {
        "call.answered": { target: "online", actions: "reportOnline" },
        "browser.online": { target: "online", actions: "reportOnline" },
      },
    },
  },
});
