/** Waits until all promises that are already resolved have run their callbacks. */
export const flushPromises = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
