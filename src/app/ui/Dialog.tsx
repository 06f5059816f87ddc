import { Suspense, useEffect } from "react";
import { lazyComponent } from "../routing/lazyComponent.ts";
import type { DialogProps } from "./dialogProps.ts";
import { guardFromDoubleClick } from "./guardFromDoubleClick.ts";

const DialogPanel = lazyComponent("DialogPanel", () => import("./DialogPanel.tsx"));

/** Prefetches the code of dialogs. Called on hover or focus of a button that opens a dialog. */
export const prefetchDialog = (): void => void import("./DialogPanel.tsx").catch(() => {});

/** Modal dialog, open while the component is mounted. The code of all dialogs is loaded when the first dialog opens. */
export const Dialog = (props: DialogProps) => {
  useEffect(guardFromDoubleClick, []);
  return (
    <Suspense fallback={<div className="fixed inset-0 z-40 bg-backdrop" />}>
      <DialogPanel {...props} />
    </Suspense>
  );
};
