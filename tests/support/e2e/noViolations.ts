import { readFileSync } from "node:fs";
import { violationsFile } from "./stackPlaces.ts";

/** Ends the end-to-end run: what went through the validating proxy must have fitted the description. */
const check = (): void => {
  const violations = readFileSync(violationsFile, "utf8");
  if (violations) throw new Error(`Calls that do not fit the description:\n${violations}`);
};

export default check;
