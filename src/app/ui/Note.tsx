import type { ReactNode } from "react";
import { classNames } from "./classNames.ts";

/** A strip that tells something without asking for a decision. */
export const Note = ({ tone = "warning", children }: { tone?: "warning" | "calm"; children: ReactNode }) => (
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
