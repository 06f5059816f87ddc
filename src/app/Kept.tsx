import { Activity, type ReactNode, useState } from "react";
import { createPortal } from "react-dom";

const createBox = () => {
  const box = document.createElement("div");
  return { box, hold: (place: Element | null) => place?.append(box) };
};

/** A screen that waits as it was left, out of the page and without effects, while it is not shown; to show it again is to put it back. */
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
