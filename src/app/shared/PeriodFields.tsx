import type { Day } from "#domain/dates.ts";
import { DayField } from "../ui/DayField.tsx";

/**
 * Fields for the first and the last day of a period. If the user chooses a first day after the last day, or vice versa,
 * both fields get the chosen day.
 */
export const PeriodFields = ({
  period: { start, end },
  onDays,
}: {
  period: { readonly start: Day; readonly end: Day };
  onDays: (start: Day, end: Day) => void;
}) => (
  <div className="flex gap-x-3">
    <DayField label="С" value={start} onDay={(day) => onDays(day, end < day ? day : end)} />
    <DayField label="По" value={end} onDay={(day) => onDays(start > day ? day : start, day)} />
  </div>
);
