import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { pageViewsQuery, type ViewsFilter } from "#machines/queries/pageViews.ts";
import { useServices } from "../../services/context.ts";
import { useQuery } from "../../shared/useQuery.ts";

/** Lengths of the period that the user can choose, days. */
export const PERIODS = [7, 30, 90] as const;

const readFilter = (search: string): ViewsFilter => {
  const query = new URLSearchParams(search);
  const days = PERIODS.find((period) => String(period) === query.get("days")) ?? 30;
  return { days, screen: query.get("screen") ?? "", version: query.get("version") ?? "" };
};

const writeFilter = ({ days, screen, version }: ViewsFilter): string =>
  new URLSearchParams({
    ...(days !== 30 && { days: String(days) }),
    ...(screen && { screen }),
    ...(version && { version }),
  }).toString();

/**
 * Returns the filter in the query string, the page view counts for this filter, and a function that changes the filter.
 */
export const usePageViews = () => {
  const { now } = useServices();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const filter = readFilter(search);
  const descriptor = useMemo(() => pageViewsQuery(now), [now]);
  const change = (patch: Partial<ViewsFilter>) => {
    const text = writeFilter({ ...filter, ...patch });
    navigate(text ? `${path}?${text}` : path, { replace: true });
  };
  return { filter, change, ...useQuery(descriptor, filter) };
};
