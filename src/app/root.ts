import { type ReactNode, startTransition } from "react";
import { createRoot } from "react-dom/client";

/** Draws the application into an element, as a transition: done in slices, no long task keeps a key or a click waiting. */
export const draw = (element: Element, content: ReactNode): void =>
  startTransition(() => createRoot(element).render(content));
