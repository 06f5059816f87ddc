import { Suspense } from "react";
import { lazyComponent } from "../../../routing/lazyComponent.ts";
import { hasDialog, useDetail, useDetailActor } from "./useDetail.ts";

const load = () => import("./OpenDialog.tsx");
const OpenDialog = lazyComponent("OpenDialog", load);
const loadUndo = () => import("./UndoBar.tsx");
const UndoBar = lazyComponent("UndoBar", loadUndo);

/** Prefetches the code of the order screen's dialogs and of the undo offer for a status change. */
export const prefetchDialogs = (): void => {
  for (const part of [load, loadUndo]) part().catch(() => {});
};

/**
 * Open dialog of the order screen, and the undo offer for a status change. All dialogs are in one chunk, which is
 * loaded at the latest when the first dialog opens.
 */
export const Dialogs = () => {
  const isOpen = useDetail(hasDialog);
  const undo = useDetail(({ context }) => context.undo);
  const detail = useDetailActor();
  // Each part has its own `Suspense`. In a shared `Suspense`, a closed dialog would stay in the page and receive key
  // events until the code of `UndoBar` is loaded.
  return (
    <>
      <Suspense>{isOpen && <OpenDialog />}</Suspense>
      <Suspense>
        {undo && (
          <UndoBar
            key={undo.version}
            request={undo}
            onChange={() => detail.send({ type: "order.reload" })}
            onEnd={() => detail.send({ type: "undo.end" })}
          />
        )}
      </Suspense>
    </>
  );
};
