import type { ReactNode } from "react";

/** Coloured label of a status or tag. The colour is one of the thirteen documented colours, or none. */
export const Badge = ({ colour, children }: { colour: string | null | undefined; children: ReactNode }) => (
  <span className="badge inline-block truncate align-middle" data-colour={colour ?? undefined}>
    {children}
  </span>
);
