import type { Handlers } from "../http/handlerTypes.ts";
import { sendTable } from "../http/sendTable.ts";
import type { CompanyScope } from "../services/session/caller.ts";
import { createGeneralReport } from "../services/statistics/generalReport.ts";
import { fileNameOf, parseReportPeriod, type ReportQuery } from "../services/statistics/parsePeriod.ts";
import {
  readCallReport,
  readCancellationReport,
  readDiscountReport,
  readItemReport,
  readPaymentReport,
} from "../services/statistics/reports.ts";

const periodOf = (company: CompanyScope, query: ReportQuery) => parseReportPeriod(query, company.zone, new Date());

/** Handlers that return reports for a period. */
export const reportOperations = {
  getPaymentReport: async ({ db, company, query }) => readPaymentReport(db, company, periodOf(company, query)),
  getItemReport: async ({ db, company, query }) => readItemReport(db, company, periodOf(company, query)),
  getDiscountReport: async ({ db, company, query }) => readDiscountReport(db, company, periodOf(company, query)),
  getCancellationReport: async ({ db, company, query }) =>
    readCancellationReport(db, company, periodOf(company, query)),
  getCallReport: async ({ db, company, query }) => readCallReport(db, company, periodOf(company, query)),
  exportGeneralReport: async ({ db, company, query, http }) => {
    const period = periodOf(company, query);
    const table = await createGeneralReport(db, company, period, query.format);
    return sendTable(http.reply, table, { name: fileNameOf("report", period), format: query.format });
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
