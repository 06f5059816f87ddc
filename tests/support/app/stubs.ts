import { vi } from "vitest";

/** Stubs ResizeObserver. Headless UI needs it, but jsdom does not have it. */
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
