/** Lets every promise that is already under way come to its end. */
export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
