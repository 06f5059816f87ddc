import { useSelector } from "@xstate/react";
import { Plus } from "lucide-react";
import { type ReactNode, useDeferredValue } from "react";
import { useLocation } from "wouter";
import { formatTime } from "#domain/format.ts";
import { type RowMove, reasonNotToChangeRows } from "#machines/directory/directoryList.machine.ts";
import type { DirectoryDescriptor, Identified } from "#machines/directory/types.ts";
import type { Permissions } from "#machines/session/permissions.ts";
import { useCommands } from "../keyboard/commands.ts";
import { useCurrentCompanyId } from "../routing/currentCompany.ts";
import { useTimeZone } from "../services/context.ts";
import { failureText } from "../services/failureText.ts";
import { ActionLink } from "../shared/ActionLink.tsx";
import { useRememberedQuery } from "../shared/lastQuery.ts";
import { usePage } from "../shared/usePage.ts";
import { useTitle } from "../shared/useTitle.ts";
import { BusySheet } from "../ui/BusySheet.tsx";
import { NotOffered } from "../ui/NotOffered.tsx";
import { ConfirmCommand } from "./ConfirmCommand.tsx";
import { DirectoryTable } from "./DirectoryTable.tsx";
import { directoryReasonText, useScopePermissions } from "./directoryPermissions.ts";
import { ListFooter } from "./ListFooter.tsx";
import { ListHeader } from "./ListHeader.tsx";
import type { AddLink, ListColumn, TableParts } from "./listParts.ts";
import { RowsExport } from "./RowsExport.tsx";
import { exportColumnsOf } from "./tableOfRows.ts";
import { useDirectoryList } from "./useDirectoryList.ts";

/** Props of a directory list: the parts that differ between the directories. */
export interface DirectoryListProps<Scope, Row extends Identified, Command extends string>
  extends TableParts<Row, Command> {
  columns: readonly ListColumn<Row>[];
  descriptor: DirectoryDescriptor<Scope, Row, Command>;
  scope: Scope;
  title: string;
  add?: AddLink;
  /**
   * Returns true if the row matches the filter. The filter controls are passed as children, and the filter values are
   * in the query string.
   */
  isShown?: (row: Row) => boolean;
  children?: ReactNode | ((refresh: () => void) => ReactNode);
  /** Renders warnings above the table that concern all rows. */
  above?: (rows: readonly Row[]) => ReactNode;
  /** Renders the rows of the page in place of the table, for example as a matrix. Without rows the table is shown. */
  view?: ((rows: readonly Row[]) => ReactNode) | undefined;
  /** Permissions of the user. By default, the permissions in the company of the scope. */
  permissions?: Permissions;
  /** False if the server cannot save a new sequence of the rows. */
  canReorder?: boolean;
  /** Message for a command with an unknown outcome. */
  doubtText?: string;
  /** Replaces the default export menu, which exports the columns of all rows that match the filter. */
  exportMenu?: ReactNode;
  /**
   * Content that is shown if there are no rows, and tells the user how to begin. If it is a string, the list adds a
   * button that opens the form of a new entry.
   */
  empty: ReactNode;
  /** Module with the setting for the page size. Without a module all rows are on one page. */
  module?: string;
}

const showEvery = () => true;

/** Time of the last read. Before the first read, it is an invisible text of the same width. */
const Freshness = ({ at, timeZone }: { at: number | undefined; timeZone: string }) => (
  <span className={at === undefined ? "invisible" : undefined}>
    данные на {formatTime(new Date(at ?? 0), timeZone)}
  </span>
);

/** Text of an empty list with a button that opens the form of the first entry. */
const FirstStep = ({ text, add, why }: { text: string; add: AddLink; why: string | undefined }) => (
  <div className="grid justify-items-center gap-3">
    {text}
    <ActionLink href={add.href} why={why}>
      <Plus size={16} aria-hidden />
      Добавить
    </ActionLink>
  </div>
);

