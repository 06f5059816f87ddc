/** Selector of the page and the layers over it, each with its own last focus. */
const LAYERS = '#root, [role="dialog"], [data-layer]';

interface LayerFocus {
  layer: Element;
  element: Element;
}

/** Returns the first focus of a layer: in a dialog the element with data-autofocus or the dialog, on the page its focusable heading or the screen. */
const firstFocusOf = (layer: Element | undefined): Element | null =>
  layer && layer.id !== "root"
    ? (layer.querySelector("[data-autofocus]") ?? layer)
    : (document.querySelector("#main h1[tabindex]") ?? document.getElementById("main"));

/** Restores the focus when the focused element is removed: to the last focused element of the top layer, as the opener of a dialog, or to its first focus. Returns a disposer. */
export const restoreLostFocus = (): (() => void) => {
  // Open dialogs and menus, the topmost last.
  let layers: readonly LayerFocus[] = [];
  const restore = () => {
    const { activeElement, body } = document;
    const last = layers.at(-1);
    // Focus is restored only when its element was removed. A click on the background only blurs it, and a dialog has the focus itself until its content is rendered.
    if (!last || (activeElement === body ? last.element.isConnected : activeElement !== last.layer)) return;
    const { layer, element } = layers.findLast((kept) => kept.layer.isConnected) ?? {};
    const next = element?.isConnected && element !== layer ? element : firstFocusOf(layer);
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  };
  // Browsers send no event when the focused element is removed.
  const observer = new MutationObserver(restore);
  const record = (element: EventTarget | null) => {
    // The guards of a focus trap lie outside every layer.
    const layer = element instanceof Element && element.closest(LAYERS);
    if (!layer) return;
    layers = [...layers.filter((kept) => kept.layer !== layer && kept.layer.isConnected), { layer, element }];
    // The observer starts at the first focus, because before it there is nothing to restore.
    observer.observe(document.body, { childList: true, subtree: true });
  };
  const recordTarget = ({ target }: FocusEvent) => record(target);
  addEventListener("focusin", recordTarget);
  record(document.activeElement);
  return () => {
    removeEventListener("focusin", recordTarget);
    observer.disconnect();
  };
};
