import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** Number of additional rows that are rendered above and below the visible rows. */
const OVERSCAN = 3;

/**
 * Returns the range of visible rows, the heights of the spaces above and below these rows in px, and a function that
 * scrolls to a row. All rows must have the same height.
 */
export const useRowsInSight = (box: RefObject<HTMLElement | null>, count: number, height: number) => {
  // The range is an estimate until the ResizeObserver reports. Reading the size during the first render would force a
  // second layout.
  const [range, setRange] = useState(() => ({ first: 0, end: Math.ceil(innerHeight / 2 / height) }));
  const measured = useRef({ top: 0, size: 0 });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const { scrollTop: top, clientHeight: size } = element;
      measured.current = { top, size };
      const first = Math.max(0, Math.floor(top / height) - OVERSCAN);
      const end = Math.ceil((top + size) / height) + OVERSCAN;
      setRange((before) => (before.first === first && before.end === end ? before : { first, end }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [box, height]);
  const show = useCallback(
    (row: number) => {
      const element = box.current;
      if (!element) return;
      const { top, size } = measured.current;
      const below = (row + 1) * height - (size || element.clientHeight);
      const target = Math.min(row * height, Math.max(top, below));
      if (target === top) return;
      measured.current.top = target;
      element.scrollTop = target;
    },
    [box, height],
  );
  const end = Math.min(count, range.end);
  const first = Math.min(range.first, end);
  return { first, end, above: first * height, below: (count - end) * height, show };
};
