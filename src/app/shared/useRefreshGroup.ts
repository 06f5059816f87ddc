import { useEffect, useState } from "react";

/** Refresh functions of the queries on one screen. */
export interface RefreshGroup {
  /** Adds a function. Returns one that removes it. */
  readonly add: (refresh: () => void) => () => void;
  /** Calls every function that is in the group now. */
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

/** Group of queries that one button refreshes together. */
export const useRefreshGroup = (): RefreshGroup => useState(createRefreshGroup)[0];

/** Adds a query to a group while the component is mounted. */
export const useGroupMember = (group: RefreshGroup, { refresh }: { readonly refresh: () => void }): void =>
  useEffect(() => group.add(refresh), [group, refresh]);
