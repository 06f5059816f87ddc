import process from "node:process";

/** First of the three ports; another one lets two runs share a machine. */
const base = Number(process.env["E2E_PORT"] ?? 4500);

/** Ports of the end-to-end stack: the server, the validating proxy, and the front that the browser opens. */
export const ports = { server: base, proxy: base + 10, front: base + 20 };

/** File with one line for each request or answer that does not match the description. */
export const violationsFile = "test-results/violations.txt";
