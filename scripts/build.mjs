import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

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

/**
 * Builds the client application into dist/, or into dist-inspect/ if `isInspectable` is true. Does nothing if the
 * existing build is newer than all sources. Ends the process if the build fails.
 */
export const build = ({ isInspectable = false } = {}) => {
  const made = `${isInspectable ? "dist-inspect" : "dist"}/index.html`;
  if (existsSync(made) && statSync(made).mtimeMs > newest(application)) return;
  console.log("Собираю приложение…");
  vite([], { INSPECT: isInspectable ? "1" : "" });
};

/**
 * Renames the folder of a finished build to its final name. If another process has already built the same sources,
 * keeps the build of that process and deletes this one.
 */
const moveIntoPlace = (own, folder) => {
  try {
    renameSync(own, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(own, { recursive: true });
  }
};

/**
 * Builds the server if necessary, and then deletes earlier builds. Returns the arguments with which Node.js starts one
 * of the server's programs. Ends the process if the build fails.
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

/**
 * Builds the server if necessary, and runs one of the server's programs with the arguments of this process. Returns
 * after the program has ended, and passes on its exit code.
 */
export const runServerProgram = (name, env = {}) => {
  // Paths on the command line are relative to the folder in which the user called the script. The program reads this
  // folder from `INIT_CWD`. npm sets this variable, so it is set here only for a script that is started without npm.
  const own = { INIT_CWD: process.cwd(), ...env, ...process.env };
  process.chdir(fileURLToPath(new URL("..", import.meta.url)));
  const words = [...builtServer(name), ...process.argv.slice(2)];
  process.exitCode = spawnSync(process.execPath, words, { stdio: "inherit", env: own }).status ?? 1;
};
