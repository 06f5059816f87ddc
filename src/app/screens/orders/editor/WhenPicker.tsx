import { useState } from "react";
import { Calendar } from "../../../ui/calendar/Calendar.tsx";
import { halfHours, instantOf, localTimeOf } from "./readMoment.ts";

const soon = [
  { label: "+30 мин", minutes: 30 },
  { label: "+1 ч", minutes: 60 },
  { label: "+2 ч", minutes: 120 },
];

/** Popover with quick choices such as "+30 мин", a calendar, and the half hours of the chosen day that are not past. */
export const WhenPicker = ({
  date,
  timeZone,
  now,
  onPick,
  onClose,
}: {
  date: string | null;
  timeZone: string;
  now: number;
  onPick: (date: string | null) => void;
  onClose: () => void;
}) => {
  const today = localTimeOf(now, timeZone);
  const [day, setDay] = useState(date === null ? today.day : localTimeOf(date, timeZone).day);
  const minute = 60_000;
  const after = (minutes: number) => new Date(Math.ceil((now + minutes * minute) / minute) * minute).toISOString();
  const times = halfHours.filter((time) => day > today.day || (day === today.day && time > today.time));
  return (
    <fieldset
      aria-label="Дата и время"
      className="absolute top-full left-0 z-20 mt-1 w-[336px] rounded-lg border border-line bg-raised p-2 shadow-float"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className="mb-2 flex flex-wrap gap-1">
        <button type="button" className="chip" onClick={() => onPick(null)}>
          сейчас
        </button>
        {soon.map(({ label, minutes }) => (
          <button key={minutes} type="button" className="chip" onClick={() => onPick(after(minutes))}>
            {label}
          </button>
        ))}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_72px] gap-2">
        <Calendar
          firstFocused={day}
          isChosen={(one) => one === day}
          reasonNotToPick={(one) => (one < today.day ? "Этот день уже прошёл" : undefined)}
          onPick={setDay}
        />
        <div className="grid max-h-60 content-start gap-0.5 overflow-y-auto border-l border-line pl-2">
          {times.map((time) => (
            <button
              key={time}
              type="button"
              className="min-h-7 rounded-md text-sm hover:bg-sunken pointer-coarse:min-h-10"
              onClick={() => onPick(instantOf(day, time, timeZone))}
            >
              {time}
            </button>
          ))}
          {times.length === 0 && <p className="text-xs text-muted">Времени не осталось.</p>}
        </div>
      </div>
    </fieldset>
  );
};
