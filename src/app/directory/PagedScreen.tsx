import { useSelector } from "@xstate/react";
import type { ReactNode } from "react";
import type { ListFilter } from "#machines/core/pagedQuery.ts";
import type { Identified } from "#machines/directory/types.ts";
import { useCommands } from "../keyboard/commands.ts";
import { failureText } from "../services/failureText.ts";
import { useRememberedQuery } from "../shared/lastQuery.ts";
import { useTitle } from "../shared/useTitle.ts";
import { BusySheet } from "../ui/BusySheet.tsx";
import { Button } from "../ui/Button.tsx";
import { NotOffered } from "../ui/NotOffered.tsx";
import { ListHeader } from "./ListHeader.tsx";
import type { PagedActor } from "./usePagedQuery.ts";

/** Rows that a paged screen shows, and the text for an empty list. */
export interface PagedContent<Row> {
  readonly rows: readonly Row[];
  readonly isSkeleton: boolean;
  readonly empty: ReactNode;
}

/** Screen of a list with server-side pagination: heading, errors, filters and the button for the next page. */
export const PagedScreen = <Row extends Identified, Command extends string, Argument>({
  list,
  title,
  empty,
  controls,
  children,
}: {
  list: PagedActor<Row, Command, Argument>;
  title: string;
  /** Content that is shown if the unfiltered list is empty. */
  empty: ReactNode;
  /** Renders the filter controls and the buttons of the list. */
  controls: ((filter: ListFilter, change: (patch: ListFilter) => void, refresh: () => void) => ReactNode) | undefined;
  /** Renders the rows. */
  children: (content: PagedContent<Row>) => ReactNode;
}) => {
  const state = useSelector(list, (snapshot) => snapshot);
  const { rows, next, failure, refusal, filter } = state.context;
  const refresh = () => list.send({ type: "list.refresh" });
  const isSkeleton = state.hasTag("skeleton");
  const isFiltered = Object.values(filter).some((value) => value !== "");
  useTitle(title);
  useRememberedQuery();
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
      <ListHeader
        title={title}
        error={failureText(failure)}
        refusal={failureText(refusal)}
        onRefresh={refresh}
        onDismiss={() => list.send({ type: "refusal.dismiss" })}
      />
      {controls && (
        <div className="mb-2.5 flex flex-wrap items-end gap-2">
          {controls(filter, (patch) => list.send({ type: "filter.change", patch }), refresh)}
        </div>
      )}
      <BusySheet isBusy={state.hasTag("busy")} isSkeleton={isSkeleton}>
        {children({
          rows,
          isSkeleton,
          empty: state.hasTag("failed") ? "Данные не загружены." : isFiltered ? "По этим условиям ничего нет." : empty,
        })}
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
    </>
  );
};
