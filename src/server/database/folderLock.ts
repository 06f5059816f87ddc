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

/** A live holder may be busy with one query for long: patience costs seconds after a crash, impatience could cost rows. */
const PATIENCE_MS = 10_000;

/** The folder of an embedded database is in use by another live process. */
export class FolderInUse extends Error {
  constructor(folder: string, owner: string) {
    const [pid, place] = [owner.split(" ")[0] ?? "", owner.split("\n")[1]];
    const where = place === undefined || place === here ? "" : " в другом контейнере или на другой машине";
    super(
      `Папка данных ${folder} уже занята другим запущенным сервером (процесс ${pid}${where}). ` +
        "Остановите его или укажите другую папку в DATA_DIR.",
    );
    this.name = "FolderInUse";
  }
}

/** A folder that this process holds. */
export interface HeldFolder {
  /** Ends the process when the folder is no longer its own: to be called before every use, for a process may have slept. */
  assertHeld(): void;
  release(): void;
}

const orElse = <Value>(read: () => Value, fallback: Value): Value => {
  try {
    return read();
  } catch {
    return fallback;
  }
};

const readOr = (path: string, fallback: string): string => orElse(() => readFileSync(path, "utf8"), fallback);

const bootId = readOr("/proc/sys/kernel/random/boot_id", "").trim();

/** Start time in clock ticks: field 22 of /proc/<pid>/stat, counted after the name in brackets. */
const procStart = (pid: string): string => {
  const stat = readOr(`/proc/${pid}/stat`, "");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
};

const psStart = (pid: string): string =>
  orElse(() => execFileSync("ps", ["-o", "lstart=", "-p", pid], { encoding: "utf8" }).trim(), "");

/** What tells a process from a later one of the same number, over restarts of the machine too. */
const identity = (pid: string): string => {
  const started = process.platform === "linux" ? procStart(pid) : psStart(pid);
  return started && `${pid} ${bootId} ${started}`;
};

/** Where a process number means the same process as here: this start of this machine, and on Linux this container. */
const placeOf = (): string => {
  if (!identity(String(process.pid))) return "";
  if (process.platform !== "linux") return hostname();
  const namespace = orElse(() => readlinkSync("/proc/self/ns/pid"), "");
  return namespace && `${bootId} ${namespace}`;
};

/** A place that cannot be named is nobody else's. */
const here = placeOf() || randomUUID();

/** Whether a lock is surely a live process's, surely nobody's, or of a place that cannot be looked into from here. */
const judge = (lock: string): "live" | "stale" | "foreign" => {
  const [owner = "", place = here] = lock.split("\n");
  const pid = owner.split(" ")[0] ?? "";
  // A lock comes to its name whole: what cannot be read is no process's.
  if (!/^\d+$/.test(pid)) return "stale";
  if (place !== here) return "foreign";
  return identity(pid) === owner ? "live" : "stale";
};

/** Watches a lock until its holder renews it or has been silent for too long: a file's time and this machine's clock may disagree. */
const isRenewed = async (lock: string, owner: string, patience: number): Promise<boolean> => {
  process.stderr.write("Папку данных занимал сервер другого контейнера или до перезагрузки: смотрим, жив ли он…\n");
  const renewedAt = () => orElse(() => statSync(lock).mtimeMs, 0);
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

/** Keeps a lock renewed through its own file, so that a lock which replaced it is never touched. */
const hold = (folder: string, lock: string, me: string, file: number): HeldFolder => {
  let renewedAt = Date.now();
  // A file that cannot be read now (too many are open, say) is not yet another's.
  const isOurs = () => orElse(() => readFileSync(lock, "utf8") === me, existsSync(lock));
  const renew = () => {
    if (!isOurs()) {
      process.stderr.write(
        `Папка данных ${folder} больше не принадлежит этому серверу: он долго не отвечал, и её занял другой. ` +
          "Сервер остановлен, чтобы не испортить данные.\n",
      );
      // At once: an orderly end would write.
      process.exit(1);
    }
    renewedAt = Date.now();
    orElse(() => futimesSync(file, new Date(), new Date()), undefined);
  };
  const timer = setInterval(renew, RENEWED_EVERY_MS).unref();
  return {
    assertHeld: () => {
      // The clock of the wall also runs while the process is stopped or the machine asleep.
      if (Math.abs(Date.now() - renewedAt) > 2 * RENEWED_EVERY_MS) renew();
    },
    release: () => {
      clearInterval(timer);
      closeSync(file);
      if (readOr(lock, "") === me) rmSync(lock, { force: true });
    },
  };
};

/** Takes the folder for this process; throws FolderInUse when a live one has it. A holder that cannot be looked at is given `patience`, milliseconds, to show that it lives. */
export const lockFolder = async (folder: string, patience = PATIENCE_MS): Promise<HeldFolder> => {
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, "server.lock");
  // Two containers have processes of the same number.
  const mine = `${lock}.${process.pid}.${randomUUID()}`;
  const me = `${identity(String(process.pid)) || process.pid}\n${here}`;
  writeFileSync(mine, me);
  const file = openSync(mine, "r+");
  try {
    while (!tryLink(mine, lock)) {
      const owner = readOr(lock, "");
      const verdict = judge(owner);
      if (verdict === "live" || (verdict === "foreign" && (await isRenewed(lock, owner, patience))))
        throw new FolderInUse(folder, owner);
      const isUnchanged = readOr(lock, "") === owner;
      if (isUnchanged && removeStale(lock, owner, mine)) await sleep(20);
    }
    await sleep(10);
    const owner = readOr(lock, "");
    if (owner !== me) throw new FolderInUse(folder, owner);
    return hold(folder, lock, me, file);
  } catch (failure) {
    closeSync(file);
    throw failure;
  } finally {
    rmSync(mine, { force: true });
  }
};
