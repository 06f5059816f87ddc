import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const sources = [
  "src/app",
  "src/api",
  "src/domain",
  "machines",
  "openapi",
  "scripts/vite",
  "vite.config.ts",
  "package-lock.json",
];

const newest = (path) => {
  const own = statSync(path);
  if (!own.isDirectory()) return own.mtimeMs;
  return Math.max(0, ...readdirSync(path, { withFileTypes: true }).map(({ name }) => newest(join(path, name))));
};

/** Builds the application into dist/ (with `isInspectable` into dist-inspect/) unless what is there is newer than every source. */
export const build = ({ isInspectable = false } = {}) => {
  const made = `${isInspectable ? "dist-inspect" : "dist"}/index.html`;
  if (existsSync(made) && statSync(made).mtimeMs > Math.max(...sources.map(newest))) return;
  console.log("Собираю приложение…");
  const { status } = spawnSync(process.execPath, ["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"], {
    stdio: "inherit",
    env: { ...process.env, INSPECT: isInspectable ? "1" : "" },
  });
  if (status !== 0) process.exit(status ?? 1);
};
