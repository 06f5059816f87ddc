import { type Schemas, unwrap } from "#api/client.ts";
import { addDays, wallDay } from "#domain/days.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";

/** Filter of page views: the last `days` days, a screen and a version. An empty text means all. */
export interface ViewsFilter {
  readonly days: number;
  readonly screen: string;
  readonly version: string;
}

const ZONE = { timeZone: "Europe/Moscow", dayStart: "00:00" };

/** Returns the query for counts of page views. `now` is the server's clock, ms since 1970. */
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
