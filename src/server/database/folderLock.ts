import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  futimesSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";

const RENEWED_EVERY_MS = 2000;

/**
 * Maximum time to wait for the lock holder's next renewal, milliseconds. The time is long, because one slow query can
 * delay a renewal.
 */
const PATIENCE_MS = 10_000;

/** Error: another running process has locked the data folder. */
export class FolderInUse extends Error {
  constructor(folder: string, owner: string) {
    const [pid, place] = [owner.split(" ")[0] ?? "", owner.split("\n")[1]];
    const where = place === undefined || place === processScope ? "" : " в другом контейнере или на другой машине";
    super(
      `Папка данных ${folder} уже занята другим запущенным сервером (процесс ${pid}${where}). ` +
        "Остановите его или укажите другую папку в DATA_DIR.",
    );
    this.name = "FolderInUse";
  }
}

/** Folder that this process has locked. */
export interface LockedFolder {
  /**
   * Ends the process if the lock was lost, for example while the process was suspended. Must be called before every use
   * of the folder.
   */
  assertHeld(): void;
  release(): void;
}

const tryOr = <Value>(read: () => Value, fallback: Value): Value => {
  try {
    return read();
  } catch {
    return fallback;
  }
};

const readOr = (path: string, fallback: string): string => tryOr(() => readFileSync(path, "utf8"), fallback);

const bootId = readOr("/proc/sys/kernel/random/boot_id", "").trim();

/**
 * Returns the start time of a process in clock ticks: field 22 of /proc/<pid>/stat. Returns an empty text if the file
 * cannot be read.
 */
const procStart = (pid: string): string => {
  const stat = readOr(`/proc/${pid}/stat`, "");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
};

const psStart = (pid: string): string =>
  tryOr(() => execFileSync("ps", ["-o", "lstart=", "-p", pid], { encoding: "utf8" }).trim(), "");

/**
 * Returns the process id, the boot id and the start time of a process. Returns an empty text when the start time is
 * unknown.
 */
const identity = (pid: string): string => {
  const started = process.platform === "linux" ? procStart(pid) : psStart(pid);
  return started && `${pid} ${bootId} ${started}`;
};

/**
 * Returns the scope in which process ids are unique: this boot and container on Linux, this computer elsewhere. Returns
 * an empty text if the scope is unknown.
 */
const readProcessScope = (): string => {
  if (!identity(String(process.pid))) return "";
  if (process.platform !== "linux") return hostname();
  const namespace = tryOr(() => readlinkSync("/proc/self/ns/pid"), "");
  return namespace && `${bootId} ${namespace}`;
};

/** Scope in which the id of this process is unique. If the scope is unknown, a random one is used. */
const processScope = readProcessScope() || randomUUID();

/**
 * Checks the process that holds a lock: it is running ("live") or has ended ("stale"). A process in another container,
 * boot or computer is "foreign", because its state is unknown.
 */
const checkOwner = (lock: string): "live" | "stale" | "foreign" => {
  const [owner = "", place = processScope] = lock.split("\n");
  const pid = owner.split(" ")[0] ?? "";
  // A process writes its id into a file before it links that file as the lock. A lock without an id therefore belongs
  // to no process.
  if (!/^\d+$/.test(pid)) return "stale";
  if (place !== processScope) return "foreign";
  return identity(pid) === owner ? "live" : "stale";
};

/**
 * Waits up to `patience` milliseconds and returns true if the holder renews the lock. Returns false early if the
 * content of the lock changes. Compares file times only with file times, because the clocks of the file system and of
 * this computer may differ.
 */
const isRenewed = async (lock: string, owner: string, patience: number): Promise<boolean> => {
  process.stderr.write("Папку данных занимал сервер другого контейнера или до перезагрузки: смотрим, жив ли он…\n");
  const renewedAt = () => tryOr(() => statSync(lock).mtimeMs, 0);
  const first = renewedAt();
  for (const end = performance.now() + patience; performance.now() < end; await sleep(250)) {
    if (readOr(lock, "") !== owner) return false;
    if (renewedAt() !== first) return true;
  }
  return false;
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

/**
 * Moves a stale lock file away and deletes it. Returns false if the file was already gone, or if another process had
 * replaced it; the replaced lock is then put back.
 */
const removeStale = (lock: string, stale: string, candidate: string): boolean => {
  const aside = `${candidate}.stale`;
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

/**
 * Renews the lock regularly, and ends the process if another process has taken the lock. Writes through the open file
 * descriptor, and therefore never changes a lock file of another process.
 */
const renewLock = (folder: string, lock: string, content: string, file: number): LockedFolder => {
  let renewedAt = Date.now();
  // A failed read, for example because of too many open files, does not prove that the lock is lost.
  const isOurs = () => tryOr(() => readFileSync(lock, "utf8") === content, existsSync(lock));
  const renew = () => {
    if (!isOurs()) {
      process.stderr.write(
        `Папка данных ${folder} больше не принадлежит этому серверу: он долго не отвечал, и её занял другой. ` +
          "Сервер остановлен, чтобы не испортить данные.\n",
      );
      // The process exits immediately, because an orderly shutdown would write to a folder that another process has
      // locked.
      process.exit(1);
    }
    renewedAt = Date.now();
    tryOr(() => futimesSync(file, new Date(), new Date()), undefined);
  };
  const timer = setInterval(renew, RENEWED_EVERY_MS).unref();
  return {
    assertHeld: () => {
      // Suspending the process stops the timer but not the wall clock. A long gap therefore means that the lock may be
      // lost.
      if (Math.abs(Date.now() - renewedAt) > 2 * RENEWED_EVERY_MS) renew();
    },
    release: () => {
      clearInterval(timer);
      closeSync(file);
      if (readOr(lock, "") === content) rmSync(lock, { force: true });
    },
  };
};

/**
 * Locks the data folder for this process. Throws `FolderInUse` if a live process holds the lock, if a holder in another
 * container or on another computer renews the lock within `patience` milliseconds, or if another process takes the lock
 * at the same time.
 */
export const lockFolder = async (folder: string, patience = PATIENCE_MS): Promise<LockedFolder> => {
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, "server.lock");
  // Processes in two containers can have the same process id, so the file name also contains a UUID.
  const candidate = `${lock}.${process.pid}.${randomUUID()}`;
  const content = `${identity(String(process.pid)) || process.pid}\n${processScope}`;
  writeFileSync(candidate, content);
  const file = openSync(candidate, "r+");
  try {
    while (!tryLink(candidate, lock)) {
      const owner = readOr(lock, "");
      const verdict = checkOwner(owner);
      if (verdict === "live" || (verdict === "foreign" && (await isRenewed(lock, owner, patience))))
        throw new FolderInUse(folder, owner);
      const isUnchanged = readOr(lock, "") === owner;
      if (isUnchanged && removeStale(lock, owner, candidate)) await sleep(20);
    }
    await sleep(10);
    const owner = readOr(lock, "");
    if (owner !== content) throw new FolderInUse(folder, owner);
    return renewLock(folder, lock, content, file);
  } catch (failure) {
    closeSync(file);
    throw failure;
  } finally {
    rmSync(candidate, { force: true });
  }
};
