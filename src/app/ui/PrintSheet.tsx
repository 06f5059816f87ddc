import { type ReactNode, useEffect } from "react";
import { createPortal } from "react-dom";
import { classNames } from "./classNames.ts";

/** Papers of a printed sheet. */
export type Paper = "80mm" | "a4";

/** Mount it to print its children alone, without the screen around them; `onDone` follows when the print dialog has closed. */
export const PrintSheet = ({ paper, onDone, children }: { paper: Paper; onDone: () => void; children: ReactNode }) => {
  useEffect(() => {
    addEventListener("afterprint", onDone, { once: true });
    // The dialog stops the page: it opens once the sheet is there.
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
