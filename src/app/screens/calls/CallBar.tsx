import { type CallRow, callDurations, isOngoing } from "#machines/queries/calls.ts";
import { useNow } from "../../shared/useNow.ts";

const describeSpans = ({ call }: CallRow, { wait, talk }: ReturnType<typeof callDurations>): string =>
  call === null ? `ждал ${wait}\u00a0с` : `ждал ${wait}\u00a0с, разговор ${talk}\u00a0с`;

const SpanBar = ({ call, now, longest }: { call: CallRow; now: number; longest: number }) => {
  const spans = callDurations(call, now);
  const scale = 100 / Math.max(longest, spans.wait + spans.talk, 1);
  const [wait, talk] = [spans.wait * scale, spans.talk * scale];
  return (
    <span className="block min-w-32 max-w-64 py-1">
      <span className="text-xs text-muted">{describeSpans(call, spans)}</span>
      <svg aria-hidden viewBox="0 0 100 6" preserveAspectRatio="none" className="block h-1.5 w-full">
        <rect width={wait} height={6} className="fill-edge" />
        <rect x={wait} width={talk} height={6} className="fill-accent" />
      </svg>
    </span>
  );
};

const LiveBar = ({ call, longest }: { call: CallRow; longest: number }) => (
  <SpanBar call={call} now={useNow(1_000)} longest={longest} />
);

/**
 * Bar for the waiting and talking time of a call; a call of `longest` seconds fills the bar. The bar of an ongoing call
 * grows every second.
 */
export const CallBar = ({ call, longest }: { call: CallRow; longest: number }) =>
  isOngoing(call) ? <LiveBar call={call} longest={longest} /> : <SpanBar call={call} now={0} longest={longest} />;
