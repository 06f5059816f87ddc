import type { Handlers } from "../http/handlerTypes.ts";
import type { CompanyScope } from "../services/session/caller.ts";
import { generalReport } from "../services/statistics/generalReport.ts";
import { periodAsked, type ReportQuery } from "../services/statistics/parsePeriod.ts";
import {
  callReport,
  cancellationReport,
  discountReport,
  itemReport,
  paymentReport,
} from "../services/statistics/reports.ts";

const periodOf = (company: CompanyScope, query: ReportQuery) => periodAsked(query, company.zone, new Date());

/** Figures of a period. */
export const reportOperations = {
  getPaymentReport: async ({ db, company, query }) => paymentReport(db, company, periodOf(company, query)),
  getItemReport: async ({ db, company, query }) => itemReport(db, company, periodOf(company, query)),
  getDiscountReport: async ({ db, company, query }) => discountReport(db, company, periodOf(company, query)),
  getCancellationReport: async ({ db, company, query }) => cancellationReport(db, company, periodOf(company, query)),
  getCallReport: async ({ db, company, query }) => callReport(db, company, periodOf(company, query)),
  exportGeneralReport: async ({ db, company, query, http }) => {
    const period = periodOf(company, query);
    const { mime, bytes } = await generalReport(db, company, period, query.format);
    const name = `report-${period.startDate}-${period.endDate}.${query.format}`;
    return http.reply.type(mime).header("content-disposition", `attachment; filename="${name}"`).send(bytes);
  },
} satisfies Pick<
  Handlers,
  | "getPaymentReport"
  | "getItemReport"
  | "getDiscountReport"
  | "getCancellationReport"
  | "getCallReport"
  | "exportGeneralReport"
>;
