import { useMemo } from "react";
import type { Schemas } from "#api/client.ts";
import { type ConfigKindName, configKindNames, configKinds, systemKindNames } from "#domain/configKinds.ts";
import { wallDay } from "#domain/days.ts";
import { formatTime } from "#domain/format.ts";
import { DEFAULT_DAY_START, DEFAULT_TIME_ZONE } from "#domain/zone.ts";
import type { ListFilter, PagedQueryDescriptor } from "#machines/core/pagedQuery.ts";
import {
  type ConfigChangeRow,
  configAuthorsQuery,
  configChangesQuery,
  readKind,
  systemAuthorsQuery,
  systemChangesQuery,
} from "#machines/queries/configChanges.ts";
import { PagedExport } from "../../directory/PagedExport.tsx";
import { PagedScreen } from "../../directory/PagedScreen.tsx";
import { SelectFilter } from "../../directory/SelectFilter.tsx";
import { usePagedQuery } from "../../directory/usePagedQuery.ts";
import { useCompany, usePermissions, useTimeZone } from "../../services/context.ts";
import { fullDay } from "../../shared/dayNames.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { useToday } from "../../shared/useToday.ts";
import { Button } from "../../ui/Button.tsx";
import { DayField } from "../../ui/DayField.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { AdminOnly } from "../admin/AdminOnly.tsx";
import { changeExportColumns } from "./changeExport.ts";
import { actionText, recordTitle } from "./changeTexts.ts";
import { FieldChanges } from "./FieldChanges.tsx";

const FILTERS = ["startDate", "endDate", "userId", "kind", "entityId"];
const NO_COMMANDS = {};

const Entry = ({ row, timeZone }: { row: ConfigChangeRow; timeZone: string }) => (
  <li className="grid grid-cols-[3.25rem_minmax(0,1fr)] gap-x-2 border-t border-line px-3 py-2.5 first:border-t-0">
    <time dateTime={row.date} className="text-sm leading-6 text-muted tabular-nums">
      {formatTime(row.date, timeZone)}
    </time>
    <div className="grid min-w-0 gap-1">
      <p className="flex flex-wrap items-baseline gap-x-3 leading-6">
        <span className="min-w-0 wrap-anywhere">
          <b className="font-semibold">{recordTitle(row)}</b>
          {` — ${actionText(row)}`}
        </span>
        <span className="text-sm text-muted wrap-anywhere">{row.user.name}</span>
      </p>
      <FieldChanges action={row.action} changes={row.changes} />
    </div>
  </li>
);

interface ChangesOfDay {
  readonly day: string;
  readonly rows: ConfigChangeRow[];
}

const groupByDay = (rows: readonly ConfigChangeRow[], dayOf: (row: ConfigChangeRow) => string): ChangesOfDay[] => {
  const groups: ChangesOfDay[] = [];
  for (const row of rows) {
    const day = dayOf(row);
    const last = groups.at(-1);
    if (last?.day === day) last.rows.push(row);
    else groups.push({ day, rows: [row] });
  }
  return groups;
};

const Days = ({ companyId, rows }: { companyId: number; rows: readonly ConfigChangeRow[] }) => {
  const company = useCompany(companyId);
  const timeZone = useTimeZone(companyId);
  const zone = {
    timeZone: company?.timeZone ?? DEFAULT_TIME_ZONE,
    dayStart: company?.dayStart ?? DEFAULT_DAY_START,
  };
  return groupByDay(rows, ({ date }) => wallDay(Date.parse(date), zone)).map(({ day, rows: changes }) => (
    <section key={day} aria-label={fullDay(day)} className="group border-b border-line">
      <h2 className="bg-sunken px-3 py-1.5 text-sm font-semibold group-first:rounded-t-[7px]">{fullDay(day)}</h2>
      <ol>
        {changes.map((row) => (
          <Entry key={row.id} row={row} timeZone={timeZone} />
        ))}
      </ol>
    </section>
  ));
};

/** Parts in which the logs of a company and of the system differ. */
interface ConfigLog {
  /** Id of the company, or 0 for the system. Dates of the system are in Moscow time. */
  readonly companyId: number;
  readonly kinds: readonly ConfigKindName[];
  readonly authors: readonly Schemas["ConfigAuthor"][];
}

