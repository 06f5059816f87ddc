import type { Locator, Page } from "@playwright/test";
import { countKeys } from "./countKeys.ts";

/** Durations of the keystroke-level model, seconds. */
const KEY_S = 0.28;
const POINT_S = 1.1;
const CLICK_S = 0.2;
const THINK_S = 1.35;

/**
 * Acts as a person with a mouse and a keyboard. Counts the screens, clicks and keys. Estimates the time of the person:
 * the time of the keystroke-level model, plus the measured time of waiting for the application.
 */
export const countEffort = (page: Page) => {
  const keys = countKeys(page);
  const screens: string[] = [];
  let clicks = 0;
  let thoughts = 0;
  let waitedMs = 0;
  page.on("framenavigated", (frame) => {
    if (frame !== page.mainFrame()) return;
    const { pathname } = new URL(frame.url());
    if (screens.at(-1) !== pathname) screens.push(pathname);
  });

  /** Measures how long the application makes the person wait. */
  const wait = async <Result>(until: () => Promise<Result>): Promise<Result> => {
    const start = performance.now();
    const result = await until();
    waitedMs += performance.now() - start;
    return result;
  };

  return {
    wait,
    /** Thinks, points to an element and clicks it. Waits until the element can be clicked. */
    click: async (target: Locator) => {
      thoughts += 1;
      clicks += 1;
      await wait(() => target.click());
    },
    /** Thinks, clicks a field, thinks again and types a text into the field. */
    fill: async (field: Locator, text: string) => {
      thoughts += 2;
      clicks += 1;
      await wait(() => field.click());
      await keys.type(text);
    },
    /** Thinks and presses a key or a combination of keys. */
    press: async (key: string) => {
      thoughts += 1;
      await keys.press(key);
    },
    /** Returns the counts, the measured time of waiting and the estimated total time, seconds. */
    result: () => {
      const seconds = keys.count() * KEY_S + clicks * (POINT_S + CLICK_S) + thoughts * THINK_S + waitedMs / 1000;
      return { screens: screens.length, clicks, keys: keys.count(), waited: waitedMs / 1000, seconds };
    },
  };
};
