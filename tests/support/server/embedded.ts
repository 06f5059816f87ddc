import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { makeTemplates } from "./demoTemplate.ts";
import { TEMPLATES } from "./templates.ts";

/**
 * Provides the embedded databases that the tests copy. Creates them if `npm test` has not done so. Returns a function
 * that deletes only the databases created here.
 */
export const setup = async (project: TestProject): Promise<() => void> => {
  const given = process.env[TEMPLATES];
  const folder = given ?? mkdtempSync(join(tmpdir(), "orders-embedded-"));
  if (!given) await makeTemplates(folder);
  project.provide("postgresUrl", "");
  project.provide("embeddedTemplates", folder);
  return () => {
    if (!given) rmSync(folder, { recursive: true, force: true });
  };
};
