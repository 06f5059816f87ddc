import { formatDateTime, formatTime } from "#domain/format.ts";
import { useCompany } from "../../../services/context.ts";

export const DUE_MINUTE_MS = 60_000;

/**
 * Formats a due time. To fit the field, the current year is omitted and another year has two digits. Null, which
 * means "now", gives an empty string.
 */
export const formatDue = (date: string | null, timeZone: string, now: number): string => {
  if (date === null) return "";
  const year = formatDateTime(new Date(now), timeZone).slice(5, 10);
  return formatDateTime(date, timeZone)
    .replace(year, "")
    .replace(/\.20(\d\d) /, ".$1 ");
};

/**
 * Returns a function that formats the promised time, for example "14:30": `due` (ms since 1970) plus the company's lead
 * time. If the company has no lead time, the text is empty.
 */
export const useLeadTime = (companyId: number, timeZone: string): ((due: number) => string) => {
  const { leadMinutes } = useCompany(companyId) ?? {};
  return (due) => (leadMinutes ? formatTime(new Date(due + leadMinutes * DUE_MINUTE_MS), timeZone) : "");
};
