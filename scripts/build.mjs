import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

const application = [
  "src/app",
  "src/api",
  "src/domain",
  "machines",
  "openapi",
  "scripts/vite",
  "vite.config.ts",
  "package-lock.json",
];

const server = ["src/server", "src/api", "src/domain", "scripts/vite/server.config.ts", "package-lock.json"];

const ageOf = (path) => {
  const own = statSync(path);
  if (!own.isDirectory()) return own.mtimeMs;
  return Math.max(0, ...readdirSync(path, { withFileTypes: true }).map(({ name }) => ageOf(join(path, name))));
};

const newest = (sources) => Math.max(...sources.map(ageOf));

const vite = (words, env = {}) => {
  const { status } = spawnSync(
    process.execPath,
    ["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", ...words],
    { stdio: "inherit", env: { ...process.env, ...env } },
  );
  if (status !== 0) process.exit(status ?? 1);
};

/** Builds the application into dist/ (with `isInspectable` into dist-inspect/), unless the existing build is newer than all sources. */
export const build = ({ isInspectable = false } = {}) => {
  const made = `${isInspectable ? "dist-inspect" : "dist"}/index.html`;
  if (existsSync(made) && statSync(made).mtimeMs > newest(application)) return;
  console.log("Собираю приложение…");
  vite([], { INSPECT: isInspectable ? "1" : "" });
};

/** Renames a finished build to its final folder, unless another process has built the same. */
const moveIntoPlace = (own, folder) => {
  try {
    renameSync(own, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(own, { recursive: true });
  }
};

/**
 * Returns the Node.js arguments that start the built server, and builds it first when a source is newer; `name` is `main` or `reset`. Each
 * state of the sources has its own folder, which is renamed into place when complete, so that no process reads a half-written file.
 */
export const builtServer = (name = "main") => {
  const folder = `.cache/server-${Math.round(newest(server)).toString(36)}`;
  if (!existsSync(folder)) {
    const former = existsSync(".cache") ? readdirSync(".cache").filter((entry) => /^server-\w+$/.test(entry)) : [];
    const own = `${folder}.${process.pid}`;
    vite(["--config", "scripts/vite/server.config.ts", "--outDir", own]);
    moveIntoPlace(own, folder);
    for (const entry of former) rmSync(`.cache/${entry}`, { recursive: true, force: true });
  }
  return ["--enable-source-maps", `${folder}/${name}.js`];
};
