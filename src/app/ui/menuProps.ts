import type { ReactNode } from "react";

/** Item of a menu: a link or a command. */
export interface MenuEntry {
  /** React key of the item. Needed if several items have the same title. */
  id?: number;
  title: string;
  /** Additional lines of the item, in a muted colour. A line that is wider than the menu is truncated. */
  detail?: string;
  href?: string;
  run?: () => void;
  /** Colour of the title, which is then shown as a badge. */
  colour?: string | null | undefined;
  isCurrent?: boolean;
  keys?: string | undefined;
}

/** Props of a menu. `label` is the button's text for screen readers if `trigger` contains no text. */
export interface MenuProps {
  trigger: ReactNode;
  label?: string;
  entries: readonly MenuEntry[];
  className?: string;
}
