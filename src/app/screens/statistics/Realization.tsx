import { useCallback, useState } from "react";
import { daysOfQuery } from "#domain/day.ts";
import { formatDateTime, formatDay } from "#domain/format.ts";
import { keyOfCategory, type SoldDish, sales } from "#machines/dashboards/realization.ts";
import { useCommands } from "../../commands.ts";
import { useCompany, useServices, useTimeZone } from "../../context.ts";
import { freshness } from "../../resource/freshness.ts";
import { useView } from "../../resource/useView.ts";
import { ViewAnswer } from "../../resource/ViewAnswer.tsx";
import { Button } from "../../ui/Button.tsx";
import { type Paper, PrintSheet } from "../../ui/PrintSheet.tsx";
import { useTitle } from "../../useTitle.ts";
import { CategoryFilter } from "./CategoryFilter.tsx";
import { DayButton } from "./DayButton.tsx";
import { KitchenSheet } from "./KitchenSheet.tsx";
import { NoOrders } from "./NoOrders.tsx";
import { PrintMenu } from "./PrintMenu.tsx";
import { SoldTable } from "./SoldTable.tsx";
import { useQueryString } from "./useQueryString.ts";
import { useToday } from "./useToday.ts";

const daysOf = (start: string, end: string): string =>
  start === end ? formatDay(start) : `${formatDay(start)} – ${formatDay(end)}`;

/** The two lists of the screen: what the kitchen still has to do, and what has left it. */
const listsOf = (dishes: readonly SoldDish[]) => [
  { title: "Готовится", dishes: dishes.filter(({ isClosed }) => !isClosed), empty: "Сейчас ничего не готовится." },
  {
    title: "Отдано клиенту",
    dishes: dishes.filter(({ isClosed }) => isClosed),
    empty: "Клиентам ещё ничего не отдано.",
  },
];

/** What is being prepared and what was given to the clients (business, section 2). */
export const Realization = ({ companyId }: { companyId: number }) => {
  const { now } = useServices();
  const today = useToday(companyId);
  const timeZone = useTimeZone(companyId);
  const company = useCompany(companyId);
  const { search, change } = useQueryString();
  const period = daysOfQuery(new URLSearchParams(search));
  const category = new URLSearchParams(search).get("category") ?? "";
  const view = useView(sales, { companyId, ...period });
  const [paper, setPaper] = useState<Paper>();
  const rest = useCallback(() => setPaper(undefined), []);
  const days = daysOf(period.startDate ?? today, period.endDate ?? today);
  const title = `Сводка продаж на ${days}`;
  useTitle(title);
  const dishes = view.shown?.answer ?? [];
  const left = category ? dishes.filter((dish) => keyOfCategory(dish) === category) : dishes;
  const whyNoPrint = left.length === 0 ? "Печатать нечего" : undefined;
  const pick = (startDate = "", endDate = "") =>
    change(startDate === endDate ? { date: startDate, startDate: "", endDate: "" } : { date: "", startDate, endDate });
  useCommands([
    { title: "Обновить", keys: "r", run: view.refresh },
    { title: "Печать для кухни, 80 мм", keys: "p", why: whyNoPrint, run: () => setPaper("80mm") },
    { title: "Печать для кухни, A4", why: whyNoPrint, run: () => setPaper("a4") },
  ]);
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1>{title}</h1>
        <p className="text-sm text-muted">{freshness(view.shown, timeZone)}</p>
        <span className="flex-1" />
        <PrintMenu why={whyNoPrint} onPaper={setPaper} />
        <Button onClick={view.refresh} keys="R">
          Обновить
        </Button>
      </header>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <DayButton companyId={companyId} from={period.startDate} to={period.endDate} onPick={pick}>
          {period.startDate === undefined ? "Сегодня" : days}
        </DayButton>
        {period.startDate !== undefined && <Button onClick={() => pick()}>Сегодня</Button>}
        <CategoryFilter dishes={dishes} value={category} onChoose={(id) => change({ category: id }, false)} />
      </div>
      <ViewAnswer view={view}>
        {(answer) =>
          answer.length === 0 ? (
            <NoOrders companyId={companyId} text="За эти дни ничего не заказывали." />
          ) : (
            <div className="grid items-start gap-3 lg:grid-cols-2">
              {listsOf(left).map((list) => (
                <SoldTable key={list.title} {...list} />
              ))}
            </div>
          )
        }
      </ViewAnswer>
      {paper && (
        <PrintSheet paper={paper} onDone={rest}>
          <KitchenSheet
            lists={listsOf(left)}
            heading={[company?.name ?? "", days, `по состоянию на ${formatDateTime(new Date(now()), timeZone)}`]}
          />
        </PrintSheet>
      )}
    </>
  );
};
