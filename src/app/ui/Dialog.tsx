import { Suspense, useEffect } from "react";
import { lazyComponent } from "../routing/lazyComponent.ts";
import type { DialogProps } from "./dialogProps.ts";
import { guardFromDoubleClick } from "./guardFromDoubleClick.ts";

const DialogPanel = lazyComponent("DialogPanel", () => import("./DialogPanel.tsx"));

/** Prefetches the code of the dialog. Called on hover or focus of the button that opens a dialog. */
export const prefetchDialog = (): void => void import("./DialogPanel.tsx").catch(() => {});

/** Modal dialog that is open while it is mounted. Its code is loaded when the first dialog opens. */
export const Dialog = (props: DialogProps) => {
  useEffect(guardFromDoubleClick, []);
  return (
    <Suspense fallback={<div className="fixed inset-0 z-40 bg-backdrop" />}>
      <DialogPanel {...props} />
    </Suspense>
  );
};
