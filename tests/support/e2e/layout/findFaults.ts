/**
 * Returns the layout faults of the visible page: elements that are covered, texts that are cut off without an ellipsis
 * and a title, texts beyond an edge of the window that no scrolling reveals, and boxes that scroll sideways. Runs in
 * the browser, so it uses only its argument and the DOM.
 *
 * Checks the last element that matches `scope` and the elements inside it, and whether the page scrolls sideways. It is
 * a fault if no element matches. These exceptions are made:
 * - Elements that are not rendered, `inert`, or visually hidden for screen readers (`clip-path: inset(50%)`).
 * - An element below a sticky or fixed box, if the user can uncover the element by scrolling its scroll container.
 * - A sticky header that leaves its scroll container together with the last row of its table.
 * - The value of a text field, because the user can scroll it with the caret.
 * - A strip with snap points (class `snap-x`), which may scroll sideways.
 */
export const findFaults = (scope: string): string[] => {
  /** Tolerance for rounding errors when boxes are compared, CSS pixels. */
  const ROUNDING_PX = 1;
  /** Width of the arrow that Chromium draws inside a select, CSS pixels. */
  const SELECT_ARROW_PX = 18;
  /** Fraction of the line height that a font may reserve above and below its letters. */
  const LETTER_MARGIN = 0.25;

  interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }

  const INTERACTIVE =
    "a[href], button, input, select, textarea, summary, [tabindex], [role=button], [role=option], [role=menuitem], [role=tab]";
  const page = document.documentElement;
  const view: Box = { left: 0, top: 0, right: page.clientWidth, bottom: page.clientHeight };
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const style = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, style);
    return style;
  };
  const parentsOf = (element: Element): Element[] => {
    const parents: Element[] = [];
    for (let parent = element.parentElement; parent; parent = parent.parentElement) parents.push(parent);
    return parents;
  };
  const plainText = (text: string | null): string => (text ?? "").replace(/\s+/g, " ").trim();
  const describeOne = (element: Element): string => {
    const name = element.getAttribute("aria-label") ?? plainText(element.textContent).slice(0, 40);
    const marker = element.getAttribute("role") ?? element.classList.item(0);
    return `${element.tagName.toLowerCase()}${marker ? `[${marker}]` : ""} "${name}"`;
  };
  const describe = (element: Element): string => {
    const parent = element.closest("li, td, th, section, nav, header, dialog, [role=dialog], [role=menu], form, main");
    return parent && parent !== element ? `${describeOne(element)} in ${describeOne(parent)}` : describeOne(element);
  };
  const intersect = (one: Box, other: Box): Box => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const areaOf = ({ left, top, right, bottom }: Box): number => Math.max(0, right - left) * Math.max(0, bottom - top);
  const contentBox = (element: Element): Box => {
    const { left, top } = element.getBoundingClientRect();
    const x = left + element.clientLeft;
    const y = top + element.clientTop;
    return { left: x, top: y, right: x + element.clientWidth, bottom: y + element.clientHeight };
  };

  /**
   * Returns the boxes that clip an element (its ancestors or the element itself), and a flag which is true if the
   * element does not scroll with the window.
   */
  const clipsOf = (element: Element): { clips: Element[]; isFixed: boolean } => {
    const clips: Element[] = [];
    let { position } = styleOf(element);
    for (const parent of [element, ...parentsOf(element)]) {
      if (parent === document.body || parent === page) break;
      const style = styleOf(parent);
      const isContaining = position !== "absolute" || style.position !== "static";
      if (parent !== element && !isContaining) continue;
      if (parent !== element) ({ position } = style);
      const isInline = style.display === "inline" || style.display === "contents";
      if (!isInline && style.overflowX + style.overflowY !== "visiblevisible") clips.push(parent);
      if (position === "fixed") return { clips, isFixed: true };
    }
    return { clips, isFixed: false };
  };

  const isVisuallyHidden = (element: Element): boolean =>
    [element, ...parentsOf(element)].some((one) => styleOf(one).clipPath === "inset(50%)");

  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    !element.closest("[inert]") &&
    !isVisuallyHidden(element);

  const largest = (boxes: Iterable<DOMRect>): DOMRect | undefined =>
    [...boxes].sort((one, other) => areaOf(other) - areaOf(one))[0];

  const textBoxes = (node: Text): DOMRect[] => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter(({ width, height }) => width >= 1 && height >= 1);
  };

  const scrolls = (value: string): boolean => value === "auto" || value === "scroll";

  const scrollersOf = (element: Element): Element[] => {
    const { clips, isFixed } = clipsOf(element);
    const boxes = clips.filter((clip) => clip !== element && scrolls(styleOf(clip).overflowY));
    return isFixed ? boxes : [...boxes, page];
  };
  const canScrollBack = (element: Element): boolean =>
    scrollersOf(element).some(({ scrollTop }) => scrollTop > ROUNDING_PX);
  const canScrollOn = (element: Element): boolean =>
    scrollersOf(element).some(
      ({ scrollTop, scrollHeight, clientHeight }) => scrollTop + clientHeight < scrollHeight - ROUNDING_PX,
    );

  const stuckBox = (element: Element, other: Element): Element | undefined =>
    [element, ...parentsOf(element)]
      .filter((one) => !one.contains(other))
      .reverse()
      .find((one) => ["sticky", "fixed"].includes(styleOf(one).position));

  /**
   * Returns true if the user can uncover the element by scrolling it away from the sticky or fixed box of `cover`, or
   * if the element is in a sticky header that leaves its scroll container.
   */
  const canScrollFree = (element: Element, cover: Element): boolean => {
    const own = stuckBox(element, cover);
    if (own) {
      const end = own.parentElement?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY;
      return styleOf(own).position === "sticky" && end <= own.getBoundingClientRect().bottom + 2 * ROUNDING_PX;
    }
    const box = stuckBox(cover, element);
    if (!box) return false;
    const { top, bottom, height } = box.getBoundingClientRect();
    if (height > view.bottom * 0.6) return false;
    const { position, bottom: bottomOffset } = styleOf(box);
    const isAtBottom = position === "sticky" ? bottomOffset !== "auto" : top > view.bottom - bottom;
    return isAtBottom ? canScrollOn(element) : canScrollBack(element);
  };

  const hitAt = (element: Element, x: number, y: number): Element | null => {
    if (styleOf(element).pointerEvents !== "none" || !(element instanceof HTMLElement || element instanceof SVGElement))
      return document.elementFromPoint(x, y);
    const before = element.style.pointerEvents;
    element.style.pointerEvents = "auto";
    const hit = document.elementFromPoint(x, y);
    element.style.pointerEvents = before;
    return hit;
  };

  const faults = new Set<string>();

  const hasFullTitle = (element: Element, text: string): boolean =>
    [element, ...parentsOf(element)].some((one) => plainText(one.getAttribute("title")).includes(text));

  /**
   * Returns the visible part of the box of a text. Records a fault and returns undefined if the text is cut off without
   * an ellipsis and a title, or if it is beyond an edge of the window and no scrolling reveals it.
   */
  const checkCutOff = (element: Element, box: Box, text: string): Box | undefined => {
    const { clips, isFixed } = clipsOf(element);
    let seen = box;
    const margin = Math.max(ROUNDING_PX, (box.bottom - box.top) * LETTER_MARGIN);
    let scrollsX = false;
    let scrollsY = false;
    for (const clip of clips) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = styleOf(clip);
      const outer = contentBox(clip);
      scrollsX ||= scrolls(overflowX);
      scrollsY ||= scrolls(overflowY);
      const isCutX =
        !scrollsX &&
        overflowX !== "visible" &&
        (seen.left < outer.left - ROUNDING_PX || seen.right > outer.right + ROUNDING_PX);
      const isCutY =
        !scrollsY && overflowY !== "visible" && (seen.top < outer.top - margin || seen.bottom > outer.bottom + margin);
      const hasEllipsis = (isCutX && textOverflow === "ellipsis") || webkitLineClamp !== "none";
      if ((isCutX || isCutY) && areaOf(outer) > 0) {
        if (!hasEllipsis) {
          faults.add(`${describe(element)} is cut off by ${describeOne(clip)} without an ellipsis`);
          return undefined;
        }
        if (!hasFullTitle(element, text)) {
          faults.add(`${describe(element)} is cut off by ${describeOne(clip)} and has no title with its text`);
          return undefined;
        }
      }
      seen = intersect(seen, outer);
    }
    if (!scrollsX && (seen.left < view.left - ROUNDING_PX || seen.right > view.right + ROUNDING_PX) && areaOf(seen)) {
      faults.add(`${describe(element)} is cut off by the edge of the window`);
      return undefined;
    }
    if (isFixed && !scrollsY && (seen.top < view.top - margin || seen.bottom > view.bottom + margin) && areaOf(seen)) {
      faults.add(`${describe(element)} is outside of the window and cannot be scrolled into it`);
      return undefined;
    }
    return intersect(seen, view);
  };

  const checkCovered = (element: Element, box: Box, seen: Box): void => {
    // Skips an element that is mostly out of sight. A text that is cut off only at the side, for example with an
    // ellipsis, is checked at the centre of its visible section.
    if (areaOf(seen) < Math.min(areaOf(box), areaOf(intersect(box, view))) / 2 || areaOf(seen) < areaOf(box) / 2) {
      const isWide = seen.bottom - seen.top > (box.bottom - box.top) / 2 && seen.right - seen.left > 8;
      if (!isWide) return;
    }
    const hit = hitAt(element, (seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2);
    if (!hit || hit === element || element.contains(hit)) return;
    if (canScrollFree(element, hit)) return;
    faults.add(`${describe(element)} is covered by ${describe(hit)}`);
  };

  const measure = (() => {
    const context = document.createElement("canvas").getContext("2d");
    return (element: Element, text: string): number => {
      if (!context) return 0;
      const { font, letterSpacing } = styleOf(element);
      context.font = font;
      context.letterSpacing = letterSpacing === "normal" ? "0px" : letterSpacing;
      return context.measureText(text).width;
    };
  })();

  /** Checks the text that an untouched form field shows: the chosen option or the placeholder. */
  const checkFieldText = (element: Element): void => {
    const isSelect = element instanceof HTMLSelectElement;
    const isEmptyField = element instanceof HTMLInputElement && element.value === "";
    const text = isSelect ? element.selectedOptions[0]?.label : isEmptyField ? element.placeholder : undefined;
    if (!text) return;
    const { paddingLeft, paddingRight, textOverflow } = styleOf(element);
    const room =
      element.clientWidth -
      Number.parseFloat(paddingLeft) -
      Number.parseFloat(paddingRight) -
      (isSelect ? SELECT_ARROW_PX : 0);
    if (measure(element, text) <= room + ROUNDING_PX) return;
    if (textOverflow !== "ellipsis") faults.add(`${describe(element)} cuts off "${text}" without an ellipsis`);
    else if (!hasFullTitle(element, plainText(text)))
      faults.add(`${describe(element)} cuts off "${text}" without a title`);
  };

  const checkSideways = (element: Element): void => {
    if (element.scrollWidth <= element.clientWidth + ROUNDING_PX) return;
    if (element !== page && !scrolls(styleOf(element).overflowX)) return;
    if (element.matches("input, textarea, select")) return;
    // A strip with snap points may be wider than the window: the user scrolls its columns into view one after another.
    if (element.matches(".snap-x")) return;
    const { right } = contentBox(element);
    const widest = [...element.querySelectorAll("*")]
      .filter(isShown)
      .map((one) => ({ one, end: one.getBoundingClientRect().right }))
      .filter(({ end }) => end > right + ROUNDING_PX)
      .at(-1);
    faults.add(
      `${element === page ? "the page" : describe(element)} scrolls sideways by ${element.scrollWidth - element.clientWidth} px${widest ? `, because of ${describe(widest.one)}` : ""}`,
    );
  };

  const roots = document.querySelectorAll(scope);
  const root = roots[roots.length - 1];
  if (!root) return [`no element matches ${scope}`];
  checkSideways(page);
  for (const element of [root, ...root.querySelectorAll("*")]) {
    if (element.matches("script, style, noscript, option, optgroup, title, desc, template") || !isShown(element))
      continue;
    checkSideways(element);
    for (const node of element.childNodes) {
      const text = node instanceof Text ? plainText(node.data) : "";
      const box = node instanceof Text && text ? largest(textBoxes(node)) : undefined;
      const seen = box && checkCutOff(element, box, text);
      if (box && seen) checkCovered(element, box, seen);
    }
    if (!element.matches(INTERACTIVE)) continue;
    checkFieldText(element);
    const box = largest(element.getClientRects());
    if (!box || areaOf(box) < 4) continue;
    let seen = intersect(box, view);
    for (const clip of clipsOf(element).clips) if (clip !== element) seen = intersect(seen, contentBox(clip));
    checkCovered(element, box, seen);
  }
  return [...faults];
};
