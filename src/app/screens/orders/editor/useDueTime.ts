import { formatDateTime, formatTime } from "#domain/format.ts";
import { useCompany, useServices } from "../../../services/context.ts";
import { useEditor } from "./useEditor.ts";

const MINUTE_MS = 60_000;

/**
 * Formats a due time. The current year is omitted, and another year has two digits, so that the text fits the field.
 */
export const formatDue = (date: string | null, timeZone: string, now: number): string => {
  if (date === null) return "";
  const year = formatDateTime(new Date(now), timeZone).slice(5, 10);
  return formatDateTime(date, timeZone)
    .replace(year, "")
    .replace(/\.20(\d\d) /, ".$1 ");
};

/**
 * Returns the time promised to the customer for an order "now": the current time and the lead time of the company.
 * Returns an empty string if the company has no lead time.
 */
export const useSoonestTime = (companyId: number, timeZone: string): string => {
  const { now } = useServices();
  const leadMinutes = useCompany(companyId)?.leadMinutes;
  return leadMinutes ? `к ${formatTime(new Date(now() + leadMinutes * MINUTE_MS), timeZone)}` : "";
};

/** Returns the due time of the draft, or else the time of an order "now". */
export const useDueTime = (companyId: number, timeZone: string): string => {
  const { now } = useServices();
  const date = useEditor(({ context }) => context.draft.date);
  const soonest = useSoonestTime(companyId, timeZone);
  return formatDue(date, timeZone, now()) || soonest;
};
