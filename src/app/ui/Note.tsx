import type { ReactNode } from "react";
import { classNames } from "./classNames.ts";

/** Note with a warning or with information. */
export const Note = ({ tone = "warning", children }: { tone?: "warning" | "info"; children: ReactNode }) => (
  <div
    role="status"
    className={classNames(
      "flex flex-wrap items-center gap-2 rounded-md px-3 py-2 text-sm",
      tone === "warning" ? "bg-warning-weak text-warning" : "bg-accent-weak text-accent",
    )}
  >
    {children}
  </div>
);
