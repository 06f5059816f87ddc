// Generates the bundled API description, which the server binds, and the client's types.
// With --check it writes no file and fails when one of them is stale.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const isCheck = process.argv.includes("--check");
const folder = mkdtempSync(join(tmpdir(), "generate-"));
const run = (tool, ...words) =>
  execFileSync(process.execPath, [join("node_modules", tool), ...words], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NODE_NO_WARNINGS: "1" },
  });

try {
  const bundle = join(folder, "openapi.json");
  const types = join(folder, "schema.d.ts");
  run("@redocly/cli/bin/cli.js", "bundle", "openapi/openapi.yaml", "--output", bundle);
  run("openapi-typescript/bin/cli.js", bundle, "--output", types, "--default-non-nullable", "false", "--alphabetize");
  const pairs = [
    [bundle, "src/api/openapi.json"],
    [types, "src/api/schema.d.ts"],
  ];
  for (const [made, kept] of pairs) {
    const text = readFileSync(made, "utf8");
    if (!isCheck) writeFileSync(kept, text);
    else if (text !== readFileSync(kept, "utf8")) {
      console.error(`${kept} is stale: run "npm run generate".`);
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
