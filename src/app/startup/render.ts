import { type ReactNode, startTransition } from "react";
import { createRoot } from "react-dom/client";

/** Renders the application as a React transition, so that the browser can handle input between its parts. */
export const render = (element: Element, content: ReactNode): void =>
  startTransition(() => createRoot(element).render(content));
