import { type ReactNode, startTransition } from "react";
import { createRoot } from "react-dom/client";

/** Renders the application into an element as a transition, so that input is handled between its parts. */
export const render = (element: Element, content: ReactNode): void =>
  startTransition(() => createRoot(element).render(content));
