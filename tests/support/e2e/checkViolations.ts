import { readFileSync } from "node:fs";
import { violationsFile } from "./stackSettings.ts";

/**
 * Throws if the front proxy has recorded a request or response that violates the API description, or a request that
 * lacks documented fields. Runs after the end-to-end tests.
 */
const check = (): void => {
  const violations = readFileSync(violationsFile, "utf8");
  if (violations) throw new Error(`Calls that violate the API description:\n${violations}`);
};

export default check;
