import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** Rows drawn beyond each edge, so that a scroll finds them there. */
const BEYOND = 3;

/** Of so many rows of one height those that a scrolled box shows, the room for the others above and below them, px, and the way to bring one into sight. */
export const useRowsInSight = (box: RefObject<HTMLElement | null>, count: number, height: number) => {
  // A guess until the box is measured with the first frame: asked for its size before, the page would be laid out twice.
  const [sight, setSight] = useState(() => ({ first: 0, end: Math.ceil(innerHeight / 2 / height) }));
  const measured = useRef({ top: 0, size: 0 });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const { scrollTop: top, clientHeight: size } = element;
      measured.current = { top, size };
      const first = Math.max(0, Math.floor(top / height) - BEYOND);
      const end = Math.ceil((top + size) / height) + BEYOND;
      setSight((before) => (before.first === first && before.end === end ? before : { first, end }));
    };
    const watch = new ResizeObserver(look);
    watch.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [box, height]);
  const show = useCallback(
    (row: number) => {
      const element = box.current;
      if (!element) return;
      const { top, size } = measured.current;
      const below = (row + 1) * height - (size || element.clientHeight);
      const wanted = Math.min(row * height, Math.max(top, below));
      if (wanted === top) return;
      measured.current.top = wanted;
      element.scrollTop = wanted;
    },
    [box, height],
  );
  const end = Math.min(count, sight.end);
  const first = Math.min(sight.first, end);
  return { first, end, above: first * height, below: (count - end) * height, show };
};
