import type { ReactNode } from "react";

/** A coloured label: a status or a tag; colours are the thirteen of the documents, or none. */
export const Badge = ({ colour, children }: { colour: string | null | undefined; children: ReactNode }) => (
  <span className="badge inline-block truncate align-middle" data-colour={colour ?? undefined}>
    {children}
  </span>
);
