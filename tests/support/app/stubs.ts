import { vi } from "vitest";

/** Stubs ResizeObserver, which Headless UI needs and jsdom lacks. */
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
