import { ChevronLeft, ChevronRight } from "lucide-react";
import { formatDay } from "#domain/format.ts";
import { Button } from "../ui/Button.tsx";
import { RefreshButton } from "../ui/RefreshButton.tsx";
import { DayButton } from "./DayButton.tsx";
import type { DaySteps } from "./useDaySteps.ts";

/** Buttons that show the day before, the day after, a picked day or today, and a refresh button. */
export const DayStepButtons = ({
  companyId,
  steps: { day, date, reasonNotToGoOn, go, back, on },
  refresh,
}: {
  companyId: number;
  steps: DaySteps;
  refresh: () => void;
}) => (
  <span className="flex flex-wrap items-center gap-2">
    <Button kind="ghost" title="День назад" keys="←" onClick={back}>
      <ChevronLeft size={16} aria-label="День назад" />
    </Button>
    <DayButton companyId={companyId} from={date} to={date} note="Дни, в которые есть заказы" onPick={go}>
      {formatDay(day)}
    </DayButton>
    <Button kind="ghost" title="День вперёд" keys="→" why={reasonNotToGoOn} onClick={on}>
      <ChevronRight size={16} aria-label="День вперёд" />
    </Button>
    {date !== undefined && (
      <Button keys="T" onClick={() => go(undefined)}>
        Сегодня
      </Button>
    )}
    <RefreshButton onClick={refresh} />
  </span>
);
