import type { ReactNode } from "react";

/**
 * Container of a list. A thin bar is shown while rows are read again. During the first read the content is a skeleton,
 * so there is no bar.
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
