import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";

const MEGABYTE = 1024 * 1024;

/**
 * Free space below which the server refuses writes, bytes. It is larger than the write-ahead log, so that open
 * transactions and the next crash recovery have enough space.
 */
const RESERVE_BYTES = 96 * MEGABYTE;
/** Free space that the recovery of an existing database needs, bytes. */
const RECOVERY_BYTES = 48 * MEGABYTE;
/** Free space that a new database with demo data needs, bytes. */
const CREATION_BYTES = 256 * MEGABYTE;
const CHECKED_EVERY_MS = 2000;

const FULL = "На диске с папкой данных мало места: сервер только читает, пока его не освободят.\n";

const inMegabytes = (bytes: number): string => `${Math.floor(bytes / MEGABYTE)} МБ`;

/** Error: the disk of the data folder has too little free space for the server to start. */
export class NoRoomToStart extends Error {
  constructor(folder: string, free: number, needed: number) {
    super(
      `На диске с папкой данных ${folder} свободно ${inMegabytes(free)}, для запуска нужно ${inMegabytes(needed)}. ` +
        "Освободите место и запустите сервер снова.",
    );
    this.name = "NoRoomToStart";
  }
}

/** Reads the free space of the disk that contains the folder, bytes. */
type ReadFree = (folder: string) => Promise<number>;

const readFree: ReadFree = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Throws `NoRoomToStart` if the disk has too little free space for the database in the folder. */
export const requireRoomToStart = async (folder: string, isNew: boolean, read: ReadFree = readFree): Promise<void> => {
  const free = await read(folder);
  const needed = isNew ? CREATION_BYTES : RECOVERY_BYTES;
  if (free < needed) throw new NoRoomToStart(folder, free, needed);
};

/** Error: a copy of the database would leave too little free space for writes. */
export class NoRoomToCopy extends Error {
  constructor(free: number, needed: number) {
    super(`На диске с папкой данных свободно ${inMegabytes(free)}, для копии нужно ${inMegabytes(needed)}.`);
    this.name = "NoRoomToCopy";
  }
}

/** Returns the size of all files in a folder, bytes. A file that is deleted during the calculation counts as empty. */
const sizeOf = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = files.map(({ parentPath, name }) => stat(join(parentPath, name)).catch(() => ({ size: 0 })));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
};

/** Throws `NoRoomToCopy` if a copy of the folder on the same disk would leave too little free space for writes. */
export const requireRoomToCopy = async (folder: string, read: ReadFree = readFree): Promise<void> => {
  const [free, size] = await Promise.all([read(folder), sizeOf(folder)]);
  if (free < size + RESERVE_BYTES) throw new NoRoomToCopy(free, size + RESERVE_BYTES);
};

/** Periodic check of the free space of a disk, every 2 s. */
export interface SpaceWatch {
  /** Returns false while the disk has too little free space for writes. */
  hasRoom(): boolean;
  stop(): void;
}

/** Checks the free space of the folder's disk every 2 s. A failed check keeps the previous result. */
export const watchSpace = (folder: string, read: ReadFree = readFree): SpaceWatch => {
  let hasRoom = true;
  const check = async () => {
    const free = await read(folder).catch(() => undefined);
    if (free === undefined || free >= RESERVE_BYTES === hasRoom) return;
    hasRoom = !hasRoom;
    process.stderr.write(hasRoom ? "Место на диске есть: сервер снова пишет.\n" : FULL);
  };
  const timer = setInterval(check, CHECKED_EVERY_MS).unref();
  return { hasRoom: () => hasRoom, stop: () => clearInterval(timer) };
};
