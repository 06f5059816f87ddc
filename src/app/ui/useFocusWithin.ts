import { useEffect } from "react";

/** Keeps the focus within a dialog: when what had it goes, what the new content marks has it, else the dialog itself until there is something marked. */
export const useFocusWithin = (dialog: HTMLElement | null): void => {
  useEffect(() => {
    if (!dialog) return;
    const keep = () => {
      const { activeElement } = document;
      if (activeElement !== document.body && activeElement !== dialog) return;
      (dialog.querySelector<HTMLElement>("[data-autofocus]") ?? dialog).focus();
    };
    const content = new MutationObserver(keep);
    content.observe(dialog, { childList: true, subtree: true });
    return () => content.disconnect();
  }, [dialog]);
};
