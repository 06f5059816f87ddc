import type { SyntheticEvent } from "react";
import { classNames } from "./classNames.ts";

const hide = ({ currentTarget }: SyntheticEvent<HTMLImageElement>): void => {
  currentTarget.hidden = true;
};

/** A picture that says nothing which is not written beside it; where it does not come its place is empty. */
export const Picture = ({ src, size, className }: { src: string; size: number; className: string }) => (
  <img
    key={src}
    src={src}
    alt=""
    width={size}
    height={size}
    loading="lazy"
    decoding="async"
    className={classNames("shrink-0", className)}
    onError={hide}
  />
);