/** List screen of a directory. Its React `key` must contain the scope, because changes of the scope are ignored. */
export const DirectoryList = <Scope, Row extends Identified, Command extends string>({
  descriptor,
  scope,
  title,
  add,
  isShown = showEvery,
  children,
  above,
  view,
  permissions,
  canReorder = true,
  doubtText,
  exportMenu,
  empty,
  module,
  ...parts
}: DirectoryListProps<Scope, Row, Command>) => {
  const ownPermissions = useScopePermissions(scope);
  const list = useDirectoryList(descriptor, scope, permissions ?? ownPermissions, parts.commands);
  const state = useSelector(list, (snapshot) => snapshot);
  const why = directoryReasonText(reasonNotToChangeRows(state.context), scope);
  const { rows, at, failure, refusal, chosen } = state.context;
  const timeZone = useTimeZone(useCurrentCompanyId());
  const [, navigate] = useLocation();
  const filteredRows = rows.filter(isShown);
  const { page, shown, turn } = usePage(filteredRows, module);
  const isSkeleton = state.hasTag("skeleton");
  const onMove = (move: RowMove) => list.send({ type: "rows.move", move });
  const refresh = () => list.send({ type: "list.refresh" });
  // The server needs the ids of all rows in the new sequence. Rows can therefore be moved only while no row is hidden
  // by a filter or by paging.
  const order = canReorder && descriptor.reorder && shown.length === rows.length && { why, onMove };
  const firstStep = add && typeof empty === "string" ? <FirstStep text={empty} add={add} why={why} /> : empty;
  const table = (
    <DirectoryTable
      rows={shown}
      parts={{ ...parts, rules: descriptor.commandRules?.(scope) }}
      why={why}
      isSkeleton={isSkeleton}
      empty={
        state.hasTag("failed") ? "Данные не загружены." : rows.length > 0 ? "По этим условиям ничего нет." : firstStep
      }
      order={order || undefined}
      onCommand={(command, row) => list.send({ type: "command.choose", chosen: { command, row } })}
    />
  );
  const content = (
    <>
      {view && shown.length > 0 ? view(shown) : table}
      {module && !isSkeleton && <ListFooter module={module} page={page} count={filteredRows.length} onPage={turn} />}
    </>
  );
  // The content is rendered with low priority, so that typing in the filter stays fast. Only a sortable table uses
  // `content` directly, because a dropped row would otherwise jump back to its old position until the deferred render.
  const deferredContent = useDeferredValue(content);
  useTitle(title);
  useRememberedQuery();
  useCommands([
    { title: "Обновить список", keys: "r", run: refresh },
    ...(add ? [{ title: add.label, why, run: () => navigate(add.href) }] : []),
  ]);
  if (failure?.kind === "notOffered")
    return (
      <>
        <h1 className="mb-3">{title}</h1>
        <NotOffered />
      </>
    );
  return (
    <>
      <ListHeader
        title={title}
        fact={<Freshness at={at} timeZone={timeZone} />}
        error={failureText(failure)}
        refusal={failureText(refusal, doubtText)}
        onRefresh={refresh}
        onDismiss={() => list.send({ type: "refusal.dismiss" })}
      >
        {exportMenu ?? (
          <RowsExport name={title} columns={() => exportColumnsOf(parts.columns)} rows={() => filteredRows} />
        )}
        {add && (
          <ActionLink href={add.href} kind="primary" why={why}>
            <Plus size={16} aria-hidden />
            {add.label}
          </ActionLink>
        )}
      </ListHeader>
      {!isSkeleton && above && <div className="mb-3 grid gap-2 empty:hidden">{above(rows)}</div>}
      {children && (
        <div className="mb-2.5 flex flex-wrap items-center gap-2">
          {typeof children === "function" ? children(refresh) : children}
        </div>
      )}
      <BusySheet isBusy={state.hasTag("busy")} isSkeleton={isSkeleton}>
        {order ? content : deferredContent}
      </BusySheet>
      {(state.matches("confirming") || state.matches("running")) && chosen && (
        <ConfirmCommand
          title={parts.commands[chosen.command].title(chosen.row)}
          question={parts.commands[chosen.command].question(chosen.row)}
          isRunning={state.matches("running")}
          why={why}
          onYes={() => list.send({ type: "command.confirm" })}
          onNo={() => list.send({ type: "command.cancel" })}
        />
      )}
    </>
  );
};
