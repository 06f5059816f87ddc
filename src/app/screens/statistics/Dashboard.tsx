import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { addDays } from "#domain/days.ts";
import { formatDay } from "#domain/format.ts";
import { readDate } from "#machines/dashboards/dashboard.ts";
import { useCommands } from "../../commands.ts";
import { useTimeZone } from "../../context.ts";
import { Button } from "../../ui/Button.tsx";
import { useTitle } from "../../useTitle.ts";
import { CardFor } from "../ForPermitted.tsx";
import { DayButton } from "./DayButton.tsx";
import { fullDay, weekdayName } from "./dayNames.ts";
import { FinanceCard } from "./FinanceCard.tsx";
import { OrdersPart } from "./OrdersPart.tsx";
import { PaymentsCard } from "./PaymentsCard.tsx";
import { useQueryString } from "./useQueryString.ts";
import { useToday } from "./useToday.ts";

/** What the day before and the same weekday a week ago are called. */
const namesOf = (day: string, today: string) => {
  const dayBefore = addDays(day, -1);
  const weekBefore = addDays(day, -7);
  const short = (one: string) => `${weekdayName(one)} ${formatDay(one).slice(0, 5)}`;
  return { dayBefore: day === today ? "Вчера" : short(dayBefore), weekBefore: short(weekBefore) };
};

/** The day at a glance: money, payments and orders, each by its own call (business, section 2). */
export const Dashboard = ({ companyId }: { companyId: number }) => {
  const today = useToday(companyId);
  const { search, change } = useQueryString();
  const date = readDate(search, today);
  const day = date ?? today;
  const timeZone = useTimeZone(companyId);
  const [asked, setAsked] = useState(0);
  const title = fullDay(day);
  useTitle(title);
  const go = (next: string | undefined) => change({ date: next === undefined || next >= today ? "" : next });
  const whyNoNext = date === undefined ? "Это сегодняшний день" : undefined;
  const refresh = () => setAsked((times) => times + 1);
  const steps = {
    back: () => go(addDays(day, -1)),
    on: () => go(addDays(day, 1)),
    today: () => go(undefined),
  };
  useCommands([
    { title: "День назад", keys: "←", run: steps.back },
    { title: "День вперёд", keys: "→", why: whyNoNext, run: steps.on },
    { title: "Обновить", keys: "r", run: refresh },
    { title: "Сегодня", keys: "t", why: whyNoNext, run: steps.today },
  ]);
  const card = { query: { companyId, date }, names: namesOf(day, today), timeZone, asked };
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1>{title}</h1>
        {date === undefined && (
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
          <Button kind="ghost" title="День вперёд" keys="→" why={whyNoNext} onClick={steps.on}>
            <ChevronRight size={16} aria-label="День вперёд" />
          </Button>
          {date !== undefined && (
            <Button keys="T" onClick={steps.today}>
              Сегодня
            </Button>
          )}
          <Button keys="R" onClick={refresh}>
            Обновить
          </Button>
        </span>
      </header>
      <div className="grid gap-3 lg:grid-cols-2 xl:grid-cols-3">
        <CardFor companyId={companyId} needs="finance.view" title="Деньги">
          <FinanceCard {...card} />
        </CardFor>
        <CardFor companyId={companyId} needs="finance.view" title="Оплаты">
          <PaymentsCard {...card} />
        </CardFor>
        <CardFor companyId={companyId} needs="order.view" title="Заказы">
          <OrdersPart {...card} />
        </CardFor>
      </div>
      {date === undefined && (
        <p className="mt-3 text-xs text-muted">Сегодняшний день идёт; те, с которыми он сравнивается, взяты целиком.</p>
      )}
    </>
  );
};
