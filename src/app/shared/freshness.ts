import { formatTime } from "#domain/format.ts";
import type { ShownData } from "./useQuery.ts";

/**
 * Formats the time at which the data were read, for example "данные на 14:32". Returns an empty string before the first
 * read.
 */
export const freshness = (shown: Pick<ShownData<unknown, unknown>, "at"> | undefined, timeZone: string): string =>
  shown ? `данные на ${formatTime(new Date(shown.at), timeZone)}` : "";
