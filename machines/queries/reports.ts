import { hasFields, isListOf } from "#api/answerShape.ts";
import { type Api, type Schemas, unwrap } from "#api/client.ts";
import type { Day } from "#domain/dates.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import type { MakeTable } from "#machines/files/tableExport.actors.ts";
import type { DatePeriod, Grouping } from "./period.ts";

/** Parameters of a report. If `isCompared` is true, the report of the preceding period is also read. */
export interface ReportParams extends DatePeriod {
  readonly companyId: number;
  readonly grouping: Grouping;
  readonly isCompared: boolean;
}

/** Report of a period. `before` is the report of the preceding period, if a comparison was requested. */
export interface Compared<Report> {
  readonly report: Report;
  readonly before: Report | undefined;
}

interface Params {
  path: { companyId: number };
  query: { startDate: Day; endDate: Day; groupBy: Grouping };
}

/**
 * Returns the descriptor of the query for a report. The dates of the preceding period come from the server's answer.
 */
const reportQuery = <Report extends Schemas["ReportPeriod"]>(
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

const areRows = isListOf({});
const areTurnovers = isListOf({ id: "number", name: "string", closing: "number" });

const isReport = (answer: unknown): boolean =>
  hasFields(answer, { previousStartDate: "string", rows: "list", groups: "list", total: "object" }) &&
  areRows(Reflect.get(answer, "rows")) &&
  areRows(Reflect.get(answer, "groups"));

/** Descriptor of the query for the report on payments by period and payment method. */
export const paymentReportQuery = reportQuery("paymentReport", (api, params, signal) =>
  unwrap(api.GET("/api/Report/Company/{companyId}/Payment", { params, signal }), isReport),
);

/** Descriptor of the query for the report on sold dishes. */
export const itemReportQuery = reportQuery("itemReport", (api, params, signal) =>
  unwrap(api.GET("/api/Report/Company/{companyId}/Item", { params, signal }), isReport),
);

/** Descriptor of the query for the report on granted discounts. */
export const discountReportQuery = reportQuery("discountReport", (api, params, signal) =>
  unwrap(api.GET("/api/Report/Company/{companyId}/Discount", { params, signal }), isReport),
);

/** Descriptor of the query for the report on cancelled orders, grouped by reason and employee. */
export const cancellationReportQuery = reportQuery("cancellationReport", (api, params, signal) =>
  unwrap(api.GET("/api/Report/Company/{companyId}/Cancellation", { params, signal }), isReport),
);

/** Descriptor of the query for the report on calls and on the orders that were taken during calls. */
export const callReportQuery = reportQuery("callReport", (api, params, signal) =>
  unwrap(api.GET("/api/Report/Company/{companyId}/Call", { params, signal }), isReport),
);

const isFinanceReport = (answer: unknown): boolean =>
  isReport(answer) && hasFields(answer, { sources: "list" }) && areTurnovers(Reflect.get(answer, "sources"));

/** Descriptor of the query for the report on income and expenses by category. */
export const financeReportQuery = reportQuery("financeReport", (api, params, signal) =>
  unwrap(api.GET("/api/FinanceTransaction/Company/{companyId}/Report", { params, signal }), isFinanceReport),
);

/** Returns a function that requests the report on income and expenses as a table file. */
export const makeFinanceTable =
  (api: Api, { companyId, start, end, grouping }: ReportParams): MakeTable =>
  (format, signal) =>
    unwrap(
      api.GET("/api/FinanceTransaction/Company/{companyId}/Report/File", {
        params: { path: { companyId }, query: { startDate: start, endDate: end, groupBy: grouping, format } },
        parseAs: "blob",
        signal,
      }),
    );

/** Returns a function that requests the general report of a period as a table file. */
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
