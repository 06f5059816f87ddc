import { Suspense, useState } from "react";
import { lazyComponent } from "../routing/lazyComponent.ts";
import { useCommands } from "./commands.ts";
import { LazyPalette } from "./palette/LazyPalette.tsx";

const KeyList = lazyComponent("KeyList", () => import("./help/KeyList.tsx"));

/** Command palette (Ctrl+K) and help (?) of a screen without the frame. */
export const KeyTools = ({ companyId }: { companyId: number }) => {
  const [open, setOpen] = useState<"palette" | "keys">();
  const close = () => setOpen(undefined);
  useCommands([
    { title: "Найти заказ, экран, команду", keys: "Ctrl+K", scope: "always", run: () => setOpen("palette") },
    { title: "Справка и клавиши", keys: "?", run: () => setOpen("keys") },
  ]);
  return (
    <Suspense>
      {open === "palette" && <LazyPalette companyId={companyId} onClose={close} />}
      {open === "keys" && <KeyList onClose={close} />}
    </Suspense>
  );
};
