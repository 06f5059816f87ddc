import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";

/** The folder of an embedded database is in use by another live process. */
export class FolderInUse extends Error {
  constructor(folder: string, pid: string) {
    super(
      `Папка данных ${folder} уже занята другим запущенным сервером (процесс ${pid}). ` +
        "Остановите его или укажите другую папку в DATA_DIR.",
    );
    this.name = "FolderInUse";
  }
}

const readOr = (path: string, fallback: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return fallback;
  }
};

/** Start time in clock ticks: field 22 of /proc/<pid>/stat, counted after the name in brackets. */
const procStart = (pid: string): string => {
  const stat = readOr(`/proc/${pid}/stat`, "");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
};

const psStart = (pid: string): string => {
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", pid], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
};

/** What tells a process from a later one of the same number, over restarts of the machine too. */
const identity = (pid: string): string => {
  const started = process.platform === "linux" ? procStart(pid) : psStart(pid);
  return started && `${pid} ${readOr("/proc/sys/kernel/random/boot_id", "").trim()} ${started}`.trim();
};

const isLive = (written: string): boolean => {
  const pid = written.split(" ")[0] ?? "";
  return /^\d+$/.test(pid) && identity(pid) === written;
};

const tryLink = (from: string, to: string): boolean => {
  try {
    linkSync(from, to);
    return true;
  } catch (failure) {
    if (failure instanceof Error && "code" in failure && failure.code === "EEXIST") return false;
    throw failure;
  }
};

/** Moves a dead process's lock away; false when somebody else was quicker. */
const removeStale = (lock: string, stale: string, mine: string): boolean => {
  const aside = `${mine}.stale`;
  try {
    renameSync(lock, aside);
  } catch {
    return false;
  }
  const moved = readOr(aside, "");
  if (moved !== stale) tryLink(aside, lock);
  rmSync(aside, { force: true });
  return moved === stale;
};

/** Takes the folder for this process; throws FolderInUse when a live one has it. Answers the way to give it back. */
export const lockFolder = async (folder: string): Promise<() => void> => {
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, "server.lock");
  const mine = `${lock}.${process.pid}`;
  const me = identity(String(process.pid)) || String(process.pid);
  writeFileSync(mine, me);
  try {
    while (!tryLink(mine, lock)) {
      const owner = readOr(lock, "");
      if (owner && isLive(owner)) throw new FolderInUse(folder, owner.split(" ")[0] ?? "");
      if (removeStale(lock, owner, mine)) await sleep(20);
    }
    await sleep(10);
    const owner = readOr(lock, "");
    if (owner !== me) throw new FolderInUse(folder, owner.split(" ")[0] ?? "");
  } finally {
    rmSync(mine, { force: true });
  }
  return () => rmSync(lock, { force: true });
};
