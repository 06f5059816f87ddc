import { type CallRow, isGoingOn, spansOf } from "#machines/calls/calls.ts";
import { useNow } from "../../useNow.ts";

const wordsOf = ({ call }: CallRow, { wait, talk }: ReturnType<typeof spansOf>): string =>
  call === null ? `ждал ${wait}\u00a0с` : `ждал ${wait}\u00a0с, разговор ${talk}\u00a0с`;

const Bar = ({ call, now, longest }: { call: CallRow; now: number; longest: number }) => {
  const spans = spansOf(call, now);
  const scale = 100 / Math.max(longest, spans.wait + spans.talk, 1);
  const [wait, talk] = [spans.wait * scale, spans.talk * scale];
  return (
    <span className="block min-w-32 max-w-64 py-1">
      <span className="text-xs text-muted">{wordsOf(call, spans)}</span>
      <svg aria-hidden viewBox="0 0 100 6" preserveAspectRatio="none" className="block h-1.5 w-full">
        <rect width={wait} height={6} className={call.statusCall === "EndRing" ? "fill-negative" : "fill-warning"} />
        <rect x={wait} width={talk} height={6} className="fill-accent" />
      </svg>
    </span>
  );
};

const LiveBar = ({ call, longest }: { call: CallRow; longest: number }) => (
  <Bar call={call} now={useNow(1_000)} longest={longest} />
);

/** How long a caller waited and talked, in seconds and beside the longest call; it grows while the call goes on. */
export const CallBar = ({ call, longest }: { call: CallRow; longest: number }) =>
  isGoingOn(call) ? <LiveBar call={call} longest={longest} /> : <Bar call={call} now={0} longest={longest} />;
