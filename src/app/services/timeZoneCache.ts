import { cacheOffsetPeriod, DEFAULT_TIME_ZONE, type OffsetPeriod, offsetPeriodAround } from "#domain/zone.ts";
import { afterFirstData } from "../startup/firstData.ts";
import { readCached, writeCached } from "../storage/userCache.ts";
import type { Services } from "./context.ts";

/** Remaining validity at which a cached UTC offset is computed again, ms. */
const MARGIN_MS = 7 * 86_400_000;

type Zones = Readonly<Record<string, OffsetPeriod>>;

const isOffsetPeriod = (value: unknown): value is OffsetPeriod =>
  ["from", "until", "offset"].every((name) => Number.isFinite(Reflect.get(Object(value), name)));

const isZones = (value: unknown): value is Zones => Object.values(Object(value)).every(isOffsetPeriod);

/**
 * Restores the cached UTC offsets of time zones, because computing offsets with Intl would delay the first rows. If the
 * offset of a company is missing or expires soon, all are computed and cached after the first data are shown.
 */
export const cacheTimeZones = ({ shell, now }: Pick<Services, "shell" | "now">, userId: number): void => {
  const cached = readCached(userId, "zones", isZones) ?? {};
  for (const [zone, period] of Object.entries(cached)) cacheOffsetPeriod(zone, period);
  afterFirstData(() => {
    const isCurrent = (period: OffsetPeriod | undefined) =>
      period !== undefined && now() >= period.from && now() < period.until - MARGIN_MS;
    const zones = [
      ...new Set(shell.getSnapshot().context.companies.map(({ timeZone = DEFAULT_TIME_ZONE }) => timeZone)),
    ];
    if (zones.every((zone) => isCurrent(cached[zone]))) return;
    writeCached(userId, "zones", Object.fromEntries(zones.map((zone) => [zone, offsetPeriodAround(now(), zone)])));
  });
};
