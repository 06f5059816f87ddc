import { ChevronLeft, ChevronRight } from "lucide-react";
import { addDays } from "#domain/days.ts";
import { useCommands } from "../../commands.ts";
import { Button } from "../../ui/Button.tsx";
import { DayField } from "../../ui/DayField.tsx";

/** The day whose calls are shown, none after today. */
export const CallDay = ({ day, today, onDay }: { day: string; today: string; onDay: (day: string) => void }) => {
  const whyNoNext = day === today ? "Это сегодняшний день" : undefined;
  const back = () => onDay(addDays(day, -1));
  const on = () => onDay(addDays(day, 1));
  const now = () => onDay(today);
  useCommands([
    { title: "День назад", keys: "←", run: back },
    { title: "День вперёд", keys: "→", why: whyNoNext, run: on },
    { title: "Сегодня", keys: "t", why: whyNoNext, run: now },
  ]);
  return (
    <div className="mb-2.5 flex items-end gap-2">
      <Button kind="ghost" title="День назад" keys="←" onClick={back}>
        <ChevronLeft size={16} aria-label="День назад" />
      </Button>
      <DayField key={day} label="Дата" value={day} latest={today} onDay={onDay} />
      <Button kind="ghost" title="День вперёд" keys="→" why={whyNoNext} onClick={on}>
        <ChevronRight size={16} aria-label="День вперёд" />
      </Button>
      {day !== today && (
        <Button keys="T" onClick={now}>
          Сегодня
        </Button>
      )}
    </div>
  );
};
