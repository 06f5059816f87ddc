import { useSelector } from "@xstate/react";
import type { ReactNode } from "react";
import type { Fed, FeedFilter } from "#machines/resource/feed.ts";
import type { Identified } from "#machines/resource/resource.ts";
import { useCommands } from "../commands.ts";
import { BusySheet } from "../ui/BusySheet.tsx";
import { Button } from "../ui/Button.tsx";
import { useTitle } from "../useTitle.ts";
import { ConfirmCommand } from "./ConfirmCommand.tsx";
import { ListErrors } from "./ListErrors.tsx";
import type { TableParts } from "./listParts.ts";
import { ResourceTable } from "./ResourceTable.tsx";
import { useFeed } from "./useFeed.ts";

/** What the screen of a long list says; the rest is the same for all of them. */
interface FeedProps<Row extends Identified, Command extends string> extends TableParts<Row, Command> {
  fed: Fed<Row, Command>;
  title: string;
  /** Names of the filters, as the query string keeps them; give the same array each time. */
  filters: readonly string[];
  /** The filters' controls. */
  children?: (filter: FeedFilter, change: (patch: FeedFilter) => void) => ReactNode;
  /** What would be here. */
  empty: ReactNode;
}

/** A list that the server pages: the first rows, more on demand, filters that begin anew, confirmed commands. Reads `fed` once. */
export const Feed = <Row extends Identified, Command extends string>({
  fed,
  title,
  filters,
  children,
  empty,
  ...parts
}: FeedProps<Row, Command>) => {
  const feed = useFeed(fed, filters, parts.commands);
  const state = useSelector(feed, (snapshot) => snapshot);
  const { rows, next, error, refusal, chosen, filter } = state.context;
  const refresh = () => feed.send({ type: "feed.refresh" });
  const isSkeleton = state.hasTag("skeleton");
  const isFiltered = Object.values(filter).some((value) => value !== "");
  useTitle(title);
  useCommands([{ title: "Обновить список", keys: "r", run: refresh }]);
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
        error={error}
        refusal={refusal}
        onRetry={refresh}
        onDismiss={() => feed.send({ type: "refusal.dismiss" })}
      />
      {children && (
        <div className="mb-2.5 flex flex-wrap items-end gap-2">
          {children(filter, (patch) => feed.send({ type: "filter.change", patch }))}
        </div>
      )}
      <BusySheet isBusy={state.hasTag("busy")} isSkeleton={isSkeleton}>
        <ResourceTable
          rows={rows}
          parts={parts}
          isSkeleton={isSkeleton}
          empty={state.hasTag("failed") ? "Данные не загружены." : isFiltered ? "По этим условиям ничего нет." : empty}
          onCommand={(command, row) => feed.send({ type: "command.choose", chosen: { command, row } })}
        />
        {rows.length > 0 && (
          <footer className="flex items-center gap-3 px-3 py-2 text-sm text-muted">
            <span role="status">
              Показано: {rows.length}
              {next === null && " — это всё"}
            </span>
            {next !== null && (
              <Button why={state.hasTag("busy") && "Загружается"} onClick={() => feed.send({ type: "more.want" })}>
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
          onYes={() => feed.send({ type: "command.confirm" })}
          onNo={() => feed.send({ type: "command.cancel" })}
        />
      )}
    </>
  );
};
