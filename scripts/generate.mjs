// Generates six files: the bundled API description, the types of the API, the access of each operation, the list of
// extensions, the types of the database tables, and the streets of the demo map. With --check it writes nothing and
// fails if a file is outdated.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeExtensions } from "./generate/extensions.mjs";
import { writeOperationAccess } from "./generate/operationAccess.mjs";

const isCheck = process.argv.includes("--check");
const folder = mkdtempSync(join(tmpdir(), "generate-"));
const run = (...words) =>
  execFileSync(process.execPath, words, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NODE_NO_WARNINGS: "1" },
  });

try {
  const bundle = join(folder, "openapi.json");
  const types = join(folder, "schema.d.ts");
  const access = join(folder, "access.d.ts");
  const extensions = join(folder, "extensions.json");
  const tables = join(folder, "tables.d.ts");
  const streets = join(folder, "streets.json");
  run("node_modules/@redocly/cli/bin/cli.js", "bundle", "openapi/openapi.yaml", "--output", bundle);
  const options = ["--default-non-nullable", "false", "--alphabetize"];
  run("node_modules/openapi-typescript/bin/cli.js", bundle, "--output", types, ...options);
  const description = JSON.parse(readFileSync(bundle, "utf8"));
  writeFileSync(access, writeOperationAccess(description));
  writeFileSync(extensions, writeExtensions(description));
  run("--import", "tsx", "scripts/generate/databaseTypes.ts", tables);
  run("--import", "tsx", "scripts/generate/demoStreets.ts", streets);
  const pairs = [
    [bundle, "src/api/openapi.json"],
    [types, "src/api/schema.d.ts"],
    [access, "src/api/access.d.ts"],
    [extensions, "src/api/extensions.json"],
    [tables, "src/server/database/schema.d.ts"],
    [streets, "src/app/public/streets.json"],
  ];
  for (const [generated, kept] of pairs) {
    const text = readFileSync(generated, "utf8");
    if (!isCheck) writeFileSync(kept, text);
    else if (text !== readFileSync(kept, "utf8")) {
      console.error(`${kept} is stale: run "npm run generate".`);
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
