import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from "react";

/** Space between the box and its anchor, and between the box and the edge of the window, px. */
const GAP = 4;

/**
 * Places a box below its anchor, or above the anchor if there is no room below. Content that is loaded later scrolls
 * inside the box.
 */
const place = (box: HTMLElement, anchor: Element) => {
  const { left, top, bottom } = anchor.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const below = bottom + GAP;
  const boxTop = below + height > innerHeight ? Math.max(GAP, top - GAP - height) : below;
  box.style.top = `${boxTop}px`;
  box.style.maxHeight = `${innerHeight - boxTop - GAP}px`;
  box.style.left = `${Math.max(GAP, Math.min(left, innerWidth - GAP - width))}px`;
};

const isInWindow = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};

/**
 * Small box that stays near another element. On opening, the element with `data-autofocus` gets the focus; on closing,
 * the focus returns to the previous element. `onClose` is called after Esc, a press outside of the box and its anchor,
 * a resize of the window, and when the anchor has left the window.
 */
export const Popover = ({
  label,
  findAnchor,
  onClose,
  children,
}: {
  label: string;
  findAnchor: () => Element | null;
  onClose: () => void;
  children: ReactNode;
}) => {
  const box = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  const open = useEffectEvent((element: HTMLElement) => {
    element.showPopover();
    const anchor = findAnchor();
    if (anchor) place(element, anchor);
    element.querySelector<HTMLElement>("[data-autofocus]")?.focus({ preventScroll: true });
  });
  const follow = useEffectEvent(() => {
    const anchor = findAnchor();
    if (box.current && anchor && isInWindow(anchor)) place(box.current, anchor);
    else onClose();
  });
  const closeOnPress = useEffectEvent(({ target }: Event) => {
    const isInside = (element: Element | null) => target instanceof Node && element?.contains(target);
    if (!isInside(box.current) && !isInside(findAnchor())) onClose();
  });
  useLayoutEffect(() => {
    const before = document.activeElement;
    if (box.current) open(box.current);
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener("pointerdown", (event) => closeOnPress(event), { signal });
    addEventListener("keydown", ({ key }) => key === "Escape" && close(), { signal });
    addEventListener("scroll", () => follow(), { signal });
    addEventListener("resize", () => close(), { signal });
    return () => {
      listening.abort();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div
      ref={box}
      popover="manual"
      role="dialog"
      aria-label={label}
      className="fixed m-0 w-72 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border border-line bg-raised p-2 text-sm text-text shadow-float"
    >
      {children}
    </div>
  );
};
