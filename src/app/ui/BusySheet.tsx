import type { ReactNode } from "react";

/** Sheet of a list. While newer rows load, a thin bar lies over the old ones; a skeleton needs none. */
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
