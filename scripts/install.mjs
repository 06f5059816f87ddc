import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const packagesOf = (path) => {
  const { packages } = JSON.parse(readFileSync(path, "utf8"));
  return Object.entries(packages).filter(([name, { optional, devOptional }]) => name && !optional && !devOptional);
};

/** Returns true if node_modules contains the package versions of the lock file. Optional packages are not compared. */
const isInstalled = () => {
  const kept = "node_modules/.package-lock.json";
  if (!existsSync(kept)) return false;
  const present = new Map(packagesOf(kept).map(([name, { version }]) => [name, version]));
  return packagesOf("package-lock.json").every(([name, { version }]) => present.get(name) === version);
};

/** Installs missing packages. Exits with a Russian message if Node.js is too old or the installation fails. */
export const install = () => {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Нужен Node.js 20.19 или новее, а здесь ${process.versions.node}.`);
    process.exit(1);
  }
  if (isInstalled()) return;
  console.log("Устанавливаю пакеты…");
  // Development packages build the application, so they are installed even with NODE_ENV=production.
  const { status } = spawnSync("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) {
    console.error("Не удалось установить пакеты. Проверьте соединение с реестром npm.");
    process.exit(1);
  }
};