const Filters = ({
  companyId,
  kinds,
  authors,
  filter,
  change,
}: ConfigLog & {
  filter: ListFilter;
  change: (patch: ListFilter) => void;
}) => {
  const today = useToday(companyId);
  const { startDate = "", endDate = "", userId = "", entityId = "" } = filter;
  const kind = readKind(filter) ?? "";
  const setDays = (start: string, end: string) => change({ startDate: start, endDate: end });
  const isLate = (start: string, end: string) => start !== "" && end !== "" && start > end;
  return (
    <>
      <SelectFilter
        label="Что изменили"
        empty="Всё"
        value={kind}
        choices={kinds.map((name) => [name, configKinds[name].plural])}
        onChoose={(value) => change({ kind: value, entityId: "" })}
      />
      <SelectFilter
        label="Кто"
        empty="Все"
        value={userId}
        choices={authors.map(({ id, name }) => [String(id), name])}
        onChoose={(value) => change({ userId: value })}
      />
      <DayField
        label="С"
        value={startDate}
        latest={today}
        onDay={(day) => setDays(day, isLate(day, endDate) ? day : endDate)}
      />
      <DayField
        label="По"
        value={endDate}
        latest={today}
        onDay={(day) => setDays(isLate(startDate, day) ? day : startDate, day)}
      />
      {entityId !== "" && kind !== "" && (
        <Button onClick={() => change({ entityId: "" })}>Показать все: {configKinds[kind].plural.toLowerCase()}</Button>
      )}
      {Object.values(filter).some((value) => value !== "") && (
        <Button kind="ghost" onClick={() => change({ startDate: "", endDate: "", userId: "", kind: "", entityId: "" })}>
          Сбросить
        </Button>
      )}
    </>
  );
};

const LogScreen = ({
  title,
  empty,
  descriptor,
  ...log
}: ConfigLog & { title: string; empty: string; descriptor: PagedQueryDescriptor<ConfigChangeRow> }) => {
  const { companyId } = log;
  const timeZone = useTimeZone(companyId);
  const list = usePagedQuery(descriptor, FILTERS, NO_COMMANDS);
  return (
    <PagedScreen
      list={list}
      title={title}
      empty={empty}
      controls={(filter, change) => (
        <>
          <Filters {...log} filter={filter} change={change} />
          <span className="flex-1" />
          <PagedExport
            key={timeZone}
            name={title}
            descriptor={descriptor}
            columns={changeExportColumns(timeZone)}
            filter={filter}
          />
        </>
      )}
    >
      {({ rows, isSkeleton, empty: emptyText }) => {
        if (isSkeleton)
          return (
            <p className="px-3 py-8 text-center text-muted">
              <Spinner />
            </p>
          );
        if (rows.length === 0) return <p className="px-3 py-8 text-center text-muted">{emptyText}</p>;
        return <Days companyId={companyId} rows={rows} />;
      }}
    </PagedScreen>
  );
};

/** Audit log of a company's configuration by days, the latest change first. */
export const ConfigChangeList = ({ companyId }: { companyId: number }) => {
  const descriptor = useMemo(() => configChangesQuery(companyId), [companyId]);
  const may = usePermissions(companyId);
  return (
    <LogScreen
      companyId={companyId}
      title="Журнал изменений"
      empty="Изменений пока нет. Здесь будет видно, кто, когда и что изменил в настройках."
      descriptor={descriptor}
      kinds={configKindNames.filter((name) => may(configKinds[name].needs))}
      authors={useQuery(configAuthorsQuery, { companyId }).shown?.answer ?? []}
    />
  );
};

const SystemLog = () => (
  <LogScreen
    companyId={0}
    title="Журнал системы"
    empty="Изменений пока нет. Здесь будет видно, кто и когда изменил учётные записи, общие роли и группы компаний."
    descriptor={systemChangesQuery}
    kinds={systemKindNames}
    authors={useQuery(systemAuthorsQuery, {}).shown?.answer ?? []}
  />
);

/** Audit log of the records that belong to no company, for administrators. */
export const SystemChangeList = () => (
  <AdminOnly>
    <SystemLog />
  </AdminOnly>
);
