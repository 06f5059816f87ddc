import { wallDay } from "#domain/days.ts";
import { useCompany } from "../../context.ts";
import { useNow } from "../../useNow.ts";

/** The company's business day by the server's clock; it moves on while one looks. */
export const useToday = (companyId: number): string => {
  const company = useCompany(companyId);
  const now = useNow(30_000);
  return wallDay(now, { timeZone: company?.timeZone ?? "Europe/Moscow", dayStart: company?.dayStart ?? "00:00" });
};
