import { hasFields, isListOf } from "#api/answerShape.ts";
import { ApiProblem, type Schemas, unwrap } from "#api/client.ts";
import { livePolling, type QueryDescriptor } from "#machines/core/query.ts";
import type { DayQuery } from "#machines/queries/dashboard.ts";

type Full = Schemas["OperatorPhoneCall"];

/** Fields of a phone call that are not in the specification. A server may leave them out. */
type Extra = "endCall" | "operatorPhoneName" | "customerAlias" | "orderInternalId";

/** Phone call as a row in the call list. */
export type CallRow = Omit<Full, Extra> & Partial<Pick<Full, Extra>>;

const POLL_MS = 10_000;

/** Descriptor of the query for a company's phone calls on a day. Today's calls are polled every 10 seconds. */
export const callsOfDayQuery: QueryDescriptor<DayQuery, readonly CallRow[]> = {
  name: "callsOfDay",
  polling: ({ date }) => livePolling(date === undefined, POLL_MS),
  load: (api, { companyId, date }, signal) =>
    unwrap(
      api.GET("/api/OperatorPhoneCall/Company/{companyId}/Summury", {
        params: { path: { companyId }, query: { ...(date && { startDate: date }) } },
        signal,
      }),
      isListOf({ id: "number", startRing: "moment", statusCall: "string" }),
    ),
};

/** Returns true if the call is ringing or in progress. */
export const isOngoing = ({ statusCall }: CallRow): boolean => statusCall === "StartRing" || statusCall === "Call";

/** Filters of the call list. */
export const callFilters = ["all", "missed", "unordered"] as const;
/** Filter of the call list. */
export type CallFilter = (typeof callFilters)[number];

/** For each filter, a function that returns true if the filter shows the call. */
export const isShownBy: Readonly<Record<CallFilter, (call: CallRow) => boolean>> = {
  all: () => true,
  missed: ({ statusCall }) => statusCall === "EndRing",
  unordered: ({ orderId }) => orderId === null,
};

const secondsBetween = (from: string | number, to: string | number): number =>
  Math.max(0, Math.round((new Date(to).getTime() - new Date(from).getTime()) / 1000));

/**
 * Returns the waiting time and the talking time of a call, seconds. An ongoing call counts up to `now`. A finished call
 * without a recorded end counts up to its last recorded time.
 */
export const callDurations = (call: CallRow, now: number): { readonly wait: number; readonly talk: number } => {
  const end = isOngoing(call) ? now : (call.endCall ?? call.endRing ?? call.call ?? call.startRing);
  return {
    wait: secondsBetween(call.startRing, call.call ?? end),
    talk: call.call === null ? 0 : secondsBetween(call.call, end),
  };
};

/** Customer who calls. A server may leave out `lastOrders`. */
export type CallingCustomer = Pick<Schemas["Customer"], "alias" | "orderCount"> &
  Partial<Pick<Schemas["Customer"], "lastOrders">>;

/**
 * Descriptor of the query for the customer with the phone number of a call. The result is null if there is no such
 * customer.
 */
export const callerQuery: QueryDescriptor<
  { readonly companyId: number; readonly phone: string },
  CallingCustomer | null
> = {
  name: "caller",
  load: async (api, path, signal) => {
    try {
      const call = api.GET("/api/Customer/Company/{companyId}/{phone}", { params: { path }, signal });
      return await unwrap(call, (data) => hasFields(data, { orderCount: "number" }));
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 404) return null;
      throw error;
    }
  },
};
