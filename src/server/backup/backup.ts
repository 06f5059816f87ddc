import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { DATABASE_FOLDER } from "../database/embedded.ts";
import { FolderInUse, lockFolder } from "../database/folderLock.ts";
import { describeStartFailure } from "../startup/startFailure.ts";
import { packFolder } from "./archive.ts";
import { BackupFailed } from "./backupFailed.ts";
import { requestCopy } from "./copyPort.ts";
import { readBackupOptions } from "./options.ts";

/** Requests a copy of the database from the server that uses the data folder, and packs the copy into the archive. */
const packCopy = async (dataDir: string, file: string): Promise<void> => {
  const folder = await requestCopy(dataDir);
  try {
    await packFolder(join(folder, DATABASE_FOLDER), file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * Writes the embedded database into an archive, even while a server uses the data folder. Throws `BackupFailed` if the
 * folder contains no database or the archive cannot be written, and the errors of `readBackupOptions` and
 * `requestCopy`.
 */
const backUp = async (): Promise<void> => {
  const { dataDir, file } = readBackupOptions();
  const database = join(dataDir, DATABASE_FOLDER);
  if (!existsSync(database)) throw new BackupFailed(`В папке ${dataDir} нет базы данных. Укажите папку в DATA_DIR.`);
  const lock = await lockFolder(dataDir).catch((failure: unknown) => {
    if (failure instanceof FolderInUse) return undefined;
    throw failure;
  });
  if (lock) await packFolder(database, file).finally(lock.release);
  else await packCopy(dataDir, file);
  process.stdout.write(`Копия сохранена: ${file}\n`);
};

backUp().catch((failure: unknown) => {
  process.stderr.write(`${describeStartFailure(failure)}\n`);
  process.exitCode = 1;
});
