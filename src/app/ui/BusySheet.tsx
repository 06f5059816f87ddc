import type { ReactNode } from "react";

/**
 * Container of a list. While rows are read again, a thin busy bar is shown above the old rows; there is no busy bar
 * above a skeleton.
 */
export const BusySheet = ({
  isBusy,
  isSkeleton,
  children,
}: {
  isBusy: boolean;
  isSkeleton: boolean;
  children: ReactNode;
}) => (
  <div className="sheet relative" aria-busy={isBusy}>
    {isBusy && !isSkeleton && (
      <span aria-hidden className="absolute inset-x-0 -top-px z-10 h-0.5 animate-pulse bg-accent" />
    )}
    {children}
  </div>
);
