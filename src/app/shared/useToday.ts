import { wallDay } from "#domain/days.ts";
import { DEFAULT_DAY_START, DEFAULT_TIME_ZONE } from "#domain/zone.ts";
import { useCompany } from "../services/context.ts";
import { useNow } from "./useNow.ts";

/**
 * Returns the company's current business day by the server's clock. The value changes when a new business day starts.
 */
export const useToday = (companyId: number): string => {
  const company = useCompany(companyId);
  const now = useNow(30_000);
  return wallDay(now, {
    timeZone: company?.timeZone ?? DEFAULT_TIME_ZONE,
    dayStart: company?.dayStart ?? DEFAULT_DAY_START,
  });
};
