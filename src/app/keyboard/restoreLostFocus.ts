/** Selector of focus layers: the page, and each dialog or menu above it. Each layer has its own last focused element. */
const LAYERS = '#root, [role="dialog"], [data-layer]';

interface LayerFocus {
  layer: Element;
  element: Element;
}

/**
 * Returns the element that is focused first in a layer. In a dialog it is the element with data-autofocus or the
 * dialog; on the page it is the focusable heading or the main element.
 */
const firstFocusOf = (layer: Element | undefined): Element | null =>
  layer && layer.id !== "root"
    ? (layer.querySelector("[data-autofocus]") ?? layer)
    : (document.querySelector("#main h1[tabindex]") ?? document.getElementById("main"));

/**
 * Restores the focus when the focused element is removed: to the last focused element of the top layer, or to the
 * layer's first element. Returns a disposer.
 */
export const restoreLostFocus = (): (() => void) => {
  // Dialogs and menus that are open, with the topmost one last.
  let layers: readonly LayerFocus[] = [];
  const restore = () => {
    const { activeElement, body } = document;
    const last = layers.at(-1);
    // The focus is moved in two cases: the focused element was removed, or the layer itself has the focus, because its
    // dialog opened without content. A click on the background removes no element, so it changes nothing.
    if (!last || (activeElement === body ? last.element.isConnected : activeElement !== last.layer)) return;
    const { layer, element } = layers.findLast((kept) => kept.layer.isConnected) ?? {};
    const next = element?.isConnected && element !== layer ? element : firstFocusOf(layer);
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  };
  // Browsers send no event when the focused element is removed, so DOM changes are observed.
  const observer = new MutationObserver(restore);
  const record = (element: EventTarget | null) => {
    // The guard elements of a focus trap are outside of all layers, so they are ignored.
    const layer = element instanceof Element && element.closest(LAYERS);
    if (!layer) return;
    layers = [...layers.filter((kept) => kept.layer !== layer && kept.layer.isConnected), { layer, element }];
    // The observer starts with the first focus, because before it there is nothing to restore. Repeated calls change nothing.
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
