import { type ComponentProps, Suspense, useRef, useState } from "react";
import { lazyComponent } from "../../../routing/lazyComponent.ts";
import { Button } from "../../../ui/Button.tsx";
import type { ViewPanel as Panel } from "../views/ViewPanel.tsx";

const ViewPanel = lazyComponent("ViewPanel", () => import("../views/ViewPanel.tsx"));

/** Button that opens the panel with the views of the order list. */
export const ViewButton = (panel: Omit<ComponentProps<typeof Panel>, "findButton" | "onClose">) => {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLSpanElement>(null);
  return (
    <span ref={box}>
      <Button className="px-2!" aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Вид <span aria-hidden>▾</span>
      </Button>
      {isOpen && (
        <Suspense>
          <ViewPanel {...panel} findButton={() => box.current} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  );
};
