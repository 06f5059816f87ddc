import { useEffect, useRef, useState } from "react";
import type { MenuPanel as Panel } from "./MenuPanel.tsx";
import type { MenuProps } from "./menuProps.ts";

/** A menu whose code comes when the pointer or the focus reaches its button; a press before that opens it as soon as it is there. */
export const Menu = (props: MenuProps) => {
  const [Loaded, setLoaded] = useState<{ MenuPanel: typeof Panel }>();
  const isPressed = useRef(false);
  const hasFocus = useRef(false);
  const place = useRef<HTMLSpanElement>(null);
  const fetchCode = () => void import("./MenuPanel.tsx").then((module) => setLoaded(() => module));
  useEffect(() => {
    if (!Loaded) return;
    const button = place.current?.querySelector("button");
    if (hasFocus.current) button?.focus();
    if (isPressed.current) button?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, button: 0 }));
    if (isPressed.current) button?.click();
  }, [Loaded]);
  return (
    <span ref={place} className="contents">
      {Loaded ? (
        <Loaded.MenuPanel {...props} />
      ) : (
        <button
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
            // The code may come while the finger is still down; the click that follows would find another button.
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
