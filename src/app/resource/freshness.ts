import { formatTime } from "#domain/format.ts";
import type { Answered } from "#machines/resource/view.ts";

/** How fresh an answer is, "данные на 14:32"; nothing before there is one. */
export const freshness = (shown: Pick<Answered<unknown, unknown>, "at"> | undefined, timeZone: string): string =>
  shown ? `данные на ${formatTime(new Date(shown.at), timeZone)}` : "";
