import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { ActorRefFrom } from "xstate";
import { MAX_SEARCH_LENGTH } from "#domain/search.ts";
import { pagedQueryActors } from "#machines/core/pagedQuery.actors.ts";
import { pagedQueryMachineOf } from "#machines/core/pagedQuery.machine.ts";
import type { ListFilter, PagedQueryDescriptor } from "#machines/core/pagedQuery.ts";
import type { Identified } from "#machines/directory/types.ts";
import { useServices } from "../services/context.ts";
import { useEmitted } from "../shared/useEmitted.ts";
import { useProvidedActor } from "../shared/useProvidedActor.ts";
import { toast } from "../ui/toast.ts";
import type { RowCommandTexts } from "./listParts.ts";

/** Actor of the paged query machine. */
export type PagedActor<Row extends Identified, Command extends string, Argument> = ActorRefFrom<
  ReturnType<typeof pagedQueryMachineOf<Row, Command, Argument>>
>;

const readFilter = (search: string, names: readonly string[]): ListFilter => {
  const query = new URLSearchParams(search);
  // The user may edit the URL by hand, so each filter text is cut to the length that the server accepts.
  return Object.fromEntries(names.map((name) => [name, (query.get(name) ?? "").slice(0, MAX_SEARCH_LENGTH)]));
};

const writeFilter = (filter: ListFilter): string =>
  new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== "")).toString();

/** Keeps the machine's filter and the query string in sync. */
const useFilterInAddress = <Row extends Identified, Command extends string, Argument>(
  list: PagedActor<Row, Command, Argument>,
  names: readonly string[],
) => {
  const search = useSearch();
  const [path, navigate] = useLocation();
  useEffect(() => {
    const patch = readFilter(search, names);
    if (writeFilter(list.getSnapshot().context.filter) !== writeFilter(patch))
      list.send({ type: "filter.change", patch });
  }, [list, search, names]);
  useEmitted(list, {
    "filter.changed": ({ filter }) => {
      const text = writeFilter(filter);
      if (text !== location.search.slice(1)) navigate(text ? `${path}?${text}` : path, { replace: true });
    },
  });
};

/**
 * Runs the machine of a paged list while the component is mounted. Shows a toast and calls `onDone` after each
 * successful command. The filters in `names` are stored in the query string.
 */
export const usePagedQuery = <Row extends Identified, Command extends string, Argument>(
  descriptor: PagedQueryDescriptor<Row, Command, Argument>,
  names: readonly string[],
  texts: Readonly<Record<Command, RowCommandTexts<Row>>>,
): PagedActor<Row, Command, Argument> => {
  const { api, environment, newKey } = useServices();
  const search = useSearch();
  const [machine] = useState(() => pagedQueryMachineOf<Row, Command, Argument>(descriptor.commandRules));
  const list = useProvidedActor(machine, () => pagedQueryActors({ api, environment, newKey }, descriptor), {
    filter: readFilter(search, names),
    pollEvery: descriptor.pollEvery,
    topics: descriptor.topics,
  });
  useFilterInAddress(list, names);
  useEmitted(list, {
    "command.done": ({ done: { command, row } }) => {
      toast(texts[command].done(row));
      texts[command].onDone?.();
    },
  });
  return list;
};
