/** Waits until the callbacks of all resolved promises have run. */
export const flushPromises = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
