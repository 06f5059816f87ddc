import { useSelector } from "@xstate/react";
import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { queryActors } from "#machines/core/query.actors.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import { useServices } from "../services/context.ts";
import { failureText } from "../services/failureText.ts";
import { useProvidedActor } from "./useProvidedActor.ts";

/** Data that a screen shows, with their query and the server time at which they were read, ms since 1970. */
export interface ShownData<Query, Data> {
  readonly query: Query;
  readonly answer: Data;
  readonly at: number;
}

/** Data and state of a query for a component. */
export interface QueryView<Query, Data> {
  readonly shown: ShownData<Query, Data> | undefined;
  /** Error message of the last failed read. */
  readonly error: string | undefined;
  /** False if the server does not offer the operation that reads the data. */
  readonly isOffered: boolean;
  readonly isBusy: boolean;
  readonly refresh: () => void;
}

/**
 * Reads data by the descriptor of the first render while the component is mounted. Reads the data again when the query
 * changes or the live feed reports a change of one of the descriptor's topics.
 */
export const useQuery = <Query, Data>(
  descriptor: QueryDescriptor<Query, Data>,
  query: Query,
): QueryView<Query, Data> => {
  const { api, environment, now } = useServices();
  const [machine] = useState(queryMachineOf<Query, Data>);
  const actor = useProvidedActor(
    machine,
    () => queryActors({ api, environment, now }, descriptor),
    { query, topics: descriptor.topics },
    { id: descriptor.name },
  );
  const state = useSelector(actor, (snapshot) => snapshot);
  const { data, dataQuery, at, failure } = state.context;
  // The query is a new object at each render, so queries are compared as JSON.
  const text = JSON.stringify(query);
  const change = useEffectEvent((changed: string) => {
    if (JSON.stringify(actor.getSnapshot().context.query) !== changed) actor.send({ type: "query.change", query });
  });
  useEffect(() => change(text), [text]);
  const isShown = data !== undefined && dataQuery !== undefined && at !== undefined;
  return {
    shown: isShown ? { query: dataQuery, answer: data, at } : undefined,
    error: failureText(failure),
    isOffered: failure?.kind !== "notOffered",
    isBusy: state.hasTag("busy"),
    refresh: useCallback(() => actor.send({ type: "query.refresh" }), [actor]),
  };
};
