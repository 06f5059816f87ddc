import { Ban, Check, FileText, RotateCcw, Route, X } from "lucide-react";
import { useMemo, useState } from "react";
import { formatDateTime } from "#domain/format.ts";
import {
  allPrintJobsQuery,
  type PrintJobAction,
  type PrintJobChoice,
  type PrintJobRow,
  printQueueQuery,
} from "#machines/directory/descriptors/printJobs.ts";
import type { ListColumn, RowCommandTexts, RowLink } from "../../../directory/listParts.ts";
import { PagedExport } from "../../../directory/PagedExport.tsx";
import { PagedList } from "../../../directory/PagedList.tsx";
import { exportColumnsOf } from "../../../directory/tableOfRows.ts";
import { usePermissions, useTimeZone } from "../../../services/context.ts";
import { missingPermission } from "../../../services/permissionReasons.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { FilterChips } from "../../../ui/FilterChips.tsx";
import { Link } from "../../../ui/Link.tsx";
import { failureReasons, jobState, jobTitle, stateTitles } from "../printTexts.ts";
import { ReasonChoice, RouteChoice } from "./commandChoices.tsx";

const FILTERS = ["status"];

const filters = [{ value: "", title: "Все незаконченные" }, ...stateTitles, { value: "all", title: "Все" }];

const is =
  (...wanted: readonly PrintJobRow["status"][]) =>
  ({ status }: PrintJobRow) =>
    wanted.includes(status);

type CommandTexts = Readonly<Record<PrintJobAction, RowCommandTexts<PrintJobRow>>>;

const INITIAL_CHOICE: PrintJobChoice = { printerId: undefined, reason: failureReasons[0] ?? "" };

const commandTexts = (
  choose: (patch: Partial<PrintJobChoice>) => void,
  why: () => string | false,
  isAdmin: boolean,
): CommandTexts => ({
  confirm: {
    label: "Напечаталось",
    icon: <Check size={16} aria-hidden />,
    why,
    title: (row) => `Напечаталось? ${jobTitle(row)}`,
    question: () => "Отметить как напечатанное? Заново это печататься не будет.",
    done: () => "Отмечено как напечатанное",
  },
  retry: {
    label: "Повторить",
    icon: <RotateCcw size={16} aria-hidden />,
    why,
    title: (row) => `Повторить? ${jobTitle(row)}`,
    question: () => "Задание вернётся в очередь своего принтера.",
    done: () => "Задание снова в очереди",
  },
  again: {
    label: "Ещё раз",
    icon: <RotateCcw size={16} aria-hidden />,
    why,
    title: (row) => `Напечатать ещё раз? ${jobTitle(row)}`,
    question: ({ status }) =>
      status === "printed"
        ? "Уже напечатано: выйдет копия с пометкой «ПОВТОР»."
        : "Возможно, это уже напечатано: проверьте у принтера.",
    done: () => "Задание снова в очереди",
  },
  route: {
    label: "Перенести",
    icon: <Route size={16} aria-hidden />,
    why,
    title: (row) => `Перенести на другой принтер? ${jobTitle(row)}`,
    question: (row) => <RouteChoice job={row} isAdmin={isAdmin} onChoose={choose} />,
    done: () => "Задание перенесено",
  },
  deny: {
    label: "Не напечаталось",
    icon: <X size={16} aria-hidden />,
    why,
    title: (row) => `Не напечаталось? ${jobTitle(row)}`,
    question: () => <ReasonChoice onChoose={choose} />,
    done: () => "Отмечено как ненапечатанное",
  },
  cancel: {
    label: "Отменить",
    icon: <Ban size={16} aria-hidden />,
    why,
    title: (row) => `Отменить печать? ${jobTitle(row)}`,
    question: () => "Задание уйдёт из очереди ненапечатанным.",
    done: () => "Печать отменена",
  },
});

const links: readonly RowLink<PrintJobRow>[] = [
  {
    label: "Страница",
    icon: <FileText size={16} aria-hidden />,
    isFor: is("manual"),
    href: ({ id, companyId }) => `/PreBill/Company/${companyId}/Summury?job=${id}`,
  },
];

const columnsFor = (timeZone: string, isAdmin: boolean): readonly ListColumn<PrintJobRow>[] => [
  {
    head: "Документ",
    narrow: "lead",
    cell: (row) => (
      <Link
        href={`/Company/${row.companyId}/Order/${row.orderId}`}
        className="block whitespace-nowrap py-1 hover:underline max-[700px]:whitespace-normal"
      >
        {jobTitle(row)}
      </Link>
    ),
    value: jobTitle,
  },
  ...(isAdmin ? [{ head: "Компания", cell: ({ companyName }: PrintJobRow) => companyName }] : []),
  { head: "Принтер", cell: ({ printerName }) => printerName ?? "—" },
  {
    head: "Состояние",
    cell: (row) => {
      const { title, colour } = jobState(row);
      return (
        <span className="flex flex-wrap items-center gap-x-2">
          <Badge colour={colour}>{row.isCopy ? `${title}, копия` : title}</Badge>
          {row.reason && <span className="text-xs text-muted wrap-anywhere">{row.reason}</span>}
        </span>
      );
    },
    value: (row) => {
      const { title } = jobState(row);
      return `${title}${row.isCopy ? ", копия" : ""}${row.reason ? `: ${row.reason}` : ""}`;
    },
  },
  {
    head: "Отправлено",
    cell: ({ createdAt, operatorAlias }) => (
      <>
        <span className="whitespace-nowrap">{formatDateTime(createdAt, timeZone)}</span>{" "}
        <span className="text-xs text-muted">{operatorAlias}</span>
      </>
    ),
    value: ({ createdAt, operatorAlias }) =>
      `${formatDateTime(createdAt, timeZone)}${operatorAlias ? `, ${operatorAlias}` : ""}`,
  },
];

const Queue = ({ companyId }: { companyId: number | undefined }) => {
  const isAdmin = companyId === undefined;
  const [choice, setChoice] = useState(INITIAL_CHOICE);
  const timeZone = useTimeZone(companyId ?? 0);
  const hasPermission = usePermissions(companyId ?? 0);
  const isAllowed = isAdmin || hasPermission("print.use");
  const descriptor = useMemo(
    () => (companyId === undefined ? allPrintJobsQuery : printQueueQuery(companyId)),
    [companyId],
  );
  const commands = useMemo(
    () =>
      commandTexts(
        (patch) => setChoice((now) => ({ ...now, ...patch })),
        () => !isAllowed && missingPermission("print.use"),
        isAdmin,
      ),
    [isAllowed, isAdmin],
  );
  const columns = columnsFor(timeZone, isAdmin);
  const title = isAdmin ? "Очередь печати всех компаний" : "Очередь печати";
  return (
    <PagedList
      descriptor={descriptor}
      argument={() => choice}
      title={title}
      filters={FILTERS}
      columns={columns}
      links={links}
      commands={commands}
      empty="Всё напечатано: в очереди ничего нет."
    >
      {(filter, change) => (
        <>
          <FilterChips
            label="Состояние"
            options={filters}
            value={filter["status"] ?? ""}
            onChoose={(value) => change({ status: value })}
          />
          <span className="flex-1" />
          <PagedExport
            key={timeZone}
            name={title}
            descriptor={descriptor}
            columns={exportColumnsOf(columns)}
            filter={filter}
          />
        </>
      )}
    </PagedList>
  );
};

/** Print queue of a company, or of all companies if `companyId` is undefined. The jobs are polled. */
export const PrintQueue = ({ companyId }: { companyId: number | undefined }) => (
  <Queue key={companyId} companyId={companyId} />
);
