import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";

// The headless shell comes first, because it opens a page twice as fast as the full browser.
const packages = ["chromium-headless-shell", "chromium"];
const names = [...packages, "chromium-browser", "google-chrome", "google-chrome-stable"];

const onPath = () => {
  for (const name of names) {
    const { stdout, status } = spawnSync("which", [name], { encoding: "utf8" });
    if (status === 0) return stdout.trim();
  }
  return undefined;
};

const playwrightOwn = async () => {
  const { chromium } = await import("@playwright/test");
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
};

const installed = async () => {
  const given = process.env.CHROMIUM_PATH;
  if (given && existsSync(given)) return given;
  return onPath() ?? (await playwrightOwn());
};

/** Runs a command without blocking. Resolves with true if the command succeeded. */
const runCommand = (command, words, options = {}) =>
  once(spawn(command, words, { stdio: "ignore", ...options }), "close").then(
    ([status]) => status === 0,
    () => false,
  );

const fromPlaywright = async () => {
  await runCommand("npx", ["playwright", "install", "chromium"], { timeout: 120_000 });
  return playwrightOwn();
};

const fromDebian = async () => {
  if (process.getuid?.() !== 0 || spawnSync("which", ["apt-get"]).status !== 0) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  if (!(await runCommand("apt-get", ["update", "-qq"], { env }))) return undefined;
  for (const name of packages)
    if (await runCommand("apt-get", ["install", "-y", "-qq", name], { env })) return onPath();
  return undefined;
};

/**
 * Returns the path of Chromium: CHROMIUM_PATH or an installed Chromium. If there is none, installs Debian's package
 * (only as root) or Playwright's Chromium. Throws if no Chromium can be installed.
 */
export const findChromium = async () => {
  const path = (await installed()) ?? (await fromDebian()) ?? (await fromPlaywright());
  if (path) return path;
  throw new Error("Нет браузера Chromium. Установите его (apt-get install chromium) или задайте путь в CHROMIUM_PATH.");
};
