import { type Schemas, unwrap } from "#api/client.ts";
import { addDays, wallDay } from "#domain/days.ts";
import { DEFAULT_DAY_START, DEFAULT_TIME_ZONE } from "#domain/zone.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";

/** Filter of page views of the last `days` days, up to today. An empty `screen` or `version` matches all. */
export interface ViewsFilter {
  readonly days: number;
  readonly screen: string;
  readonly version: string;
}

const ZONE = { timeZone: DEFAULT_TIME_ZONE, dayStart: DEFAULT_DAY_START };

/** Returns the descriptor of the query that counts page views. `now` returns the server's time, ms since 1970. */
export const pageViewsQuery = (now: () => number): QueryDescriptor<ViewsFilter, Schemas["PageViews"]> => ({
  name: "pageViews",
  load: (api, { days, screen, version }, signal) => {
    const endDate = wallDay(now(), ZONE);
    const query = {
      endDate,
      startDate: addDays(endDate, 1 - days),
      ...(screen && { screen }),
      ...(version && { version }),
    };
    return unwrap(api.GET("/api/Admin/Metric", { params: { query }, signal }));
  },
});
