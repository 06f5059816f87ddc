import type { ReactNode } from "react";

/** What a dialog is made of; `onClose` answers Esc, a press outside and the cross. */
export interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the bottom, the decision last. */
  actions?: ReactNode;
  size?: "small" | "medium" | "large";
}
