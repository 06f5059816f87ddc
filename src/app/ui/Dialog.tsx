import { Suspense, useEffect } from "react";
import { lazily } from "../lazily.ts";
import type { DialogProps } from "./dialogProps.ts";
import { watchPresses } from "./secondPress.ts";

const DialogPanel = lazily("DialogPanel", () => import("./DialogPanel.tsx"));

/** Fetches the dialog's code before it is needed (on pointerenter or focus of what opens it). */
export const prefetchDialog = (): void => void import("./DialogPanel.tsx").catch(() => {});

/** A modal dialog for one decision; its code comes with its first opening. Mount it to open it. */
export const Dialog = (props: DialogProps) => {
  useEffect(watchPresses, []);
  return (
    <Suspense fallback={<div className="fixed inset-0 z-40 bg-backdrop" />}>
      <DialogPanel {...props} />
    </Suspense>
  );
};
