import { type ComponentProps, useMemo } from "react";
import { daysWithOrders } from "#machines/dashboards/dashboard.ts";
import { useView } from "../../resource/useView.ts";
import { DayPicker } from "../../ui/DayPicker.tsx";
import { useToday } from "./useToday.ts";

/** A month whose days with orders up to today can be chosen (business, section 5). */
export const OrderDayPicker = ({
  companyId,
  ...rest
}: { companyId: number } & Omit<ComponentProps<typeof DayPicker>, "days" | "today">) => {
  const today = useToday(companyId);
  const { shown } = useView(daysWithOrders, { companyId });
  const days = useMemo(
    () => new Map((shown?.answer ?? []).flatMap(({ date, count }) => (date <= today ? [[date, count]] : []))),
    [shown, today],
  );
  return <DayPicker {...rest} days={days} today={today} />;
};
