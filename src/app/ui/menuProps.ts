import type { ReactNode } from "react";

/** One line of a menu: a link within the application, or something to do. */
export interface MenuEntry {
  /** What tells it from another of the same title. */
  id?: number;
  title: string;
  /** A second line, quieter. */
  detail?: string;
  href?: string;
  run?: () => void;
  isCurrent?: boolean;
  keys?: string;
}

/** What a menu is made of; `label` names it where the trigger shows no text. */
export interface MenuProps {
  trigger: ReactNode;
  label?: string;
  entries: readonly MenuEntry[];
  className?: string;
}
