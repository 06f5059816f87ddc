import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { afterAll } from "vitest";
import { coverage } from "./coverage.ts";

const folder = process.env["MACHINE_COVERAGE"];

afterAll(() => {
  if (!folder || Object.keys(coverage).length === 0) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${randomUUID()}.json`, JSON.stringify(coverage));
});
