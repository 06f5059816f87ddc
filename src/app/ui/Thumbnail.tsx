import type { SyntheticEvent } from "react";
import { classNames } from "./classNames.ts";

const hide = ({ currentTarget }: SyntheticEvent<HTMLImageElement>): void => {
  currentTarget.style.visibility = "hidden";
};

/** Decorative picture. If it fails to load, its place stays empty, so that the layout does not shift. */
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
