import type { BrowserContext, Page } from "@playwright/test";

/** Number of notes of one sound. */
export const NOTES = 2;

/** Counts the notes that a page plays, or each page of a browser, in the global variable `notes` of the page. */
export const spyOnSound = (target: Page | BrowserContext) =>
  target.addInitScript(() => {
    Object.assign(globalThis, { notes: 0 });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      Object.assign(globalThis, { notes: Reflect.get(globalThis, "notes") + 1 });
      start.call(this, when);
    };
  });

/** Returns the number of notes that a page has played. */
export const notesOf = (page: Page): Promise<number> => page.evaluate(() => Reflect.get(globalThis, "notes"));
