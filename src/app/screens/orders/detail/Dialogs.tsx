import { Suspense } from "react";
import { lazyComponent } from "../../../routing/lazyComponent.ts";
import { hasDialog, useDetail } from "./useDetail.ts";

const load = () => import("./OpenDialog.tsx");
const OpenDialog = lazyComponent("OpenDialog", load);

/** Fetches the dialogs' code before one of them is opened. */
export const prefetchDialogs = (): void => void load().catch(() => {});

/** The dialog that is open over the order, if one is; their code comes with the first. */
export const Dialogs = () => {
  const isOpen = useDetail(hasDialog);
  return <Suspense>{isOpen && <OpenDialog />}</Suspense>;
};
