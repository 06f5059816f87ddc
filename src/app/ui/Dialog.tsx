import { Suspense, useEffect } from "react";
import { lazyComponent } from "../routing/lazyComponent.ts";
import type { DialogProps } from "./dialogProps.ts";
import { guardFromDoubleClick } from "./guardFromDoubleClick.ts";

const DialogPanel = lazyComponent("DialogPanel", () => import("./DialogPanel.tsx"));

/** Prefetches the code that all dialogs share, for example on hover or focus of a button that opens a dialog. */
export const prefetchDialog = (): void => void import("./DialogPanel.tsx").catch(() => {});

/**
 * Modal dialog, which is open while the component is mounted. The code that all dialogs share is loaded when the first
 * dialog opens, unless it was prefetched.
 */
export const Dialog = (props: DialogProps) => {
  useEffect(guardFromDoubleClick, []);
  return (
    <Suspense fallback={<div className="fixed inset-0 z-40 bg-backdrop" />}>
      <DialogPanel {...props} />
    </Suspense>
  );
};
