import type { KeyboardEvent } from "react";

/** Moves the focus between the buttons of a list with the arrow keys. */
export const moveButtonFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0 || !(event.target instanceof HTMLButtonElement)) return;
  const choices = [...event.currentTarget.querySelectorAll("button")];
  choices[Math.min(Math.max(0, choices.indexOf(event.target) + step), choices.length - 1)]?.focus();
  event.preventDefault();
};
