import { Suspense, useEffect } from "react";
import { lazyComponent } from "../routing/lazyComponent.ts";
import type { DialogProps } from "./dialogProps.ts";
import { guardFromDoubleClick } from "./guardFromDoubleClick.ts";

const DialogPanel = lazyComponent("DialogPanel", () => import("./DialogPanel.tsx"));

/** Prefetches the code of the dialog, on pointerenter or focus of the button that opens it. */
export const prefetchDialog = (): void => void import("./DialogPanel.tsx").catch(() => {});

/** Modal dialog, open while it is mounted. Its code is loaded with the first one. */
export const Dialog = (props: DialogProps) => {
  useEffect(guardFromDoubleClick, []);
  return (
    <Suspense fallback={<div className="fixed inset-0 z-40 bg-backdrop" />}>
      <DialogPanel {...props} />
    </Suspense>
  );
};
