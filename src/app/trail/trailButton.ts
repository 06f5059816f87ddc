import { trailText } from "./trailText.ts";

/**
 * Lets the user copy the recorded steps of the machines on a page without React: by the button and by Ctrl+. in any
 * keyboard layout. The text of the button becomes the result.
 */
export const connectTrailButton = (button: HTMLButtonElement): void => {
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(trailText()).then(
      () => true,
      () => false,
    );
    button.textContent = isCopied
      ? "След скопирован: вставьте его в сообщение"
      : "Браузер не даёт копировать на этой странице";
  };
  button.addEventListener("click", () => void copy());
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.code === "Period") void copy();
  });
};
