import type { ComponentProps } from "react";

/** Checkbox with its label. With `type="radio"` it is a radio button. */
export const TickBox = ({ children, ...control }: ComponentProps<"input">) => (
  <label className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-10">
    <input type="checkbox" className="size-4 accent-accent" {...control} />
    {children}
  </label>
);
