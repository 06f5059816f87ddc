import { ChevronLeft, ChevronRight } from "lucide-react";
import { addDays } from "#domain/days.ts";
import { formatDay } from "#domain/format.ts";
import { readDate } from "#machines/queries/dashboard.ts";
import { useCommands } from "../../keyboard/commands.ts";
import { useTimeZone } from "../../services/context.ts";
import { useHasExtensionFields } from "../../services/useIsOffered.ts";
import { DayButton } from "../../shared/DayButton.tsx";
import { fullDay, weekdayName } from "../../shared/dayNames.ts";
import { PermittedCard } from "../../shared/Permitted.tsx";
import { useQueryString } from "../../shared/useQueryString.ts";
import { useRefreshGroup } from "../../shared/useRefreshGroup.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { useToday } from "../../shared/useToday.ts";
import { Button } from "../../ui/Button.tsx";
import { FinanceCard } from "./FinanceCard.tsx";
import { OrdersCard } from "./OrdersCard.tsx";
import { PaymentsCard } from "./PaymentsCard.tsx";

/** Returns the names of the two comparison days: the day before, and the same weekday a week before. */
const namesOf = (day: string, today: string) => {
  const dayBefore = addDays(day, -1);
  const weekBefore = addDays(day, -7);
  const shortName = (date: string) => `${weekdayName(date)} ${formatDay(date).slice(0, 5)}`;
  return { dayBefore: day === today ? "Вчера" : shortName(dayBefore), weekBefore: shortName(weekBefore) };
};

/** Dashboard of a day with cards for money, payments and orders. Each card has its own request (business, section 2). */
export const Dashboard = ({ companyId }: { companyId: number }) => {
  const today = useToday(companyId);
  const { search, change } = useQueryString();
  const date = readDate(search, today);
  const day = date ?? today;
  const timeZone = useTimeZone(companyId);
  const group = useRefreshGroup();
  const hasFormerDays = useHasExtensionFields();
  const title = fullDay(day);
  useTitle(title);
  const go = (next: string | undefined) => change({ date: next === undefined || next >= today ? "" : next });
  const reasonNotToGoOn = date === undefined ? "Это сегодняшний день" : undefined;
  const steps = {
    back: () => go(addDays(day, -1)),
    on: () => go(addDays(day, 1)),
    today: () => go(undefined),
  };
  useCommands([
    { title: "День назад", keys: "←", run: steps.back },
    { title: "День вперёд", keys: "→", why: reasonNotToGoOn, run: steps.on },
    { title: "Обновить", keys: "r", run: group.refresh },
    { title: "Сегодня", keys: "t", why: reasonNotToGoOn, run: steps.today },
  ]);
  const card = { query: { companyId, date }, names: namesOf(day, today), timeZone, group };
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1>{title}</h1>
        {date === undefined && hasFormerDays && (
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
            <span className="badge">сегодня</span>
            обновляется каждую минуту
          </p>
        )}
        <span className="flex-1" />
        <span className="flex flex-wrap items-center gap-2">
          <Button kind="ghost" title="День назад" keys="←" onClick={steps.back}>
            <ChevronLeft size={16} aria-label="День назад" />
          </Button>
          <DayButton companyId={companyId} from={date} to={date} note="Дни, в которые есть заказы" onPick={go}>
            {formatDay(day)}
          </DayButton>
          <Button kind="ghost" title="День вперёд" keys="→" why={reasonNotToGoOn} onClick={steps.on}>
            <ChevronRight size={16} aria-label="День вперёд" />
          </Button>
          {date !== undefined && (
            <Button keys="T" onClick={steps.today}>
              Сегодня
            </Button>
          )}
          <Button keys="R" onClick={group.refresh}>
            Обновить
          </Button>
        </span>
      </header>
      <div className="grid gap-3 lg:grid-cols-2 xl:grid-cols-3">
        <PermittedCard companyId={companyId} needs="finance.view" title="Деньги">
          <FinanceCard {...card} />
        </PermittedCard>
        <PermittedCard companyId={companyId} needs="finance.view" title="Оплаты">
          <PaymentsCard {...card} />
        </PermittedCard>
        <PermittedCard companyId={companyId} needs="order.view" title="Заказы">
          <OrdersCard {...card} />
        </PermittedCard>
      </div>
      {date === undefined && (
        <p className="mt-3 text-xs text-muted">Сегодняшний день идёт; те, с которыми он сравнивается, взяты целиком.</p>
      )}
    </>
  );
};
