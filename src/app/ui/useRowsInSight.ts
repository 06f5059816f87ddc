import { type RefObject, useCallback, useLayoutEffect, useState } from "react";

/** Rows drawn beyond each edge, so that a scroll finds them there. */
const BEYOND = 3;

/** Of so many rows of one height those that a scrolled box shows, the room for the others above and below them, px, and the way to bring one into sight. */
export const useRowsInSight = (box: RefObject<HTMLElement | null>, count: number, height: number) => {
  const [sight, setSight] = useState({ first: 0, end: 12 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const { scrollTop, clientHeight } = element;
      const first = Math.max(0, Math.floor(scrollTop / height) - BEYOND);
      const end = Math.ceil((scrollTop + clientHeight) / height) + BEYOND;
      setSight((before) => (before.first === first && before.end === end ? before : { first, end }));
    };
    look();
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
      const { scrollTop, clientHeight } = element;
      if (row * height < scrollTop) element.scrollTop = row * height;
      else if ((row + 1) * height > scrollTop + clientHeight) element.scrollTop = (row + 1) * height - clientHeight;
    },
    [box, height],
  );
  const end = Math.min(count, sight.end);
  const first = Math.min(sight.first, end);
  return { first, end, above: first * height, below: (count - end) * height, show };
};
