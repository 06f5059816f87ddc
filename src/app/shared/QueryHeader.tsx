import type { ReactNode } from "react";
import { RefreshButton } from "../ui/RefreshButton.tsx";
import { freshness } from "./freshness.ts";
import type { ShownData } from "./useQuery.ts";

/** Header of a screen that shows a query: title, time of the data, `links`, the refresh button, and `children`. */
export const QueryHeader = ({
  title,
  shown,
  timeZone,
  links,
  onRefresh,
  children,
}: {
  title: string;
  shown: Pick<ShownData<unknown, unknown>, "at"> | undefined;
  timeZone: string;
  links?: ReactNode;
  onRefresh: () => void;
  children?: ReactNode;
}) => (
  <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
    <h1>{title}</h1>
    <p className="text-sm text-muted">{freshness(shown, timeZone)}</p>
    <span className="flex-1" />
    {links}
    <RefreshButton onClick={onRefresh} />
    {children}
  </header>
);
