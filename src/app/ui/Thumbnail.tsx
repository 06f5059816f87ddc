import type { SyntheticEvent } from "react";
import { classNames } from "./classNames.ts";

const hide = ({ currentTarget }: SyntheticEvent<HTMLImageElement>): void => {
  currentTarget.hidden = true;
};

/** Decorative picture. If it fails to load, an empty box of the same size remains. */
export const Thumbnail = ({ src, size, className }: { src: string; size: number; className: string }) => (
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
