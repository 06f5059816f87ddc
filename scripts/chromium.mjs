import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** First the browser without its windows, which Playwright runs too where it can choose: it opens a page in half the time. */
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

const fromPlaywright = async () => {
  spawnSync("npx", ["playwright", "install", "chromium"], { stdio: "ignore", timeout: 120_000 });
  return playwrightOwn();
};

const fromDebian = () => {
  if (process.getuid?.() !== 0 || spawnSync("which", ["apt-get"]).status !== 0) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    execFileSync("apt-get", ["update", "-qq"], { stdio: "ignore", env });
  } catch {
    return undefined;
  }
  packages.find((name) => spawnSync("apt-get", ["install", "-y", "-qq", name], { stdio: "ignore", env }).status === 0);
  return onPath();
};

/** Path of a Chromium: CHROMIUM_PATH, an installed one, Debian's package when run as root, or Playwright's own; throws when none can be had. */
export const findChromium = async () => {
  const path = (await installed()) ?? fromDebian() ?? (await fromPlaywright());
  if (path) return path;
  throw new Error("Нет браузера Chromium. Установите его (apt-get install chromium) или задайте путь в CHROMIUM_PATH.");
};
