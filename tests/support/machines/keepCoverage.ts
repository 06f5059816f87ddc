import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { afterAll, afterEach } from "vitest";
import { coverage, endTest } from "./coverage.ts";

const folder = process.env["MACHINE_COVERAGE"];

afterEach(endTest);

afterAll(() => {
  if (!folder || Object.keys(coverage).length === 0) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${randomUUID()}.json`, JSON.stringify(coverage));
});
