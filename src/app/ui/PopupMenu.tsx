import { useEffect, useRef, useState } from "react";
import type { MenuPanel as Panel } from "./MenuPanel.tsx";
import type { MenuProps } from "./menuProps.ts";

/**
 * Button of a menu. The code of the menu is loaded on hover or focus. If the user clicks before the code is loaded, the
 * menu opens after it is loaded.
 */
export const PopupMenu = (props: MenuProps) => {
  const [Loaded, setLoaded] = useState<{ MenuPanel: typeof Panel }>();
  const isPressed = useRef(false);
  const hasFocus = useRef(false);
  const box = useRef<HTMLSpanElement>(null);
  const fetchCode = () => void import("./MenuPanel.tsx").then((module) => setLoaded(() => module));
  useEffect(() => {
    const button = Loaded && box.current?.querySelector("button");
    if (hasFocus.current) button?.focus();
    if (!isPressed.current) return;
    button?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
    button?.click();
  }, [Loaded]);
  return (
    <span ref={box} className="contents">
      {Loaded ? (
        <Loaded.MenuPanel {...props} />
      ) : (
        <button
          {...props.control}
          type="button"
          className={props.className ?? "btn btn-ghost"}
          aria-label={props.label}
          title={props.label}
          aria-haspopup="menu"
          onPointerEnter={fetchCode}
          onFocus={() => {
            hasFocus.current = true;
            fetchCode();
          }}
          onBlur={() => {
            hasFocus.current = false;
          }}
          onPointerDown={({ button }) => {
            // If the code is loaded between pointerdown and click, the loaded menu replaces this button and the click
            // is lost. The press is therefore recorded at pointerdown.
            isPressed.current = button === 0;
          }}
          onPointerCancel={() => {
            isPressed.current = false;
          }}
          onClick={() => {
            isPressed.current = true;
            fetchCode();
          }}
        >
          {props.trigger}
        </button>
      )}
    </span>
  );
};
