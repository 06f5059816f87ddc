import { readFileSync } from "node:fs";
import { violationsFile } from "./stackSettings.ts";

/** Throws after the end-to-end run if the proxy recorded a call that violates the API description. */
const check = (): void => {
  const violations = readFileSync(violationsFile, "utf8");
  if (violations) throw new Error(`Calls that violate the API description:\n${violations}`);
};

export default check;
