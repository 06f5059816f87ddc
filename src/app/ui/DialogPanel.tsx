import { DialogBackdrop, DialogTitle, Dialog as HeadlessDialog, DialogPanel as Panel } from "@headlessui/react";
import { X } from "lucide-react";
import { useEffect, useLayoutEffect, useState } from "react";
import { classNames } from "./classNames.ts";
import type { DialogProps } from "./dialogProps.ts";
import { suppressDoubleClick } from "./suppressDoubleClick.ts";

const widths = { small: "max-w-md", medium: "max-w-xl", large: "max-w-3xl" };

/** Panel of a modal dialog, with a focus trap. */
export const DialogPanel = ({ title, onClose, children, actions, size = "small" }: DialogProps) => {
  // Headless UI makes the page behind a dialog inert only if the dialog opens after its first render, so the dialog is
  // closed in the first render.
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => setOpen(true), []);
  useEffect(suppressDoubleClick, []);
  return (
    <HeadlessDialog open={isOpen} onClose={onClose} className="relative z-40">
      <DialogBackdrop className="fixed inset-0 bg-backdrop" />
      <div className="table-box fixed inset-0 flex items-start justify-center p-4 pt-[8vh]">
        <Panel className={classNames("w-full rounded-lg border border-line bg-raised shadow-float", widths[size])}>
          <div className="flex items-center gap-3 border-b border-line px-4 py-2.5">
            <DialogTitle className="min-w-0 flex-1 text-xl font-semibold wrap-anywhere">{title}</DialogTitle>
            <button
              type="button"
              className="btn btn-ghost"
              aria-label="Закрыть"
              title="Закрыть (Esc)"
              onClick={onClose}
            >
              <X size={16} aria-hidden />
            </button>
          </div>
          <div className="px-4 py-3">{children}</div>
          {actions && (
            <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3">
              {actions}
            </div>
          )}
        </Panel>
      </div>
    </HeadlessDialog>
  );
};
