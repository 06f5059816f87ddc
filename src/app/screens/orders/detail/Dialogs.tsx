import { Suspense } from "react";
import { lazyComponent } from "../../../routing/lazyComponent.ts";
import { hasDialog, useDetail } from "./useDetail.ts";

const load = () => import("./OpenDialog.tsx");
const OpenDialog = lazyComponent("OpenDialog", load);

/** Prefetches the code of the dialogs. */
export const prefetchDialogs = (): void => void load().catch(() => {});

/** Dialog that is open on the order screen. All dialogs share one chunk, which is loaded when the first one opens. */
export const Dialogs = () => {
  const isOpen = useDetail(hasDialog);
  return <Suspense>{isOpen && <OpenDialog />}</Suspense>;
};
