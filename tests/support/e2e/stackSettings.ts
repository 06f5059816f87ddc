import process from "node:process";

/** First of the ports. Runs with different values of E2E_PORT can share a computer. */
const base = Number(process.env["E2E_PORT"] ?? 4500);

/** Ports of the end-to-end tests: the server, the validating proxy, the front proxy that the browser opens, a server of the documented calls, and a server with a fixed clock. */
export const ports = { server: base, proxy: base + 10, front: base + 20, documented: base + 30, looks: base + 35 };

/** File with one line for each request or response that violates the API description. */
export const violationsFile = "test-results/violations.txt";

/** Cookie of the device from which all tests sign in, unless they set another one. */
export const KNOWN_DEVICE = "device=end-to-end-tests";
