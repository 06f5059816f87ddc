import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Schemas } from "#api/client.ts";
import { counted, formatDay } from "#domain/format.ts";
import { useCommands } from "../../keyboard/commands.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { Button } from "../../ui/Button.tsx";
import { BarChart } from "../../ui/charts/BarChart.tsx";
import { BarTable } from "../../ui/charts/BarTable.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { FilterChips } from "../../ui/FilterChips.tsx";
import { NotOffered } from "../../ui/NotOffered.tsx";
import { RefreshButton } from "../../ui/RefreshButton.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { Tabs, tabId } from "../../ui/Tabs.tsx";
import { AdminOnly } from "./AdminOnly.tsx";
import { screenName } from "./screenNames.ts";
import { PERIODS, usePageViews } from "./usePageViews.ts";

const periods = PERIODS.map((days) => ({ value: String(days), title: counted(days, ["день", "дня", "дней"]) }));

const tabs = [
  { name: "screens", title: "По экранам" },
  { name: "versions", title: "По версиям" },
  { name: "days", title: "По дням" },
] as const;
type Tab = (typeof tabs)[number]["name"];

type Change = ReturnType<typeof usePageViews>["change"];

const FilterButton = ({ onPress, children }: { onPress: () => void; children: ReactNode }) => (
  <button type="button" className="py-1 text-left text-accent hover:underline" onClick={onPress}>
    {children}
  </button>
);

const ScreenLabel = ({ screen }: { screen: string }) => {
  const name = screenName(screen);
  return (
    <>
      {name} {name !== screen && <span className="ml-1 text-xs text-muted">{screen}</span>}
    </>
  );
};

interface CountRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly views: number;
  readonly users: number;
}

const CountTable = ({ head, rows }: { head: string; rows: readonly CountRow[] }) => (
  <BarTable
    caption={`Просмотры: ${head.toLowerCase()}`}
    head={head}
    rows={rows}
    keyOf={({ key }) => key}
    name={({ name }) => name}
    size={({ views }) => views}
    columns={[
      { head: "Просмотры", cell: ({ views }) => views },
      { head: "Пользователи", cell: ({ users }) => users },
    ]}
    empty="За это время просмотров не было."
  />
);

const DayChart = ({ days }: { days: Schemas["PageViews"]["days"] }) => (
  <BarChart
    label={`Просмотры по дням, больше всего за день: ${Math.max(0, ...days.map(({ views }) => views))}`}
    title="Просмотры"
    points={days.map(({ day, views }) => ({
      key: day,
      label: formatDay(day).slice(0, 5),
      name: formatDay(day),
      value: views,
    }))}
    format={String}
  />
);

const tables: Record<Tab, (report: Schemas["PageViews"], change: Change) => ReactNode> = {
  screens: ({ screens }, change) => (
    <CountTable
      head="Экран"
      rows={screens.map(({ screen, ...counts }) => ({
        ...counts,
        key: screen,
        name: (
          <FilterButton onPress={() => change({ screen })}>
            <ScreenLabel screen={screen} />
          </FilterButton>
        ),
      }))}
    />
  ),
  versions: ({ versions }, change) => (
    <CountTable
      head="Версия и приложение"
      rows={versions.map(({ version, application, ...counts }) => ({
        ...counts,
        key: `${version} ${application}`,
        name: (
          <FilterButton onPress={() => change({ version })}>
            {version} <span className="ml-1 text-xs text-muted">{application}</span>
          </FilterButton>
        ),
      }))}
    />
  ),
  days: ({ days }) => (
    <CountTable
      head="День"
      rows={[...days].reverse().map(({ day, ...counts }) => ({ ...counts, key: day, name: formatDay(day) }))}
    />
  ),
};

const Report = ({ report, change }: { report: Schemas["PageViews"]; change: Change }) => {
  const [tab, setTab] = useState<Tab>("screens");
  return (
    <>
      <section aria-label="Диаграмма" className="sheet mb-3 px-4 py-3">
        <p className="mb-1 text-sm text-muted">
          {counted(report.total, ["просмотр", "просмотра", "просмотров"])} с {formatDay(report.startDate)} по{" "}
          {formatDay(report.endDate)}, дни по московскому времени
        </p>
        <DayChart days={report.days} />
      </section>
      <div className="mb-2">
        <Tabs label="Таблица" tabs={tabs} chosen={tab} onChoose={setTab} />
      </div>
      <div className="sheet" role="tabpanel" aria-labelledby={tabId(tab)}>
        {tables[tab](report, change)}
      </div>
    </>
  );
};

const PageViewReport = () => {
  const { filter, change, shown, error, isOffered, isBusy, refresh } = usePageViews();
  useTitle("Статистика");
  useCommands([{ title: "Обновить", keys: "r", run: refresh }]);
  if (!isOffered)
    return (
      <>
        <h1 className="mb-3">Статистика</h1>
        <NotOffered />
      </>
    );
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-3">
        <h1>Статистика</h1>
        {isBusy && <Spinner />}
        <span className="flex-1" />
        <RefreshButton onClick={refresh} />
      </header>
      {error && (
        <div className="mb-3">
          <ErrorBox message={error}>
            <Button onClick={refresh}>Повторить</Button>
          </ErrorBox>
        </div>
      )}
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <FilterChips
          label="Период"
          options={periods}
          value={String(filter.days)}
          onChoose={(value) => change({ days: Number(value) })}
        />
        {filter.screen && (
          <Button onClick={() => change({ screen: "" })}>
            {screenName(filter.screen)} <X size={16} aria-label="Снять отбор" />
          </Button>
        )}
        {filter.version && (
          <Button onClick={() => change({ version: "" })}>
            Версия {filter.version} <X size={16} aria-label="Снять отбор" />
          </Button>
        )}
      </div>
      {shown && <Report report={shown.answer} change={change} />}
    </>
  );
};

/** Statistics of page views by day, screen and version (platform, section 2). */
export const PageViews = () => (
  <AdminOnly>
    <PageViewReport />
  </AdminOnly>
);
