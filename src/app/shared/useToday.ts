import { wallDay } from "#domain/days.ts";
import { useCompany } from "../services/context.ts";
import { useNow } from "./useNow.ts";

/** Returns the company's business day by the server's clock, updated while the screen is open. */
export const useToday = (companyId: number): string => {
  const company = useCompany(companyId);
  const now = useNow(30_000);
  return wallDay(now, { timeZone: company?.timeZone ?? "Europe/Moscow", dayStart: company?.dayStart ?? "00:00" });
};
