import type { KeyboardEvent } from "react";

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Moves the focus with the up and down arrow keys between the search field and the links of the menu. */
export const moveLinkFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const step = steps[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement)) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input[type="search"], a')];
  stops[stops.indexOf(event.target) + step]?.focus();
  event.preventDefault();
};
