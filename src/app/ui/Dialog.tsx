import { lazy, Suspense, useEffect, useState } from "react";
import type { DialogProps } from "./dialogProps.ts";

const DialogPanel = lazy(() => import("./DialogPanel.tsx").then((module) => ({ default: module.DialogPanel })));

/** Fetches the dialog's code before it is needed (on pointerenter or focus of what opens it). */
export const prefetchDialog = (): void => void import("./DialogPanel.tsx");

/** Gives the focus back to what had it before; the panel itself does not know that where its code came after the press. */
const useFocusBack = () => {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
      });
    },
    [before],
  );
};

/** A modal dialog for one decision; its code comes with its first opening. Mount it to open it. */
export const Dialog = (props: DialogProps) => {
  useFocusBack();
  return (
    <Suspense fallback={<div className="fixed inset-0 z-40 bg-backdrop" />}>
      <DialogPanel {...props} />
    </Suspense>
  );
};
