import process from "node:process";

/** Number of the first port. Test runs with different values of E2E_PORT can share a computer. */
const base = Number(process.env["E2E_PORT"] ?? 4500);

/**
 * Ports of the end-to-end tests: the server, the validating proxy, and the front proxy that the browser opens. The other
 * ports are for a server with only the documented operations, and for the servers of single test files.
 */
export const ports = {
  server: base,
  live: base + 5,
  pointer: base + 6,
  proxy: base + 10,
  front: base + 20,
  documented: base + 30,
  looks: base + 35,
  callToDoor: base + 36,
  courier: base + 37,
  manyTabs: base + 38,
  tokens: base + 39,
  restart: base + 40,
  machines: base + 50,
};

/**
 * Path of a file with one line for each call that violates the API description, and for each request that lacks
 * documented fields.
 */
export const violationsFile = "test-results/violations.txt";

/** Device cookie of all sign-ins, except in tests that set their own device cookie. */
export const KNOWN_DEVICE = "device=end-to-end-tests";
