import { useSelector } from "@xstate/react";
import type { ReactNode } from "react";
import type { ListFilter, PagedQueryDescriptor } from "#machines/core/pagedQuery.ts";
import type { Identified } from "#machines/directory/types.ts";
import { ConfirmCommand } from "./ConfirmCommand.tsx";
import { DirectoryTable } from "./DirectoryTable.tsx";
import type { TableParts } from "./listParts.ts";
import { PagedScreen } from "./PagedScreen.tsx";
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
  /** Content that is shown if the unfiltered list is empty. */
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
  const { chosen } = state.context;
  return (
    <>
      <PagedScreen list={list} title={title} empty={empty} controls={children}>
        {({ rows, isSkeleton, empty: emptyText }) => (
          <DirectoryTable
            rows={rows}
            parts={{ ...parts, rules: descriptor.commandRules }}
            isSkeleton={isSkeleton}
            empty={emptyText}
            onCommand={(command, row) => list.send({ type: "command.choose", chosen: { command, row } })}
          />
        )}
      </PagedScreen>
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
