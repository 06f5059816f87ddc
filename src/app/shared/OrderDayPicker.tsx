import { type ComponentProps, useMemo } from "react";
import { daysWithOrdersQuery } from "#machines/queries/dashboard.ts";
import { DayPicker } from "../ui/DayPicker.tsx";
import { useQuery } from "./useQuery.ts";
import { useToday } from "./useToday.ts";

/** Calendar in which only today and earlier days with orders can be picked (business, section 5). */
export const OrderDayPicker = ({
  companyId,
  ...rest
}: { companyId: number } & Omit<ComponentProps<typeof DayPicker>, "days" | "today">) => {
  const today = useToday(companyId);
  const { shown } = useQuery(daysWithOrdersQuery, { companyId });
  const days = useMemo(
    () => new Map((shown?.answer ?? []).flatMap(({ date, count }) => (date <= today ? [[date, count]] : []))),
    [shown, today],
  );
  return <DayPicker {...rest} days={days} today={today} />;
};
