import { useActorRef, useSelector } from "@xstate/react";
import { useEffect, useEffectEvent, useState } from "react";
import { viewActors } from "#machines/resource/view.actors.ts";
import { viewMachineOf } from "#machines/resource/view.machine.ts";
import type { Answered, Viewed } from "#machines/resource/view.ts";
import { usePageShown, useReconnect } from "../browserEvents.ts";
import { useServices } from "../context.ts";

/** What a screen knows of something that is read and shown. */
export interface View<Query, Answer> {
  shown: Answered<Query, Answer> | undefined;
  error: string | undefined;
  isBusy: boolean;
  refresh: () => void;
}

/** Reads something for as long as its screen is shown, and again when the query becomes another; `viewed` is read once. */
export const useView = <Query, Answer>(viewed: Viewed<Query, Answer>, query: Query): View<Query, Answer> => {
  const { api, now } = useServices();
  const [machine] = useState(() => {
    const { refreshEvery } = viewed;
    return viewMachineOf<Query, Answer>().provide({
      actors: viewActors(api, viewed, now),
      guards: { isLive: (_, { query: asked }) => viewed.isLive?.(asked) ?? false },
      ...(refreshEvery && { delays: { refreshEvery: ({ context }) => refreshEvery(context.shown?.answer) } }),
    });
  });
  const view = useActorRef(machine, { id: viewed.name, input: { query } });
  const state = useSelector(view, (snapshot) => snapshot);
  const text = JSON.stringify(query);
  const change = useEffectEvent((wanted: string) => {
    // Queries are the same when their texts are.
    if (JSON.stringify(view.getSnapshot().context.query) !== wanted) view.send({ type: "query.change", query });
  });
  useEffect(() => change(text), [text]);
  useReconnect(view);
  usePageShown(view);
  return {
    shown: state.context.shown,
    error: state.context.error,
    isBusy: state.hasTag("busy"),
    refresh: () => view.send({ type: "view.refresh" }),
  };
};
