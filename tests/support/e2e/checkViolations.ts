import { readFileSync } from "node:fs";
import { violationsFile } from "./stackSettings.ts";

/**
 * Throws at the end of the end-to-end tests if any request or response violated the API description. The proxy has
 * recorded these violations.
 */
const check = (): void => {
  const violations = readFileSync(violationsFile, "utf8");
  if (violations) throw new Error(`Calls that violate the API description:\n${violations}`);
};

export default check;
