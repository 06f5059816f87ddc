import type { KeyboardEvent } from "react";

/**
 * Moves the focus with the up and down arrow keys between the buttons of a list. If `selector` is given, only buttons
 * that match it are used.
 */
export const moveButtonFocus = (event: KeyboardEvent<HTMLElement>, selector = "button"): void => {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0 || !(event.target instanceof HTMLButtonElement)) return;
  const from = event.target.closest("li")?.querySelector<HTMLElement>(selector) ?? event.target;
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  choices[Math.min(Math.max(0, choices.indexOf(from) + step), choices.length - 1)]?.focus();
  event.preventDefault();
};
