import { expect } from "vitest";
import { click, find, waitUntil } from "./mount.tsx";

/**
 * Opens the menu at the end of the first row. Returns a function that finds an item of the menu by its name, and throws
 * if there is none.
 */
export const openFirstRowMenu = async (): Promise<(name: string) => HTMLElement> => {
  await click(find('[aria-label="Другие действия"]'));
  const items = () => [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  await waitUntil(() => expect(items().length).toBeGreaterThan(0));
  return (name) => {
    const item = items().find(({ textContent }) => textContent?.includes(name));
    if (!item) throw new Error(`No menu item ${name}`);
    return item;
  };
};
