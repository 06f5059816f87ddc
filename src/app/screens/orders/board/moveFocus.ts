import type { KeyboardEvent } from "react";

const linksIn = (parent: Element): HTMLElement[] => [
  ...parent.querySelectorAll<HTMLElement>("[data-card] [data-open]"),
];

const neighbour = (board: Element, card: Element, key: string): HTMLElement | undefined => {
  const columns = [...board.querySelectorAll("[data-column]")].map(linksIn).filter((links) => links.length > 0);
  const at = columns.findIndex((links) => links.some((link) => card.contains(link)));
  const links = columns[at] ?? [];
  const row = links.findIndex((link) => card.contains(link));
  switch (key) {
    case "ArrowDown":
      return links[row + 1];
    case "ArrowUp":
      return links[row - 1];
    case "ArrowRight":
      return columns[at + 1]?.[row] ?? columns[at + 1]?.at(-1);
    case "ArrowLeft":
      return columns[at - 1]?.[row] ?? columns[at - 1]?.at(-1);
    default:
      return undefined;
  }
};

/**
 * Moves the focus between cards with the arrow keys. Up and down move within a column, left and right move to the
 * nearest column that has cards.
 */
export const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const card = event.target instanceof Element && event.target.closest("[data-card]");
  if (!card || !event.key.startsWith("Arrow")) return;
  event.preventDefault();
  neighbour(event.currentTarget, card, event.key)?.focus();
};
