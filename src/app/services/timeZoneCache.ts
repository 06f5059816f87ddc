import { cacheOffsetPeriod, type OffsetPeriod, offsetPeriodAround } from "#domain/zone.ts";
import { afterFirstData } from "../startup/firstData.ts";
import { readCached, writeCached } from "../storage/userCache.ts";
import type { Services } from "./context.ts";

/** What is remembered of a zone serves until so long before its end, ms. */
const MARGIN_MS = 7 * 86_400_000;

type Zones = Readonly<Record<string, OffsetPeriod>>;

const isStretch = (value: unknown): value is OffsetPeriod =>
  ["from", "until", "offset"].every((name) => Number.isFinite(Reflect.get(Object(value), name)));

const isZones = (value: unknown): value is Zones =>
  typeof value === "object" && value !== null && Object.values(value).every(isStretch);

/**
 * Has the clocks of the companies' zones read as an earlier page left them: the first rows then need none of the browser's formats.
 * What is missing or runs out is looked up once the first data are shown, for the next page.
 */
export const keepZones = ({ shell, now }: Pick<Services, "shell" | "now">, userId: number): void => {
  const known = readCached(userId, "zones", isZones) ?? {};
  for (const [zone, stretch] of Object.entries(known)) cacheOffsetPeriod(zone, stretch);
  afterFirstData(() => {
    const isLasting = (stretch: OffsetPeriod | undefined) =>
      stretch !== undefined && now() >= stretch.from && now() < stretch.until - MARGIN_MS;
    const wanted = [...new Set(shell.getSnapshot().context.companies.map(({ timeZone }) => timeZone))];
    if (wanted.every((zone) => isLasting(known[zone]))) return;
    writeCached(userId, "zones", Object.fromEntries(wanted.map((zone) => [zone, offsetPeriodAround(now(), zone)])));
  });
};
