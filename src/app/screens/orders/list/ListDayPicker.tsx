import { useSelector } from "@xstate/react";
import { useMemo } from "react";
import type { ActorRefFrom } from "xstate";
import { businessDay } from "#domain/dates.ts";
import { DEFAULT_DAY_START, DEFAULT_TIME_ZONE } from "#domain/zone.ts";
import type { orderListMachine } from "#machines/orders/list/orderList.machine.ts";
import { useCompany, useServices } from "../../../services/context.ts";
import { DayPicker } from "../../../ui/DayPicker.tsx";

/** Day filter of the order list. Only today and days with orders can be picked (business, section 5). */
export const ListDayPicker = ({
  companyId,
  list,
  onPick,
  onClose,
}: {
  companyId: number;
  list: ActorRefFrom<typeof orderListMachine>;
  onPick: (from: string | undefined, to: string | undefined) => void;
  onClose: () => void;
}) => {
  const { now } = useServices();
  const company = useCompany(companyId);
  const { days, query } = useSelector(list, ({ context }) => context);
  const known = useMemo(() => new Map(days.map(({ date, count }) => [date, count])), [days]);
  const zone = { timeZone: company?.timeZone ?? DEFAULT_TIME_ZONE, dayStart: company?.dayStart ?? DEFAULT_DAY_START };
  return (
    <DayPicker
      days={known}
      today={businessDay(new Date(now()), zone)}
      from={query.startDate}
      to={query.endDate}
      onPick={onPick}
      onClose={onClose}
    />
  );
};
