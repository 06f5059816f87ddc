import { useSelector } from "@xstate/react";
import { Plus } from "lucide-react";
import { type ReactNode, useDeferredValue } from "react";
import { useLocation } from "wouter";
import { formatTime } from "#domain/format.ts";
import type { Identified, Listed } from "#machines/resource/resource.ts";
import type { Move } from "#machines/resource/resourceList.machine.ts";
import { useCommands } from "../commands.ts";
import { useTimeZone } from "../context.ts";
import { useCurrentCompanyId } from "../frame/place.ts";
import { BusySheet } from "../ui/BusySheet.tsx";
import { Button } from "../ui/Button.tsx";
import { useTitle } from "../useTitle.ts";
import { ActionLink } from "./ActionLink.tsx";
import { ConfirmCommand } from "./ConfirmCommand.tsx";
import { ListErrors } from "./ListErrors.tsx";
import { ListFooter } from "./ListFooter.tsx";
import type { AddLink, TableParts } from "./listParts.ts";
import { ResourceTable } from "./ResourceTable.tsx";
import { useList } from "./useList.ts";
import { usePage } from "./usePage.ts";

/** What the screen of a directory says; the rest is the same for all of them. */
export interface ResourceListProps<Scope, Row extends Identified, Command extends string>
  extends TableParts<Row, Command> {
  resource: Listed<Scope, Row, Command>;
  scope: Scope;
  title: string;
  add?: AddLink;
  /** Which rows are shown; the filter's controls are the children, its values the query string's. */
  isShown?: (row: Row) => boolean;
  children?: ReactNode;
  /** What the rows as a whole give to think about. */
  above?: (rows: readonly Row[]) => ReactNode;
  /** Why the rows cannot be put into another order, where the directory has one. */
  whyFixed?: string | false | undefined;
  /** What would be here, and the first step. */
  empty: ReactNode;
  /** The module whose page size setting the list follows; without it all rows are shown. */
  module?: string;
}

const always = () => true;

/** The list of a directory; give it a `key` of its scope, for it reads the scope once. */
export const ResourceList = <Scope, Row extends Identified, Command extends string>({
  resource,
  scope,
  title,
  add,
  isShown = always,
  children,
  above,
  whyFixed,
  empty,
  module,
  ...parts
}: ResourceListProps<Scope, Row, Command>) => {
  const list = useList(resource, scope, parts.commands);
  const state = useSelector(list, (snapshot) => snapshot);
  const { rows, at, error, refusal, chosen } = state.context;
  const timeZone = useTimeZone(useCurrentCompanyId());
  const [, navigate] = useLocation();
  const left = rows.filter(isShown);
  const { page, shown, turn } = usePage(left, module);
  const isSkeleton = state.hasTag("skeleton");
  const onMove = (move: Move) => list.send({ type: "rows.move", move });
  const refresh = () => list.send({ type: "list.refresh" });
  // Places of a part of the rows say nothing of the others.
  const order = resource.reorder && shown.length === rows.length && { why: whyFixed, onMove };
  // A key in the filter and a press on a page are answered at once, their rows in the next drawing.
  const table = useDeferredValue(
    <ResourceTable
      rows={shown}
      parts={parts}
      isSkeleton={isSkeleton}
      empty={state.hasTag("failed") ? "Данные не загружены." : rows.length > 0 ? "По этим условиям ничего нет." : empty}
      order={order || undefined}
      onCommand={(command, row) => list.send({ type: "command.choose", chosen: { command, row } })}
    />,
  );
  useTitle(title);
  useCommands([
    { title: "Обновить список", keys: "r", run: refresh },
    ...(add ? [{ title: add.label, why: add.why || undefined, run: () => navigate(add.href) }] : []),
  ]);
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 tabIndex={-1} className="outline-none">
          {title}
        </h1>
        <p className="text-sm text-muted">{at !== undefined && `данные на ${formatTime(new Date(at), timeZone)}`}</p>
        <span className="flex-1" />
        <Button onClick={refresh} keys="R">
          Обновить
        </Button>
        {add && (
          <ActionLink href={add.href} kind="primary" why={add.why}>
            <Plus size={16} aria-hidden />
            {add.label}
          </ActionLink>
        )}
      </header>
      <ListErrors
        error={error}
        refusal={refusal}
        onRetry={refresh}
        onDismiss={() => list.send({ type: "refusal.dismiss" })}
      />
      {!isSkeleton && above && <div className="mb-3 grid gap-2 empty:hidden">{above(rows)}</div>}
      {children && <div className="mb-2.5 flex flex-wrap items-center gap-2">{children}</div>}
      <BusySheet isBusy={state.hasTag("busy")} isSkeleton={isSkeleton}>
        {table}
        {module && <ListFooter module={module} page={page} count={left.length} onPage={turn} />}
      </BusySheet>
      {(state.matches("confirming") || state.matches("running")) && chosen && (
        <ConfirmCommand
          title={parts.commands[chosen.command].title(chosen.row)}
          question={parts.commands[chosen.command].question(chosen.row)}
          isRunning={state.matches("running")}
          onYes={() => list.send({ type: "command.confirm" })}
          onNo={() => list.send({ type: "command.cancel" })}
        />
      )}
    </>
  );
};
