import { Activity, type ReactNode, useState } from "react";
import { createPortal } from "react-dom";

const createBox = () => {
  const box = document.createElement("div");
  let focused: Element | null = null;
  const hold = (place: Element | null) => {
    if (!place) {
      focused = document.activeElement;
      return;
    }
    place.append(box);
    const isLost = document.activeElement === document.body;
    if (isLost && focused instanceof HTMLElement && box.contains(focused)) focused.focus({ preventScroll: true });
  };
  return { box, hold };
};

/** A screen that waits as it was left, out of the page and without effects, while it is not shown; to show it again is to put it back, and the focus with it. */
export const Kept = ({ isShown, children }: { isShown: boolean; children: ReactNode }) => {
  const [{ box, hold }] = useState(createBox);
  return (
    <>
      {/* Before the screen itself, whose effects shall find it in the page. */}
      {isShown && <div ref={hold} />}
      {createPortal(<Activity mode={isShown ? "visible" : "hidden"}>{children}</Activity>, box)}
    </>
  );
};
