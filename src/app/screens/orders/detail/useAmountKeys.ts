import { useEffect } from "react";

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input, textarea, select");

/** Lets a digit typed anywhere in the dialog go into the amount: the field gets the focus, and the browser the digit. */
export const useAmountKeys = (): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!/^\d$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      document.querySelector<HTMLInputElement>("[role=dialog] input[data-amount]")?.focus();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
};
