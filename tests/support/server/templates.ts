import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Name of the setting that says where a run of everything has made the embedded databases that its parts copy. */
export const TEMPLATES = "EMBEDDED_TEMPLATES";

/** A copy of one of the embedded databases in a folder, of the caller's own; answers where it is. */
export const copyTemplate = (folder: string, content: "demo" | "empty"): string => {
  const copy = mkdtempSync(join(tmpdir(), "orders-test-"));
  // A thousand files: Node takes twice the time over them.
  execFileSync("cp", ["-r", `${join(folder, content)}/.`, copy]);
  return copy;
};
