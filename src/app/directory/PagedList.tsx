import { useSelector } from "@xstate/react";
import type { ReactNode } from "react";
import type { ListFilter, PagedQueryDescriptor } from "#machines/core/pagedQuery.ts";
import type { Identified } from "#machines/directory/types.ts";
import { useCommands } from "../keyboard/commands.ts";
import { failureText } from "../services/failureText.ts";
import { useTitle } from "../shared/useTitle.ts";
import { BusySheet } from "../ui/BusySheet.tsx";
import { Button } from "../ui/Button.tsx";
import { NotOffered } from "../ui/NotOffered.tsx";
import { ConfirmCommand } from "./ConfirmCommand.tsx";
import { DirectoryTable } from "./DirectoryTable.tsx";
import { ListErrors } from "./ListErrors.tsx";
import type { TableParts } from "./listParts.ts";
import { usePagedQuery } from "./usePagedQuery.ts";

/** Props of a list with server-side pagination. */
interface PagedListProps<Row extends Identified, Command extends string, Argument> extends TableParts<Row, Command> {
  descriptor: PagedQueryDescriptor<Row, Command, Argument>;
  /** Returns the value that the user chose in the dialog of a command. */
  argument?: () => Argument;
  title: string;
  /** Names of the filter parameters in the query string. The caller must pass the same array object at each render. */
  filters: readonly string[];
  /** Renders the filter controls and the buttons of the list. */
  children?: (filter: ListFilter, change: (patch: ListFilter) => void, refresh: () => void) => ReactNode;
  /** Content that is shown if the list is empty. */
  empty: ReactNode;
}

/**
 * List screen with server-side pagination, filters and confirmed commands. A change of `descriptor` after the first
 * render has no effect.
 */
export const PagedList = <Row extends Identified, Command extends string, Argument = undefined>({
  descriptor,
  argument,
  title,
  filters,
  children,
  empty,
  ...parts
}: PagedListProps<Row, Command, Argument>) => {
  const list = usePagedQuery(descriptor, filters, parts.commands);
  const state = useSelector(list, (snapshot) => snapshot);
  const { rows, next, failure, refusal, chosen, filter } = state.context;
  const refresh = () => list.send({ type: "list.refresh" });
  const isSkeleton = state.hasTag("skeleton");
  const isFiltered = Object.values(filter).some((value) => value !== "");
  useTitle(title);
  useCommands([{ title: "Обновить список", keys: "r", run: refresh }]);
  if (failure?.kind === "notOffered")
    return (
      <>
        <h1 className="mb-3">{title}</h1>
        <NotOffered />
      </>
    );
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 tabIndex={-1} className="outline-none">
          {title}
        </h1>
        <span className="flex-1" />
        <Button onClick={refresh} keys="R">
          Обновить
        </Button>
      </header>
      <ListErrors
        error={failureText(failure)}
        refusal={failureText(refusal)}
        onRetry={refresh}
        onDismiss={() => list.send({ type: "refusal.dismiss" })}
      />
      {children && (
        <div className="mb-2.5 flex flex-wrap items-end gap-2">
          {children(filter, (patch) => list.send({ type: "filter.change", patch }), refresh)}
        </div>
      )}
      <BusySheet isBusy={state.hasTag("busy")} isSkeleton={isSkeleton}>
        <DirectoryTable
          rows={rows}
          parts={parts}
          isSkeleton={isSkeleton}
          empty={state.hasTag("failed") ? "Данные не загружены." : isFiltered ? "По этим условиям ничего нет." : empty}
          onCommand={(command, row) => list.send({ type: "command.choose", chosen: { command, row } })}
        />
        {rows.length > 0 && (
          <footer className="flex items-center gap-3 px-3 py-2 text-sm text-muted">
            <span role="status">
              Показано: {rows.length}
              {next === null && " — это всё"}
            </span>
            {next !== null && (
              <Button why={state.hasTag("busy") && "Загружается"} onClick={() => list.send({ type: "more.load" })}>
                Показать ещё
              </Button>
            )}
          </footer>
        )}
      </BusySheet>
      {(state.matches("confirming") || state.matches("running")) && chosen && (
        <ConfirmCommand
          title={parts.commands[chosen.command].title(chosen.row)}
          question={parts.commands[chosen.command].question(chosen.row)}
          isRunning={state.matches("running")}
          onYes={() => list.send({ type: "command.confirm", argument: argument?.() })}
          onNo={() => list.send({ type: "command.cancel" })}
        />
      )}
    </>
  );
};
