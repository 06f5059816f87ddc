import { useCallback, useState } from "react";
import { parseQueryDays } from "#domain/day.ts";
import { formatDateTime, formatDay } from "#domain/format.ts";
import { categoryKey, type SoldDish, salesQuery } from "#machines/queries/realization.ts";
import { RowsExport } from "../../directory/RowsExport.tsx";
import { useCommands } from "../../keyboard/commands.ts";
import { useCompany, useServices, useTimeZone } from "../../services/context.ts";
import { DayButton } from "../../shared/DayButton.tsx";
import { NoOrders } from "../../shared/NoOrders.tsx";
import { QueryHeader } from "../../shared/QueryHeader.tsx";
import { QueryResult } from "../../shared/QueryResult.tsx";
import { useQuery } from "../../shared/useQuery.ts";
import { useQueryString } from "../../shared/useQueryString.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { useToday } from "../../shared/useToday.ts";
import { Button } from "../../ui/Button.tsx";
import { type Paper, PrintSheet } from "../../ui/PrintSheet.tsx";
import { CategoryFilter } from "./CategoryFilter.tsx";
import { KitchenSheet } from "./KitchenSheet.tsx";
import { PrintMenu } from "./PrintMenu.tsx";
import { SoldTable } from "./SoldTable.tsx";
import { soldExportColumns, soldExportRows } from "./soldExport.ts";

const daysOf = (start: string, end: string): string =>
  start === end ? formatDay(start) : `${formatDay(start)} – ${formatDay(end)}`;

/** Returns the two lists of the screen: dishes in preparation, and dishes that customers have received. */
const listsOf = (dishes: readonly SoldDish[]) => [
  { title: "Готовится", dishes: dishes.filter(({ isClosed }) => !isClosed), empty: "Сейчас ничего не готовится." },
  {
    title: "Отдано клиенту",
    dishes: dishes.filter(({ isClosed }) => isClosed),
    empty: "Клиентам ещё ничего не отдано.",
  },
];

/**
 * Screen of the dishes sold in a period. One list has the dishes in preparation, the other the dishes that customers
 * have received (business, section 2).
 */
export const Realization = ({ companyId }: { companyId: number }) => {
  const { now } = useServices();
  const today = useToday(companyId);
  const timeZone = useTimeZone(companyId);
  const company = useCompany(companyId);
  const { search, change } = useQueryString();
  const period = parseQueryDays(new URLSearchParams(search), today);
  const category = new URLSearchParams(search).get("category") ?? "";
  const view = useQuery(salesQuery, { companyId, ...period });
  const [paper, setPaper] = useState<Paper>();
  const endPrint = useCallback(() => setPaper(undefined), []);
  const days = daysOf(period.startDate ?? today, period.endDate ?? today);
  const title = `Сводка продаж на ${days}`;
  useTitle(title);
  const dishes = view.shown?.answer ?? [];
  const filteredDishes = category ? dishes.filter((dish) => categoryKey(dish) === category) : dishes;
  const reasonNotToPrint = filteredDishes.length === 0 ? "Печатать нечего" : undefined;
  const pick = (startDate = "", endDate = "") =>
    change(startDate === endDate ? { date: startDate, startDate: "", endDate: "" } : { date: "", startDate, endDate });
  useCommands([
    { title: "Обновить", keys: "r", run: view.refresh },
    { title: "Печать для кухни, 80 мм", keys: "p", why: reasonNotToPrint, run: () => setPaper("80mm") },
    { title: "Печать для кухни, A4", why: reasonNotToPrint, run: () => setPaper("a4") },
  ]);
  return (
    <>
      <QueryHeader
        title={title}
        shown={view.shown}
        timeZone={timeZone}
        onRefresh={view.refresh}
        links={<PrintMenu why={reasonNotToPrint} onPaper={setPaper} />}
      >
        {view.shown && (
          <RowsExport
            key={title}
            name={title}
            columns={() => soldExportColumns}
            rows={() => soldExportRows(listsOf(filteredDishes))}
          />
        )}
      </QueryHeader>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <DayButton companyId={companyId} from={period.startDate} to={period.endDate} onPick={pick}>
          {period.startDate === undefined ? "Сегодня" : days}
        </DayButton>
        {period.startDate !== undefined && <Button onClick={() => pick()}>Сегодня</Button>}
        <CategoryFilter dishes={dishes} value={category} onChoose={(id) => change({ category: id }, false)} />
      </div>
      <QueryResult view={view}>
        {(answer) =>
          answer.length === 0 ? (
            <NoOrders companyId={companyId} text="За эти дни ничего не заказывали." />
          ) : (
            <div className="grid items-start gap-3 lg:grid-cols-2">
              {listsOf(filteredDishes).map((list) => (
                <SoldTable key={list.title} {...list} />
              ))}
            </div>
          )
        }
      </QueryResult>
      {paper && (
        <PrintSheet paper={paper} onDone={endPrint}>
          <KitchenSheet
            lists={listsOf(filteredDishes)}
            heading={[company?.name ?? "", days, `по состоянию на ${formatDateTime(new Date(now()), timeZone)}`]}
          />
        </PrintSheet>
      )}
    </>
  );
};
