import { fromPromise } from "xstate";
import { type Api, type Schemas, unwrap } from "#api/client.ts";
import { businessDay, shiftDay } from "#domain/dates.ts";
import type { ViewsFilter } from "./pageViews.machine.ts";

const ZONE = { timeZone: "Europe/Moscow", dayStart: "00:00" };

/** What the counts of page views ask the server; `now` is the server's clock. */
export const pageViewsActors = (api: Api, now: () => number) => ({
  load: fromPromise(
    ({
      input: { days, screen, version },
      signal,
    }: {
      input: ViewsFilter;
      signal: AbortSignal;
    }): Promise<Schemas["PageViews"]> => {
      const endDate = businessDay(new Date(now()), ZONE);
      const query = {
        endDate,
        startDate: shiftDay(endDate, { days: 1 - days }),
        ...(screen && { screen }),
        ...(version && { version }),
      };
      return unwrap(api.GET("/api/Admin/Metric", { params: { query }, signal }));
    },
  ),
});
