import { addDays } from "#domain/days.ts";
import { readDate } from "#machines/queries/dashboard.ts";
import { useCommands } from "../keyboard/commands.ts";
import { useQueryString } from "./useQueryString.ts";
import { useToday } from "./useToday.ts";

/** Day in the URL (`?date=2026-11-21`), and the actions that change it. */
export interface DaySteps {
  /** Day that the screen shows. */
  readonly day: string;
  /** Day in the URL. Undefined if the screen shows today. */
  readonly date: string | undefined;
  readonly today: string;
  readonly reasonNotToGoOn: string | undefined;
  /** Shows a day. If the day is undefined, today or later, today is shown. */
  readonly go: (day: string | undefined) => void;
  readonly back: () => void;
  readonly on: () => void;
}

/**
 * Returns the shown day and the functions that change it. Registers keyboard shortcuts that change the day and refresh
 * the screen.
 */
export const useDaySteps = (companyId: number, refresh: () => void): DaySteps => {
  const today = useToday(companyId);
  const { search, change } = useQueryString();
  const date = readDate(search, today);
  const day = date ?? today;
  const go = (next: string | undefined) => change({ date: next === undefined || next >= today ? "" : next });
  const back = () => go(addDays(day, -1));
  const on = () => go(addDays(day, 1));
  const reasonNotToGoOn = date === undefined ? "Это сегодняшний день" : undefined;
  useCommands([
    { title: "День назад", keys: "←", run: back },
    { title: "День вперёд", keys: "→", why: reasonNotToGoOn, run: on },
    { title: "Обновить", keys: "r", run: refresh },
    { title: "Сегодня", keys: "t", why: reasonNotToGoOn, run: () => go(undefined) },
  ]);
  return { day, date, today, reasonNotToGoOn, go, back, on };
};
