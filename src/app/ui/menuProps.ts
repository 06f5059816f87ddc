import type { ReactNode } from "react";

/** Entry of a menu: a link or a command. */
export interface MenuEntry {
  /** React key. Needed if several entries have the same title. */
  id?: number;
  title: string;
  /** Further lines of the entry, in a muted colour. Each is cut at the width of the menu. */
  detail?: string;
  href?: string;
  run?: () => void;
  isCurrent?: boolean;
  keys?: string;
}

/** Props of a menu. `label` is the button's accessible name if `trigger` contains no text. */
export interface MenuProps {
  trigger: ReactNode;
  label?: string;
  entries: readonly MenuEntry[];
  className?: string;
}
