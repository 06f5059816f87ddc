import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#server/database/connection.ts";
import { fillTemplate } from "./demo-template.ts";

/** Makes an empty embedded database and one with the demo, to be copied by the tests. */
export const setup = async (project: TestProject): Promise<() => void> => {
  const folder = mkdtempSync(join(tmpdir(), "orders-embedded-"));
  const [empty, demo] = [join(folder, "empty"), join(folder, "demo")];
  await (await openDatabase({ dataDir: empty })).close();
  cpSync(empty, demo, { recursive: true });
  await fillTemplate({ dataDir: demo });
  project.provide("postgresUrl", "");
  project.provide("embeddedTemplates", folder);
  return () => rmSync(folder, { recursive: true, force: true });
};
