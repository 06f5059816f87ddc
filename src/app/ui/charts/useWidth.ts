import { type RefObject, useLayoutEffect, useState } from "react";

/** Returns the width of an element in px, and 0 until the element has been measured. */
export const useWidth = (target: RefObject<Element | null>): number => {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = target.current;
    if (!element) return;
    const measure = () => setWidth(element.getBoundingClientRect().width);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [target]);
  return width;
};
