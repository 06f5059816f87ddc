import type { ReactNode } from "react";

/**
 * Coloured label of a status or tag, in one of the thirteen documented colours or without colour. By default the
 * tooltip repeats the text, because narrow columns truncate the text.
 */
export const Badge = ({
  colour,
  title,
  children,
}: {
  colour: string | null | undefined;
  title?: string;
  children: ReactNode;
}) => (
  <span
    className="badge inline-block truncate align-middle"
    data-colour={colour ?? undefined}
    title={title ?? (typeof children === "string" ? children : undefined)}
  >
    {children}
  </span>
);
