// Records which machines each test file runs. A mutant of a machine is then tested only with the test files that run
// this machine.
import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { afterAll, expect, inject } from "vitest";
import { coverage } from "../../tests/support/machines/coverage.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder for the records. Null in runs that test a mutant. */
    records: string | null;
  }
}

afterAll(() => {
  const folder = inject("records");
  if (folder === null) return;
  mkdirSync(folder, { recursive: true });
  const record = { file: expect.getState().testPath, machines: Object.keys(coverage) };
  writeFileSync(`${folder}/${randomUUID()}.json`, JSON.stringify(record));
});
