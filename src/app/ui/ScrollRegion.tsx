import type { ReactNode } from "react";
import { classNames } from "./classNames.ts";

/** Region with its own scroll bars. The region is focusable, so that the arrow keys can scroll it. */
export const ScrollRegion = ({
  label,
  className,
  children,
}: {
  label: string;
  className: string;
  children: ReactNode;
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard (axe rule)
  <section aria-label={label} tabIndex={0} className={classNames("table-box", className)}>
    {children}
  </section>
);
