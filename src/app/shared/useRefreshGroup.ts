import { useEffect, useState } from "react";

/** Functions that refresh the queries of a screen. */
export interface RefreshGroup {
  /** Adds a refresh function. Returns a function that removes the refresh function again. */
  readonly add: (refresh: () => void) => () => void;
  /** Calls all refresh functions in the group. */
  readonly refresh: () => void;
}

const createRefreshGroup = (): RefreshGroup => {
  const members = new Set<() => void>();
  return {
    add: (refresh) => {
      members.add(refresh);
      return () => members.delete(refresh);
    },
    refresh: () => {
      for (const refresh of members) refresh();
    },
  };
};

/** Returns a group for the queries that one button refreshes together. */
export const useRefreshGroup = (): RefreshGroup => useState(createRefreshGroup)[0];

/** Adds a query to a refresh group while the component is mounted. */
export const useGroupMember = (group: RefreshGroup, { refresh }: { readonly refresh: () => void }): void =>
  useEffect(() => group.add(refresh), [group, refresh]);
