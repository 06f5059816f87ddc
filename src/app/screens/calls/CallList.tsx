import { formatDay } from "#domain/format.ts";
import { type CallRow, callFilters, callsOfDayQuery, isShownBy } from "#machines/queries/calls.ts";
import { readDate } from "#machines/queries/dashboard.ts";
import { ListFooter } from "../../directory/ListFooter.tsx";
import { RowsExport } from "../../directory/RowsExport.tsx";
import { useCommands } from "../../keyboard/commands.ts";
import { useTimeZone } from "../../services/context.ts";
import { QueryHeader } from "../../shared/QueryHeader.tsx";
import { QueryResult } from "../../shared/QueryResult.tsx";
import { usePage } from "../../shared/usePage.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { useQueryString } from "../../shared/useQueryString.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { useToday } from "../../shared/useToday.ts";
import { FilterChips } from "../../ui/FilterChips.tsx";
import { Link } from "../../ui/Link.tsx";
import { CallDay } from "./CallDay.tsx";
import { CallTable } from "./CallTable.tsx";
import { callExportColumns } from "./callExport.ts";
import { filterTitles } from "./callTexts.ts";

/** Name under which the page size of this list is saved. */
const MODULE = "calls";

const NoCalls = ({ isToday }: { isToday: boolean }) =>
  isToday ? (
    <>
      Сегодня звонков ещё не было. Они появляются здесь сами, если{" "}
      <Link href="/PhoneTracker" className="text-accent underline">
        телефоны подключены
      </Link>
      .
    </>
  ) : (
    "Звонков в этот день не было."
  );

const CallSheet = ({
  companyId,
  calls,
  at,
  isToday,
}: {
  companyId: number;
  calls: readonly CallRow[];
  at: number;
  isToday: boolean;
}) => {
  const { search, change } = useQueryString();
  const chosen = new URLSearchParams(search).get("show");
  const filter = callFilters.find((name) => name === chosen) ?? "all";
  const filteredCalls = calls.filter(isShownBy[filter]);
  const { page, shown, turn } = usePage(filteredCalls, MODULE);
  const timeZone = useTimeZone(companyId);
  const options = callFilters.map((value) => ({
    value,
    title: `${filterTitles[value]} ${calls.filter(isShownBy[value]).length}`,
  }));
  return (
    <>
      <div className="mb-2.5 flex flex-wrap items-center gap-2">
        <FilterChips
          label="Какие звонки"
          options={options}
          value={filter}
          onChoose={(value) => change({ show: value === "all" ? "" : value, page: "" }, false)}
        />
        <span className="flex-1" />
        <RowsExport name="Звонки" columns={() => callExportColumns(timeZone, at)} rows={() => filteredCalls} />
      </div>
      <div className="sheet">
        <CallTable
          companyId={companyId}
          calls={shown}
          at={at}
          empty={calls.length === 0 ? <NoCalls isToday={isToday} /> : "Таких звонков в этот день не было."}
        />
        <ListFooter module={MODULE} page={page} count={filteredCalls.length} onPage={turn} />
      </div>
    </>
  );
};

/** List of a day's calls. Today's calls are read again every 10 seconds (business, section 2). */
export const CallList = ({ companyId }: { companyId: number }) => {
  const today = useToday(companyId);
  const timeZone = useTimeZone(companyId);
  const { search, change } = useQueryString();
  const date = readDate(search, today);
  const view = useQuery(callsOfDayQuery, { companyId, date });
  const title = date === undefined ? "Звонки на сегодня" : `Звонки за ${formatDay(date)}`;
  useTitle(title);
  useCommands([{ title: "Обновить", keys: "r", run: view.refresh }]);
  return (
    <>
      <QueryHeader title={title} shown={view.shown} timeZone={timeZone} onRefresh={view.refresh} />
      <CallDay day={date ?? today} today={today} onDay={(day) => change({ date: day < today ? day : "", page: "" })} />
      <QueryResult view={view}>
        {(calls) => (
          <CallSheet companyId={companyId} calls={calls} at={view.shown?.at ?? 0} isToday={date === undefined} />
        )}
      </QueryResult>
    </>
  );
};
