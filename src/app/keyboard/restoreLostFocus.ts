/** Selector of the layers: the page, and each dialog or menu above it. Each layer has its own last focused element. */
const LAYERS = '#root, [role="dialog"], [data-layer]';

interface LayerFocus {
  layer: Element;
  element: Element;
}

/**
 * Returns the element of a layer that gets the focus first: in a dialog or menu the element with data-autofocus or the
 * layer itself. On the page it is the focusable heading or the main element.
 */
const firstFocusOf = (layer: Element | undefined): Element | null =>
  layer && layer.id !== "root"
    ? (layer.querySelector("[data-autofocus]") ?? layer)
    : (document.querySelector("#main h1[tabindex]") ?? document.getElementById("main"));

/**
 * Moves the focus when the focused element is removed: to the last focused element of the top layer (page, dialog or
 * menu) or, if there is none, to the result of `firstFocusOf`. Returns a disposer.
 */
export const restoreLostFocus = (): (() => void) => {
  // Layers (page, dialogs, menus) with their last focused elements. The layer that had the focus most recently is the
  // last one.
  let layers: readonly LayerFocus[] = [];
  const restore = () => {
    const { activeElement, body } = document;
    const last = layers.at(-1);
    // The focus is lost if the focused element was removed, or if the dialog itself has the focus instead of an element
    // in it. A click on the background removes no element, so the focus is not moved.
    if (!last || (activeElement === body ? last.element.isConnected : activeElement !== last.layer)) return;
    const { layer, element } = layers.findLast((kept) => kept.layer.isConnected) ?? {};
    const next = element?.isConnected && element !== layer ? element : firstFocusOf(layer);
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  };
  // Browsers send no event when the focused element is removed. Changes of the DOM are therefore observed.
  const observer = new MutationObserver(restore);
  const record = (element: EventTarget | null) => {
    // The guard elements of a focus trap belong to no layer, so they are ignored.
    const layer = element instanceof Element && element.closest(LAYERS);
    if (!layer) return;
    layers = [...layers.filter((kept) => kept.layer !== layer && kept.layer.isConnected), { layer, element }];
    // There is nothing to restore before the first focus, so the observer starts here. Repeated calls of `observe` have
    // no effect.
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
