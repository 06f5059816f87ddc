import { useEffect } from "react";
import { isTextInput } from "../../../keyboard/commands.ts";

/**
 * Focuses the first amount field of the dialog when the user types a digit outside of any field. The digit is entered
 * in that amount field.
 */
export const useAmountKeys = (): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!/^\d$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey || isTextInput(event.target))
        return;
      document.querySelector<HTMLInputElement>("[role=dialog] input[data-amount]")?.focus();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
};
