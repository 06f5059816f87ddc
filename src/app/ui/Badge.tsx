import type { ReactNode } from "react";

/**
 * Coloured label of a status or tag, in one of the thirteen documented colours or without colour. The tooltip repeats
 * the text by default, because a narrow column cuts the text off.
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
