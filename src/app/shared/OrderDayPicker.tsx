import { type ComponentProps, useMemo } from "react";
import { daysWithOrdersQuery } from "#machines/queries/dashboard.ts";
import { DayPicker } from "../ui/DayPicker.tsx";
import { useQuery } from "./useQuery.ts";
import { useToday } from "./useToday.ts";

/**
 * Calendar in which only today and earlier days with orders can be picked (business, section 5). With `hasFuture`,
 * later days that already have orders can be picked too.
 */
export const OrderDayPicker = ({
  companyId,
  hasFuture = false,
  ...rest
}: { companyId: number; hasFuture?: boolean } & Omit<ComponentProps<typeof DayPicker>, "days" | "today">) => {
  const today = useToday(companyId);
  const { shown } = useQuery(daysWithOrdersQuery, { companyId });
  const days = useMemo(
    () =>
      new Map((shown?.answer ?? []).flatMap(({ date, count }) => (hasFuture || date <= today ? [[date, count]] : []))),
    [shown, today, hasFuture],
  );
  return <DayPicker {...rest} days={days} today={today} />;
};
