import type { Page } from "@playwright/test";
import { findFaults } from "./findFaults.ts";

const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
];

const themes = ["light", "dark"] as const;

/** Waits until the page has reacted to a new size or scroll position. */
const waitForLayout = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 0)))),
  );

/**
 * Number of further layouts in which a reported fault still exists. Faults that vanish earlier are ignored, because the
 * browser lays some boxes out several times after a change of the window size.
 */
const LASTING_LAYOUTS = 10;

/** Returns the layout faults that still exist after `LASTING_LAYOUTS` further layouts. */
const lastingFaults = async (page: Page, scope: string): Promise<readonly string[]> => {
  let faults = await page.evaluate(findFaults, scope);
  for (let layouts = 0; layouts < LASTING_LAYOUTS && faults.length > 0; layouts += 1) {
    await waitForLayout(page);
    const current = new Set(await page.evaluate(findFaults, scope));
    faults = faults.filter((fault) => current.has(fault));
  }
  return faults;
};

/**
 * Scrolls every box inside `scope`, and the window if `scope` is the whole page, to its end or start. Returns false if
 * every box was already at this position.
 */
const scrollAll = (page: Page, scope: string, edge: "start" | "end") =>
  page.evaluate(
    ([selector, to]) => {
      let isScrolled = false;
      const root = [...document.querySelectorAll(selector)].at(-1) ?? document.body;
      const boxes = [root, ...root.querySelectorAll("*")];
      for (const box of root === document.body ? [document.documentElement, ...boxes] : boxes) {
        if (box.scrollHeight <= box.clientHeight + 1 || box.matches("textarea, select")) continue;
        const before = box.scrollTop;
        box.scrollTop = to === "end" ? box.scrollHeight : 0;
        isScrolled ||= box.scrollTop !== before;
      }
      return isScrolled;
    },
    [scope, edge] as const,
  );

interface Layer {
  /** Selector of the dialog or menu to check. Undefined means the whole page. */
  readonly scope?: string;
  /**
   * Opens the dialog or menu again after a change of the window size. Returns false if the dialog or menu does not
   * exist at that size.
   */
  readonly reopen?: () => Promise<boolean>;
}

/**
 * Returns the layout faults of the open screen, dialog or menu at each window size and in each theme. In the last
 * theme, the boxes are also checked after they were scrolled to their end. A layer that exists at no size is a fault.
 */
export const auditLayout = async (
  page: Page,
  place: string,
  { scope = "body", reopen }: Layer = {},
): Promise<string[]> => {
  const found = new Map<string, string[]>();
  let isSeen = false;
  const check = async (circumstance: string) => {
    for (const fault of await lastingFaults(page, scope)) found.set(fault, [...(found.get(fault) ?? []), circumstance]);
  };
  for (const size of sizes) {
    await page.setViewportSize(size);
    if (reopen && !(await reopen())) continue;
    isSeen = true;
    await waitForLayout(page);
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      await check(`${size.width} ${theme}`);
    }
    if (await scrollAll(page, scope, "end")) {
      await waitForLayout(page);
      await check(`${size.width} ${themes.at(-1)} scrolled`);
      await scrollAll(page, scope, "start");
    }
    if (reopen) await page.keyboard.press("Escape");
  }
  if (!isSeen) return [`${place}: is missing at every size`];
  return [...found].map(([fault, circumstances]) => `${place} (${circumstances.join(", ")}): ${fault}`);
};
