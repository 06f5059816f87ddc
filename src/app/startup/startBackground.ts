import { prefetchPalette } from "../keyboard/palette/LazyPalette.tsx";
import { restoreLostFocus } from "../keyboard/restoreLostFocus.ts";
import { keepUnderPointer } from "../liveFeed/keepUnderPointer.ts";
import { startLiveFeed } from "../liveFeed/startLiveFeed.ts";
import type { StartedServices } from "../services/startServices.ts";
import { preloadOrderScreens } from "./preloadOrderScreens.ts";

/** Delay of the prefetch after the first input, ms. An immediate prefetch would delay the reaction to the input. */
const AFTER_INPUT_MS = 1_000;

/**
 * Prefetches the code of the order screens after the first input. The screens can then be opened while the server is
 * unreachable.
 */
const prefetchAtFirstInput = () => {
  const prefetch = () => setTimeout(() => preloadOrderScreens().catch(() => {}), AFTER_INPUT_MS);
  for (const input of ["pointermove", "keydown"]) addEventListener(input, prefetch, { once: true });
};

/** Prefetches the command palette as soon as Ctrl is pressed, because Ctrl+K opens the palette. */
const prefetchPaletteOnControl = () => addEventListener("keydown", ({ key }) => key === "Control" && prefetchPalette());

/**
 * Starts the services that the first data do not need: the live feed, the scrolling that keeps an element under the
 * pointer, the restoring of lost focus and the prefetch.
 */
export const startBackground = (services: StartedServices): void => {
  startLiveFeed(services);
  keepUnderPointer(services.feed);
  restoreLostFocus();
  prefetchAtFirstInput();
  prefetchPaletteOnControl();
};
