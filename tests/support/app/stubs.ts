import { vi } from "vitest";

/** Stubs ResizeObserver, which jsdom lacks and Headless UI measures fields with. */
export const stubResizeObserver = (): void => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
};
