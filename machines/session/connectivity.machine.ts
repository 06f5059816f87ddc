import { setup } from "xstate";

/** Whether the server can be reached, as the latest calls and the browser saw it. */
export const connectivityMachine = setup({
  types: {
    events: {} as
      | { type: "call.answered" }
      | { type: "call.unanswered" }
      | { type: "network.online" }
      | { type: "network.offline" },
  },
}).createMachine({
  id: "connectivity",
  initial: "online",
  states: {
    online: { on: { "call.unanswered": "away", "network.offline": "away" } },
    away: { on: { "call.answered": "online", "network.online": "online" } },
  },
});
