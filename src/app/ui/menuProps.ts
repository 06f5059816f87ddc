import type { ReactNode } from "react";
import type { FieldControl } from "./Field.tsx";

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
  /** Reason why the item is disabled. It is shown as the additional line if there is no `detail`. */
  why?: string | undefined;
  keys?: string | undefined;
}

/**
 * Props of a menu. `label` is the tooltip of the button and its name for screen readers, and is needed if `trigger`
 * contains no text.
 */
export interface MenuProps {
  trigger: ReactNode;
  label?: string;
  entries: readonly MenuEntry[];
  className?: string;
  /** Attributes that connect the button with the label and the messages of a form field. */
  control?: FieldControl;
}
