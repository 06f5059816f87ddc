import { useEffect } from "react";
import { isTyping } from "../../../commands.ts";

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
