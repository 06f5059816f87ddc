/** Where the parts of the end-to-end stack listen. */
export const ports = { server: 4500, proxy: 4510, front: 4520 };

/** Every answer or request that does not fit the description, a line each. */
export const violationsFile = "test-results/violations.txt";
