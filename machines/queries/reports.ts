import { type Api, type Schemas, unwrap } from "#api/client.ts";
import type { Day } from "#domain/dates.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import type { MakeTable } from "#machines/files/tableExport.actors.ts";
import type { DatePeriod, Grouping } from "./period.ts";

/** What is reported on: a period of a company in groups, beside the one before it where that is wanted. */
export interface ReportParams extends DatePeriod {
  readonly companyId: number;
  readonly grouping: Grouping;
  readonly isCompared: boolean;
}

/** A report, and the same of the period before it. */
export interface Compared<Report> {
  readonly report: Report;
  readonly before: Report | undefined;
}

interface Params {
  path: { companyId: number };
  query: { startDate: Day; endDate: Day; groupBy: Grouping };
}

/** A report by the call that brings it; the server says which period lies before. */
const report = <Report extends Schemas["ReportPeriod"]>(
  name: string,
  load: (api: Api, params: Params, signal: AbortSignal) => Promise<Report>,
): QueryDescriptor<ReportParams, Compared<Report>> => ({
  name,
  load: async (api, { companyId, start, end, grouping, isCompared }, signal) => {
    const of = (startDate: Day, endDate: Day) =>
      load(api, { path: { companyId }, query: { startDate, endDate, groupBy: grouping } }, signal);
    const now = await of(start, end);
    return { report: now, before: isCompared ? await of(now.previousStartDate, now.previousEndDate) : undefined };
  },
});

/** Payments by group and method. */
export const paymentReportQuery = report("paymentReport", (api, params, signal) =>
  unwrap(api.GET("/api/Report/Company/{companyId}/Payment", { params, signal })),
);

/** Dishes sold. */
export const itemReportQuery = report("itemReport", (api, params, signal) =>
  unwrap(api.GET("/api/Report/Company/{companyId}/Item", { params, signal })),
);

/** Discounts given. */
export const discountReportQuery = report("discountReport", (api, params, signal) =>
  unwrap(api.GET("/api/Report/Company/{companyId}/Discount", { params, signal })),
);

/** Cancelled orders by reason and employee. */
export const cancellationReportQuery = report("cancellationReport", (api, params, signal) =>
  unwrap(api.GET("/api/Report/Company/{companyId}/Cancellation", { params, signal })),
);

/** Calls that became orders. */
export const callReportQuery = report("callReport", (api, params, signal) =>
  unwrap(api.GET("/api/Report/Company/{companyId}/Call", { params, signal })),
);

/** How the server is asked for the general report of a period as a file. */
export const makeReportTable =
  (api: Api, { companyId, start, end, grouping }: ReportParams): MakeTable =>
  (format, signal) =>
    unwrap(
      api.GET("/api/Report/Company/{companyId}/General", {
        params: { path: { companyId }, query: { startDate: start, endDate: end, groupBy: grouping, format } },
        parseAs: "blob",
        signal,
      }),
    );
