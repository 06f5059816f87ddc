import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Name of the environment variable with the folder of the embedded databases that `npm test` has made. */
export const TEMPLATES = "EMBEDDED_TEMPLATES";

/** Copies an embedded database from a folder of templates and returns the path of the copy. */
export const copyTemplate = (folder: string, content: "demo" | "empty"): string => {
  const copy = mkdtempSync(join(tmpdir(), "orders-test-"));
  // `cp` copies the thousand files in half the time of Node.
  execFileSync("cp", ["-r", `${join(folder, content)}/.`, copy]);
  return copy;
};
