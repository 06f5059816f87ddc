import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished, vi } from "vitest";
import { type Services, ServicesContext } from "#app/services/context.ts";

/** Renders a component into the document until the test ends. Returns the element and a function that renders again. */
export const mount = async (node: ReactNode) => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const box = document.body.appendChild(document.createElement("div"));
  const root = createRoot(box);
  const render = (next: ReactNode) => act(async () => root.render(next));
  onTestFinished(async () => {
    await act(async () => root.unmount());
    box.remove();
    vi.unstubAllGlobals();
  });
  await render(node);
  return { box, render };
};

/** Renders a component inside a provider of the given services. */
export const mountWith = async (services: Services, node: ReactNode) => {
  const wrap = (inner: ReactNode) => <ServicesContext value={services}>{inner}</ServicesContext>;
  const { box, render } = await mount(wrap(node));
  return { box, render: (next: ReactNode) => render(wrap(next)) };
};

/** Returns the first element that matches the selector. Throws if no element matches. */
export const find = (selector: string): HTMLElement => {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`No element matches ${selector}`);
  return element;
};

/** Dispatches mousedown, mouseup and click on an element. */
export const click = (element: Element, init?: MouseEventInit): Promise<void> =>
  act(async () => {
    for (const type of ["mousedown", "mouseup", "click"])
      element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, ...init }));
  });

/** Presses a key on the focused element. Returns false if a handler called `preventDefault`. */
export const press = async (key: string, init?: KeyboardEventInit): Promise<boolean> => {
  let isDefault = true;
  await act(async () => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init });
    isDefault = document.activeElement?.dispatchEvent(event) ?? true;
  });
  return isDefault;
};

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;

/** Replaces the text of a field and dispatches the input event. */
export const type = (element: Element, text: string): Promise<void> =>
  act(async () => {
    setValue?.call(element, text);
    element.dispatchEvent(new Event("input", { bubbles: true }));
  });

/** Moves the focus to an element. */
export const focus = (element: HTMLElement): Promise<void> => act(async () => element.focus());

/** Waits until `check` no longer throws, at most 30 s. Flushes pending renders before each attempt. */
export const waitUntil = (check: () => void): Promise<void> =>
  vi.waitFor(
    async () => {
      await act(async () => {});
      check();
    },
    // The timeout is long, because a lazily loaded component may take several seconds on a busy computer.
    { timeout: 30_000 },
  );

/** Dispatches `focusout` on an element, so that the `onBlur` of the element runs. Does not move the focus. */
export const blur = (element: Element): Promise<void> =>
  act(async () => {
    element.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
  });
