import { readBearer } from "../http/authorize.ts";
import type { Handlers } from "../http/handlerTypes.ts";
import { readCallsJson } from "../services/calls/list.ts";
import { takeCall } from "../services/calls/take.ts";
import { trackCall } from "../services/calls/track.ts";
import { linkTracker } from "../services/configuration/trackerLinks.ts";

/** Handlers for phone calls to the operators, and for the call trackers that report them. */
export const callOperations = {
  listOperatorPhoneCalls: async ({ db, company, query }) => ({
    json: await readCallsJson(db, company, query.startDate),
  }),
  takeOperatorPhoneCall: ({ db, company, caller, path }) => takeCall(db, company.id, caller, path.id),
  trackCall: ({ db, http, body }) => trackCall(db, readBearer(http.headers["authorization"]), body, new Date()),
  linkPhoneTracker: ({ db, body }) => linkTracker(db, body, new Date()),
} satisfies Partial<Handlers>;
