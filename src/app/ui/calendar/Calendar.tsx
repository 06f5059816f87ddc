import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import type { Day } from "#domain/dates.ts";
import { addMonths } from "#domain/day.ts";
import { dayInWords, fullMonth } from "../../shared/dayNames.ts";
import { Button } from "../Button.tsx";
import { classNames } from "../classNames.ts";
import { MonthGrid } from "./MonthGrid.tsx";
import { isSameMonth } from "./monthDays.ts";

/**
 * Calendar of one month in which the user can pick a day. Buttons show the previous and the next month.
 * react-day-picker is not used, because it is larger (README).
 */
export const Calendar = ({
  firstFocused,
  isChosen,
  reasonNotToPick,
  titleOf,
  onPick,
}: {
  /** Day that is focused when the calendar opens. */
  firstFocused: Day;
  isChosen: (day: Day) => boolean;
  /** Returns the reason why a day cannot be picked. A day with a reason is disabled, but can be focused by keyboard. */
  reasonNotToPick: (day: Day) => string | undefined;
  /** Returns the tooltip of a day that can be picked. */
  titleOf?: (day: Day) => string;
  onPick: (day: Day, isRange: boolean) => void;
}) => {
  const [focusedDay, setFocusedDay] = useState(firstFocused);
  const month = fullMonth(focusedDay);
  const turn = (months: number) => () => setFocusedDay(addMonths(focusedDay, months));
  return (
    <div>
      <div className="mb-1 flex items-center justify-between gap-2">
        <Button kind="ghost" aria-label="Месяц назад" onClick={turn(-1)}>
          <ChevronLeft size={16} aria-hidden />
        </Button>
        <span aria-live="polite" className="font-semibold">
          {month}
        </span>
        <Button kind="ghost" aria-label="Месяц вперёд" onClick={turn(1)}>
          <ChevronRight size={16} aria-hidden />
        </Button>
      </div>
      <MonthGrid
        label={month}
        focusedDay={focusedDay}
        isFocusedAtFirst
        onFocusedDay={setFocusedDay}
        className="w-full table-fixed text-center text-sm"
      >
        {(day, attributes) => {
          const reason = reasonNotToPick(day);
          return (
            <button
              {...attributes}
              type="button"
              aria-disabled={reason ? true : undefined}
              aria-pressed={isChosen(day)}
              aria-label={dayInWords(day)}
              title={reason ?? titleOf?.(day)}
              className={classNames(
                "min-h-8 w-full rounded-md hover:bg-sunken aria-disabled:text-muted aria-disabled:opacity-60 aria-disabled:hover:bg-transparent aria-pressed:bg-accent-weak aria-pressed:font-semibold aria-pressed:text-accent pointer-coarse:min-h-10",
                !isSameMonth(day, focusedDay) && "text-muted",
              )}
              onClick={(event) => !reason && onPick(day, event.shiftKey)}
            >
              {Number(day.slice(8))}
            </button>
          );
        }}
      </MonthGrid>
    </div>
  );
};
