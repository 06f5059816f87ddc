import { useActorRef, useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import { viewActors } from "#machines/resource/view.actors.ts";
import { viewMachineOf } from "#machines/resource/view.machine.ts";
import type { Answered, Viewed } from "#machines/resource/view.ts";
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
  const { api, now, connectivity } = useServices();
  const [machine] = useState(() =>
    viewMachineOf<Query, Answer>().provide({
      actors: viewActors(api, viewed, now),
      guards: { isLive: (_, { query: asked }) => viewed.isLive?.(asked) ?? false },
    }),
  );
  const view = useActorRef(machine, { id: viewed.name, input: { query } });
  const state = useSelector(view, (snapshot) => snapshot);
  const isAway = useSelector(connectivity, (snapshot) => snapshot.matches("away"));
  const text = JSON.stringify(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: queries are the same when their texts are
  useEffect(() => {
    if (JSON.stringify(view.getSnapshot().context.query) !== text) view.send({ type: "query.change", query });
  }, [view, text]);
  useEffect(() => {
    if (!isAway) view.send({ type: "network.online" });
  }, [isAway, view]);
  useEffect(() => {
    const tell = () => view.send({ type: document.hidden ? "page.hide" : "page.show" });
    tell();
    document.addEventListener("visibilitychange", tell);
    return () => document.removeEventListener("visibilitychange", tell);
  }, [view]);
  return {
    shown: state.context.shown,
    error: state.context.error,
    isBusy: state.hasTag("busy"),
    refresh: () => view.send({ type: "view.refresh" }),
  };
};
