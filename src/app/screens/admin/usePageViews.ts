import { useActorRef, useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { pageViewsActors } from "#machines/monitoring/pageViews.actors.ts";
import { pageViewsMachine, type ViewsFilter } from "#machines/monitoring/pageViews.machine.ts";
import { useServices } from "../../context.ts";

/** The periods that can be chosen, in days. */
export const PERIODS = [7, 30, 90] as const;

const readFilter = (search: string): ViewsFilter => {
  const query = new URLSearchParams(search);
  const days = PERIODS.find((one) => String(one) === query.get("days")) ?? 30;
  return { days, screen: query.get("screen") ?? "", version: query.get("version") ?? "" };
};

const writeFilter = ({ days, screen, version }: ViewsFilter): string =>
  new URLSearchParams({
    ...(days !== 30 && { days: String(days) }),
    ...(screen && { screen }),
    ...(version && { version }),
  }).toString();

/** The counts of page views, narrowed as the query string says. */
export const usePageViews = () => {
  const { api, now, connectivity } = useServices();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const [machine] = useState(() => pageViewsMachine.provide({ actors: pageViewsActors(api, now) }));
  const views = useActorRef(machine, { input: { filter: readFilter(search) } });
  const state = useSelector(views, (snapshot) => snapshot);
  const isAway = useSelector(connectivity, (snapshot) => snapshot.matches("away"));
  useEffect(() => {
    if (!isAway) views.send({ type: "network.online" });
  }, [isAway, views]);
  useEffect(() => {
    const wanted = readFilter(search);
    if (writeFilter(views.getSnapshot().context.filter) !== writeFilter(wanted))
      views.send({ type: "filter.change", filter: wanted });
  }, [views, search]);
  const change = (patch: Partial<ViewsFilter>) => {
    const text = writeFilter({ ...readFilter(search), ...patch });
    navigate(text ? `${path}?${text}` : path, { replace: true });
  };
  return { state, change, refresh: () => views.send({ type: "views.refresh" }) };
};
