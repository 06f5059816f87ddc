import { readFileSync } from "node:fs";
import { violationsFile } from "./stackSettings.ts";

/**
 * Throws if the proxy has recorded a violation of the API description by a request or response. Runs after the
 * end-to-end tests.
 */
const check = (): void => {
  const violations = readFileSync(violationsFile, "utf8");
  if (violations) throw new Error(`Calls that violate the API description:\n${violations}`);
};

export default check;
