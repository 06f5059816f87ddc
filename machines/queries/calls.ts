import { type Schemas, unwrap } from "#api/client.ts";
import { livePolling, type QueryDescriptor } from "#machines/core/query.ts";
import type { DayQuery } from "#machines/queries/dashboard.ts";

type Full = Schemas["OperatorPhoneCall"];

/** What a server beyond the documented calls tells of a call. */
type Extra = "endCall" | "operatorPhoneName" | "customerAlias" | "orderInternalId";

/** A call of the list. */
export type CallRow = Omit<Full, Extra> & Partial<Pick<Full, Extra>>;

const POLL_MS = 10_000;

/** The calls of a day; those of today are asked for every 10 seconds, as open orders are. */
export const callsOfDay: QueryDescriptor<DayQuery, readonly CallRow[]> = {
  name: "callsOfDay",
  polling: ({ date }) => livePolling(date === undefined, POLL_MS),
  load: (api, { companyId, date }, signal) =>
    unwrap(
      api.GET("/api/OperatorPhoneCall/Company/{companyId}/Summury", {
        params: { path: { companyId }, query: { ...(date && { startDate: date }) } },
        signal,
      }),
      Array.isArray,
    ),
};

/** Whether a call is still going on. */
export const isOngoing = ({ statusCall }: CallRow): boolean => statusCall === "StartRing" || statusCall === "Call";

/** Which calls of the day are shown. */
export const callFilters = ["all", "missed", "unordered"] as const;
/** One of `callFilters`. */
export type CallFilter = (typeof callFilters)[number];

/** Whether a filter leaves a call. */
export const isShownBy: Readonly<Record<CallFilter, (call: CallRow) => boolean>> = {
  all: () => true,
  missed: ({ statusCall }) => statusCall === "EndRing",
  unordered: ({ orderId }) => orderId === null,
};

const secondsBetween = (from: string | number, to: string | number): number =>
  Math.max(0, Math.round((new Date(to).getTime() - new Date(from).getTime()) / 1000));

/** How long a caller waited and talked, seconds, by `now` where it goes on; an end that nobody told of counts as nothing. */
export const callDurations = (call: CallRow, now: number): { readonly wait: number; readonly talk: number } => {
  const end = isOngoing(call) ? now : (call.endCall ?? call.endRing ?? call.call ?? call.startRing);
  return {
    wait: secondsBetween(call.startRing, call.call ?? end),
    talk: call.call === null ? 0 : secondsBetween(call.call, end),
  };
};
