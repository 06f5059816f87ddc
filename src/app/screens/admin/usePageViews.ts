import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { pageViews, type ViewsFilter } from "#machines/monitoring/pageViews.ts";
import { useServices } from "../../context.ts";
import { useView } from "../../resource/useView.ts";

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
  const { now } = useServices();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const filter = readFilter(search);
  const viewed = useMemo(() => pageViews(now), [now]);
  const change = (patch: Partial<ViewsFilter>) => {
    const text = writeFilter({ ...filter, ...patch });
    navigate(text ? `${path}?${text}` : path, { replace: true });
  };
  return { filter, change, ...useView(viewed, filter) };
};
