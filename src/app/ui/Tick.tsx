import type { ComponentProps } from "react";

/** A box that is ticked, or with `type="radio"` one of several that is chosen, and what it means. */
export const Tick = ({ children, ...control }: ComponentProps<"input">) => (
  <label className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-10">
    <input type="checkbox" className="size-4 accent-accent" {...control} />
    {children}
  </label>
);
