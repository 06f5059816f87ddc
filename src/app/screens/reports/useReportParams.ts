import { type Grouping, groupingFor, readPeriod, reasonNotToReport } from "#machines/queries/period.ts";
import type { ReportParams } from "#machines/queries/reports.ts";
import { useQueryString } from "../../shared/useQueryString.ts";
import { useToday } from "../../shared/useToday.ts";

/**
 * Returns the report parameters from the query string, and a function that changes them. Until the user chooses a
 * grouping, `usualGrouping` is used. If it is null, the grouping depends on the length of the period.
 */
export const useReportParams = (companyId: number, usualGrouping: Grouping | null = null) => {
  const today = useToday(companyId);
  const { search, change } = useQueryString();
  const params = new URLSearchParams(search);
  const period = readPeriod(params, today);
  const query: ReportParams = {
    companyId,
    start: period.start,
    end: period.end,
    grouping: groupingFor(params.get("group") ?? usualGrouping, period),
    isCompared: params.get("compare") === "1",
  };
  return { params, change, period, problem: reasonNotToReport(period), query };
};
