import { Suspense, useState } from "react";
import { lazily } from "../lazily.ts";

const load = () => import("./Palette.tsx");
const Palette = lazily("Palette", load);

/** Fetches the palette's code before it is opened. */
export const prefetchPalette = (): void => void load().catch(() => {});

/** The palette; until its code has come a plain field takes what is typed, so that no letter is lost. */
export const PaletteGate = ({ companyId, onClose }: { companyId: number; onClose: () => void }) => {
  const [text, setText] = useState("");
  const waiting = (
    <div
      role="dialog"
      aria-label="Найти заказ, экран, команду"
      className="fixed inset-0 z-40 bg-backdrop p-4 pt-[12vh]"
    >
      <input
        ref={(field) => field?.focus()}
        aria-label="Найти заказ, экран, команду"
        className="mx-auto block w-full max-w-xl rounded-t-lg border border-line bg-raised px-4 py-3 text-lg outline-none"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && onClose()}
      />
    </div>
  );
  return (
    <Suspense fallback={waiting}>
      <Palette companyId={companyId} text={text} onText={setText} onClose={onClose} />
    </Suspense>
  );
};
