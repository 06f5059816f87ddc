import type { ReactNode } from "react";

/** Entry of a menu: a link or an action. */
export interface MenuEntry {
  /** Key, where titles repeat. */
  id?: number;
  title: string;
  /** Second line in a muted colour. */
  detail?: string;
  href?: string;
  run?: () => void;
  isCurrent?: boolean;
  keys?: string;
}

/** Props of a menu. `label` names it where the trigger shows no text. */
export interface MenuProps {
  trigger: ReactNode;
  label?: string;
  entries: readonly MenuEntry[];
  className?: string;
}
