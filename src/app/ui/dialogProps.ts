import type { ReactNode } from "react";

/** Props of a dialog. `onClose` is called by Esc, a click outside and the close button. */
export interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the bottom, the primary one last. */
  actions?: ReactNode;
  size?: "small" | "medium" | "large";
}
