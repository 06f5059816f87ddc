const DAY_MS = 86_400_000;
/** How far a stretch is looked for, days each way. */
const FARTHEST_DAYS = 45;

/** A stretch of time, ms since 1970, its end exclusive, in which the clocks of a zone keep one distance from UTC, ms. */
export interface Stretch {
  readonly from: number;
  readonly until: number;
  readonly offset: number;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  clocks.set(timeZone, clock);
  return clock;
};

const readOffset = (instant: number, timeZone: string): number => {
  const second = Math.floor(instant / 1000) * 1000;
  return Date.parse(`${clockOf(timeZone).format(second).replace(" ", "T")}Z`) - second;
};

/** The stretch around an instant, at most 45 days each way; no zone changes its clocks and changes them back within a day. */
export const stretchAround = (instant: number, timeZone: string): Stretch => {
  const offset = readOffset(instant, timeZone);
  const edge = (step: number): number => {
    let days = 0;
    while (days < FARTHEST_DAYS && readOffset(instant + step * (days + 1) * DAY_MS, timeZone) === offset) days += 1;
    return instant + step * days * DAY_MS;
  };
  return { from: edge(-1), until: edge(1), offset };
};

const stretches = new Map<string, Stretch>();

/** Has a zone's clock read from a stretch that is known, which spares the browser's formats where an instant lies in it. */
export const learnStretch = (timeZone: string, stretch: Stretch): void => {
  stretches.set(timeZone, stretch);
};

/** What a zone's clock shows at an instant, as the same figures of a UTC date. */
export const wallClock = (instant: number, timeZone: string): Date => {
  const known = stretches.get(timeZone);
  const isWithin = known !== undefined && instant >= known.from && instant < known.until;
  return new Date(instant + (isWithin ? known.offset : readOffset(instant, timeZone)));
};
