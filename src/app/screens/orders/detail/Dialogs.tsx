import { Suspense } from "react";
import { lazyComponent } from "../../../routing/lazyComponent.ts";
import { hasDialog, useDetail } from "./useDetail.ts";

const load = () => import("./OpenDialog.tsx");
const OpenDialog = lazyComponent("OpenDialog", load);

/** Prefetches the code of the dialogs on the order screen. */
export const prefetchDialogs = (): void => void load().catch(() => {});

/**
 * Dialog that is open on the order screen. All dialogs are in one chunk, which is loaded when the first of them opens.
 */
export const Dialogs = () => {
  const isOpen = useDetail(hasDialog);
  return <Suspense>{isOpen && <OpenDialog />}</Suspense>;
};
