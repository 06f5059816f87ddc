import { type ReactNode, useEffect } from "react";
import { createPortal } from "react-dom";
import { classNames } from "./classNames.ts";

/** Paper format for printing. */
export type Paper = "80mm" | "a4";

/**
 * Component that prints its children instead of the page as soon as it is mounted. `onDone` is called when the print
 * dialog closes.
 */
export const PrintSheet = ({ paper, onDone, children }: { paper: Paper; onDone: () => void; children: ReactNode }) => {
  useEffect(() => {
    addEventListener("afterprint", onDone, { once: true });
    // The print dialog blocks the page. It opens in a new task, because the portal must be rendered first.
    const opening = setTimeout(() => print());
    return () => {
      clearTimeout(opening);
      removeEventListener("afterprint", onDone);
    };
  }, [onDone]);
  return createPortal(
    <div
      className={classNames("print-sheet hidden bg-paper text-sm text-ink print:block", paper === "a4" && "paper-a4")}
    >
      {children}
    </div>,
    document.body,
  );
};
