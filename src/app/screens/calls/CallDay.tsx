import { ChevronLeft, ChevronRight } from "lucide-react";
import { addDays } from "#domain/days.ts";
import { useCommands } from "../../keyboard/commands.ts";
import { Button } from "../../ui/Button.tsx";
import { DayField } from "../../ui/DayField.tsx";

/** Field for the day of the call list, with buttons for the neighbouring days. Days after today cannot be chosen. */
export const CallDay = ({ day, today, onDay }: { day: string; today: string; onDay: (day: string) => void }) => {
  const reasonNotToGoOn = day === today ? "Это сегодняшний день" : undefined;
  const goBack = () => onDay(addDays(day, -1));
  const goOn = () => onDay(addDays(day, 1));
  const goToToday = () => onDay(today);
  useCommands([
    { title: "День назад", keys: "←", run: goBack },
    { title: "День вперёд", keys: "→", why: reasonNotToGoOn, run: goOn },
    { title: "Сегодня", keys: "t", why: reasonNotToGoOn, run: goToToday },
  ]);
  return (
    <div className="mb-2.5 flex items-end gap-2">
      <Button kind="ghost" title="День назад" keys="←" onClick={goBack}>
        <ChevronLeft size={16} aria-label="День назад" />
      </Button>
      <DayField label="Дата" value={day} latest={today} onDay={onDay} />
      <Button kind="ghost" title="День вперёд" keys="→" why={reasonNotToGoOn} onClick={goOn}>
        <ChevronRight size={16} aria-label="День вперёд" />
      </Button>
      {day !== today && (
        <Button keys="T" onClick={goToToday}>
          Сегодня
        </Button>
      )}
    </div>
  );
};
