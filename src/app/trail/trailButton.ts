import { trailText } from "./trailText.ts";

/**
 * Makes the button and the shortcut Ctrl+. (in any keyboard layout) copy the recorded steps of the machines, and show
 * the result in the button. Used on pages without React.
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
