/** The page and what lies over it: in each of them something had the focus last. */
const LAYERS = '#root, [role="dialog"], [data-layer]';

interface Place {
  layer: Element;
  element: Element;
}

/** What has the focus before anything else: in a dialog what its content marks, or the dialog; on the page its heading, where that can, or the screen. */
const firstIn = (layer: Element | undefined): Element | null =>
  layer && layer.id !== "root"
    ? (layer.querySelector("[data-autofocus]") ?? layer)
    : (document.querySelector("#main h1[tabindex]") ?? document.getElementById("main"));

/** Gives the focus on when what had it is gone, so that the body does not get it: to what had it before, as a dialog's opener, or to the first in what is left. Ends with what it answers. */
export const keepFocus = (): (() => void) => {
  // The latest last.
  let places: readonly Place[] = [];
  const keep = () => {
    const { activeElement, body } = document;
    const last = places.at(-1);
    // What a press on nothing took the focus from is still there; a dialog itself has it only until its content has come.
    if (!last || (activeElement === body ? last.element.isConnected : activeElement !== last.layer)) return;
    const { layer, element } = places.findLast((place) => place.layer.isConnected) ?? {};
    const next = element?.isConnected && element !== layer ? element : firstIn(layer);
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  };
  // Not every browser tells of the focus that goes with its element, nor does any of content that comes.
  const content = new MutationObserver(keep);
  const note = (element: EventTarget | null) => {
    // The guards of a focus trap are in no layer.
    const layer = element instanceof Element && element.closest(LAYERS);
    if (!layer) return;
    places = [...places.filter((place) => place.layer !== layer && place.layer.isConnected), { layer, element }];
    // What never had the focus cannot lose it: until then nothing is watched.
    content.observe(document.body, { childList: true, subtree: true });
  };
  const hear = ({ target }: FocusEvent) => note(target);
  addEventListener("focusin", hear);
  note(document.activeElement);
  return () => {
    removeEventListener("focusin", hear);
    content.disconnect();
  };
};
