import { useActorRef } from "@xstate/react";
import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { ActorRefFrom } from "xstate";
import { MOST_LETTERS } from "#domain/search.ts";
import { feedActors } from "#machines/resource/feed.actors.ts";
import { feedMachineOf } from "#machines/resource/feed.machine.ts";
import type { Fed, FeedFilter } from "#machines/resource/feed.ts";
import type { Identified } from "#machines/resource/resource.ts";
import { usePageShown, useReconnect } from "../browserEvents.ts";
import { useServices } from "../context.ts";
import { toast } from "../ui/toast.ts";
import type { RowCommandWords } from "./listParts.ts";

type FeedActor<Row extends Identified, Command extends string> = ActorRefFrom<
  ReturnType<typeof feedMachineOf<Row, Command>>
>;

const readFilter = (search: string, names: readonly string[]): FeedFilter => {
  const query = new URLSearchParams(search);
  // An address may hold more than the fields take.
  return Object.fromEntries(names.map((name) => [name, (query.get(name) ?? "").slice(0, MOST_LETTERS)]));
};

const writeFilter = (filter: FeedFilter): string =>
  new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== "")).toString();

/** Keeps the machine's filter and the query string one: the machine's changes are written, the browser's Back is read. */
const useQueryFilter = <Row extends Identified, Command extends string>(
  feed: FeedActor<Row, Command>,
  names: readonly string[],
) => {
  const search = useSearch();
  const [path, navigate] = useLocation();
  useEffect(() => {
    const wanted = readFilter(search, names);
    if (writeFilter(feed.getSnapshot().context.filter) !== writeFilter(wanted))
      feed.send({ type: "filter.change", patch: wanted });
  }, [feed, search, names]);
  useEffect(() => {
    const { unsubscribe } = feed.on("filter.changed", ({ filter }) => {
      const text = writeFilter(filter);
      if (text !== location.search.slice(1)) navigate(text ? `${path}?${text}` : path, { replace: true });
    });
    return unsubscribe;
  }, [feed, navigate, path]);
};

/** Starts the machine of a long list for as long as its screen is shown; `names` are the filters that the query string keeps. */
export const useFeed = <Row extends Identified, Command extends string>(
  fed: Fed<Row, Command>,
  names: readonly string[],
  words: Readonly<Record<Command, RowCommandWords<Row>>>,
): FeedActor<Row, Command> => {
  const { api } = useServices();
  const search = useSearch();
  const [machine] = useState(() => feedMachineOf<Row, Command>().provide({ actors: feedActors(api, fed) }));
  const feed = useActorRef(machine, {
    input: { filter: readFilter(search, names), refreshEvery: fed.refreshEvery },
  });
  useReconnect(feed);
  usePageShown(feed);
  useQueryFilter(feed, names);
  useEffect(() => {
    const { unsubscribe } = feed.on("command.done", ({ done: { command, row } }) => toast(words[command].done(row)));
    return unsubscribe;
  }, [feed, words]);
  return feed;
};
