import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { fillTemplate } from "./demo-template.ts";

/** Fills one embedded database with the demo, to be copied by the tests. */
export const setup = async (project: TestProject): Promise<() => void> => {
  const folder = mkdtempSync(join(tmpdir(), "orders-embedded-"));
  await fillTemplate({ dataDir: folder });
  project.provide("postgresUrl", "");
  project.provide("embeddedTemplate", folder);
  return () => rmSync(folder, { recursive: true, force: true });
};
