import type { FeedHub } from "../services/feedHub.ts";

/** Elements that are kept under the pointer. */
const TARGETS = "#main :is(button, a, tr, li)";

/** Boxes above the page. Scrolling the page does not move their elements. */
const BOXES = ":is([popover], [role=dialog], [role=menu])";

/** Time from the last movement of the pointer until the page returns to its former scroll position, ms. */
const REST_MS = 3000;

/**
 * Time within which the screens show a reported change, ms. It includes a read over a slow network. A later movement of
 * the element is not corrected.
 */
const CHANGE_MS = 15_000;

/** Time within which an input of the user can move elements, ms. Such a movement is not corrected. */
const INPUT_MS = 500;

const isScroller = (element: Element): boolean =>
  element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY);

/**
 * Returns the scrollable elements that contain the element, the innermost first. The page is left out for an element in
 * one of the `BOXES`, because scrolling the page does not move such an element.
 */
const scrollersOf = (element: Element): Element[] => {
  const scrollers: Element[] = [];
  for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
    if (isScroller(parent)) scrollers.push(parent);
    if (parent.matches(BOXES)) return scrollers;
  }
  return document.scrollingElement ? [...scrollers, document.scrollingElement] : scrollers;
};

/** Scrolls as far as possible towards `distance` px. Returns the scrolled distance. */
const scroll = (scroller: Element, distance: number): number => {
  const before = scroller.scrollTop;
  scroller.scrollBy({ top: distance, behavior: "instant" });
  return scroller.scrollTop - before;
};

/** Adds space below the page, so that the page can be scrolled `distance` px further. */
const addSpaceBelow = (distance: number): void => {
  const { body } = document;
  const space = Number.parseFloat(body.style.paddingBottom) || 0;
  const bottom = body.getBoundingClientRect().bottom - space;
  body.style.paddingBottom = `${Math.ceil(innerHeight + distance - bottom)}px`;
};

const addSpaceAbove = (distance: number): void => {
  const main = document.getElementById("main");
  if (main) main.style.paddingTop = `${Number.parseFloat(getComputedStyle(main).paddingTop) + distance}px`;
};

/**
 * Keeps the element under the mouse pointer in its place while the screens show the changes of other users, so that a
 * click hits the intended element. Scrolls the page or adds space to it, and undoes this when the pointer has rested
 * for 3 s.
 */
export const keepUnderPointer = (feed: FeedHub): void => {
  let held: { readonly element: Element; top: number } | undefined;
  let [changedAt, inputAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const scrolled = new Map<Element, number>();

  const measure = () => {
    if (held) held.top = held.element.getBoundingClientRect().top;
  };

  const keep = () => {
    const now = performance.now();
    // If no change was reported, the position is not measured, because measuring makes the browser compute the layout.
    if (!held?.element.isConnected || now - changedAt > CHANGE_MS) return;
    if (now - inputAt < INPUT_MS) return measure();
    let rest = held.element.getBoundingClientRect().top - held.top;
    if (Math.abs(rest) < 1) return;
    const scrollers = scrollersOf(held.element);
    const scrollAll = () => {
      for (const scroller of scrollers) {
        const distance = scroll(scroller, rest);
        scrolled.set(scroller, (scrolled.get(scroller) ?? 0) + distance);
        rest -= distance;
      }
    };
    scrollAll();
    if (held.element.closest(BOXES)) return;
    if (rest >= 1) {
      addSpaceBelow(rest);
      scrollAll();
    } else if (rest <= -1) addSpaceAbove(-rest);
  };
  const observer = new MutationObserver(keep);

  /** Undoes the scrolling and removes the added space. */
  const release = () => {
    held = undefined;
    observer.disconnect();
    for (const [scroller, distance] of scrolled) scroll(scroller, -distance);
    scrolled.clear();
    document.body.style.paddingBottom = "";
    const main = document.getElementById("main");
    if (main) main.style.paddingTop = "";
  };

  addEventListener("pointermove", ({ target, pointerType, movementX, movementY }) => {
    // When the layout changes under a resting pointer, Chromium sends a `pointermove` event with zero movement. The event
    // is ignored.
    if (pointerType === "touch" || (movementX === 0 && movementY === 0)) return;
    const element = target instanceof Element ? target.closest(TARGETS) : null;
    if (element && element !== held?.element) held = { element, top: element.getBoundingClientRect().top };
    if (!element) held = undefined;
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    clearTimeout(timer);
    timer = setTimeout(release, REST_MS);
  });
  for (const input of ["pointerdown", "keydown", "wheel"])
    addEventListener(
      input,
      () => {
        inputAt = performance.now();
        // A key press or the mouse wheel may scroll the page. The position before this scrolling must not be restored.
        if (input !== "pointerdown") scrolled.clear();
      },
      { capture: true, passive: true },
    );
  addEventListener("scroll", measure, { capture: true, passive: true });
  feed.subscribe(({ type }) => {
    if (type !== "data.changed") return;
    changedAt = performance.now();
    measure();
  });
};
