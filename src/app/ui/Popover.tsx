import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";

/** Space between the box and its anchor, and between the box and the edge of the window, px. */
const GAP = 4;

/** Places a box below its anchor, or above it if there is no room below. */
const place = (box: HTMLElement, anchor: Element) => {
  const { left, top, bottom } = anchor.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const below = bottom + GAP;
  box.style.top = `${below + height > innerHeight ? Math.max(GAP, top - GAP - height) : below}px`;
  box.style.left = `${Math.max(GAP, Math.min(left, innerWidth - GAP - width))}px`;
};

/**
 * Small box near another element, above the page. `onClose` is called after Esc, a click outside of the box, scrolling
 * of the page, and a change of the window's size. The element with `data-autofocus` gets the focus.
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
  useEffect(() => {
    if (box.current) open(box.current);
    const closeOnMove = () => close();
    for (const type of ["scroll", "resize"]) addEventListener(type, closeOnMove);
    return () => {
      for (const type of ["scroll", "resize"]) removeEventListener(type, closeOnMove);
    };
  }, []);
  return (
    <div
      ref={box}
      popover="auto"
      role="dialog"
      aria-label={label}
      className="fixed m-0 max-h-dvh w-72 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border border-line bg-raised p-2 text-sm text-text shadow-float"
      onToggle={({ newState }) => newState === "closed" && onClose()}
    >
      {children}
    </div>
  );
};
