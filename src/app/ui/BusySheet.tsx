import type { ReactNode } from "react";

/**
 * Container of a list, with a thin bar while rows are read again. There is no bar during the first read, because the
 * content is a skeleton then.
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
