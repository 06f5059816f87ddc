import { Suspense, useState } from "react";
import { lazyComponent } from "../../routing/lazyComponent.ts";

const loadPalette = () => import("./Palette.tsx");
const Palette = lazyComponent("Palette", loadPalette);

/** Prefetches the code of the command palette. */
export const prefetchPalette = (): void => void loadPalette().catch(() => {});

/** Command palette. Its code is loaded when the palette opens. Until then, a plain text field accepts the input. */
export const LazyPalette = ({ companyId, onClose }: { companyId: number; onClose: () => void }) => {
  const [text, setText] = useState("");
  const plainField = (
    <div role="dialog" aria-label="Найти заказ, экран, команду" className="palette">
      <input
        ref={(field) => field?.focus()}
        aria-label="Найти заказ, экран, команду"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && onClose()}
      />
    </div>
  );
  return (
    <Suspense fallback={plainField}>
      <Palette companyId={companyId} text={text} onText={setText} onClose={onClose} />
    </Suspense>
  );
};
