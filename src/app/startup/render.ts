import { type ReactNode, startTransition } from "react";
import { createRoot } from "react-dom/client";

/** Renders the application as a React transition. The browser can handle input during the render. */
export const render = (element: Element, content: ReactNode): void =>
  startTransition(() => createRoot(element).render(content));
