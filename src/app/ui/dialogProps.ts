import type { ReactNode } from "react";

/** Props of a dialog. `onClose` is called on Esc, on a click outside of the dialog, and by the close button. */
export interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the bottom of the dialog. The primary button is the last one. */
  actions?: ReactNode;
  size?: "small" | "medium" | "large";
}
