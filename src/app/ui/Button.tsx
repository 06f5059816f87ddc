import type { ComponentProps, MouseEvent } from "react";
import { classNames } from "./classNames.ts";

/**
 * Button, with an optional key hint after the text. If `why` is given, the button is disabled but focusable, and the
 * tooltip shows `why` as the reason.
 */
export const Button = ({
  kind = "plain",
  why,
  keys,
  className,
  onClick,
  children,
  title,
  ...rest
}: ComponentProps<"button"> & {
  kind?: "primary" | "plain" | "ghost" | "danger";
  why?: string | false | undefined;
  keys?: string;
}) => (
  <button
    type="button"
    {...rest}
    className={classNames("btn", `btn-${kind}`, className)}
    aria-disabled={why ? true : undefined}
    title={why || title}
    onClick={why ? (event: MouseEvent) => event.preventDefault() : onClick}
  >
    {children}
    {why && <span className="sr-only">({why})</span>}
    {keys && <kbd aria-hidden>{keys}</kbd>}
  </button>
);
