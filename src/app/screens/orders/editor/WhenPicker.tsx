import { useEffect, useRef, useState } from "react";
import { formatDay } from "#domain/format.ts";
import { Button } from "../../../ui/Button.tsx";
import { classNames } from "../../../ui/classNames.ts";
import { halfHours, instantOf, monthDays, monthName, shiftMonth, wallOf } from "./when.ts";

const weekdays = ["пн", "вт", "ср", "чт", "пт", "сб", "вс"];
const soon = [
  { label: "+30 мин", minutes: 30 },
  { label: "+1 ч", minutes: 60 },
  { label: "+2 ч", minutes: 120 },
];

/** A calendar from Monday on, and the half hours of the chosen day. */
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
  const today = wallOf(now, timeZone);
  const [day, setDay] = useState(date === null ? today.day : wallOf(date, timeZone).day);
  const [month, setMonth] = useState(day.slice(0, 7));
  const chosen = useRef<HTMLButtonElement>(null);
  useEffect(() => chosen.current?.focus(), []);
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
        <div>
          <div className="flex items-center justify-between">
            <Button kind="ghost" aria-label="Прошлый месяц" onClick={() => setMonth(shiftMonth(month, -1))}>
              ‹
            </Button>
            <b className="text-sm font-semibold" aria-live="polite">
              {monthName(month)}
            </b>
            <Button kind="ghost" aria-label="Следующий месяц" onClick={() => setMonth(shiftMonth(month, 1))}>
              ›
            </Button>
          </div>
          <div className="grid grid-cols-7 text-center text-xs">
            {weekdays.map((name) => (
              <span key={name} aria-hidden className="py-1 text-muted">
                {name}
              </span>
            ))}
            {monthDays(month).map((one) => (
              <button
                key={one.day}
                ref={one.day === day ? chosen : undefined}
                type="button"
                aria-label={formatDay(one.day)}
                aria-pressed={one.day === day}
                disabled={one.day < today.day}
                className={classNames(
                  "min-h-7 rounded-md hover:bg-sunken aria-pressed:bg-accent-weak aria-pressed:font-semibold aria-pressed:text-accent disabled:opacity-40 pointer-coarse:min-h-10",
                  !one.isInside && "text-muted",
                )}
                onClick={() => setDay(one.day)}
              >
                {one.number}
              </button>
            ))}
          </div>
        </div>
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
