import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { sql } from "kysely";
import { DATABASE_FOLDER, openEmbedded } from "../database/embedded.ts";
import { lockFolder } from "../database/folderLock.ts";
import { describeStartFailure } from "../startup/startFailure.ts";
import { unpackArchive } from "./archive.ts";
import { BackupFailed } from "./backupFailed.ts";
import { type BackupOptions, readBackupOptions } from "./options.ts";

const NOT_A_BACKUP = "В этом файле нет базы данных сервера.";

/**
 * Opens and closes an unpacked database as a test, before the restore replaces any data. Throws `BackupFailed` if the
 * folder contains no database with a migration table.
 */
const checkDatabase = async (folder: string): Promise<void> => {
  if (!existsSync(join(folder, DATABASE_FOLDER, "PG_VERSION"))) throw new BackupFailed(NOT_A_BACKUP);
  const database = await openEmbedded(folder);
  try {
    await sql`select name from migration limit 1`.execute(database.db);
  } catch {
    throw new BackupFailed(NOT_A_BACKUP);
  } finally {
    await database.close();
  }
};

const restoreLocked = async ({ dataDir, file, isForced }: BackupOptions): Promise<void> => {
  const database = join(dataDir, DATABASE_FOLDER);
  const isReplaced = existsSync(database);
  if (isReplaced && !isForced)
    throw new BackupFailed(
      `В папке ${dataDir} уже есть база данных. Укажите другую папку в DATA_DIR, или --force: тогда прежняя база останется рядом.`,
    );
  const unpacked = join(dataDir, "restoring");
  rmSync(unpacked, { recursive: true, force: true });
  try {
    await unpackArchive(file, unpacked);
    await checkDatabase(unpacked);
    const former = join(dataDir, `${DATABASE_FOLDER}.before-${new Date().toISOString().replaceAll(":", "-")}`);
    if (isReplaced) renameSync(database, former);
    renameSync(join(unpacked, DATABASE_FOLDER), database);
    process.stdout.write(`База данных восстановлена в ${dataDir}.${isReplaced ? ` Прежняя: ${former}` : ""}\n`);
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
};

/**
 * Restores the embedded database from an archive, and keeps a replaced database under a different name. Throws
 * `FolderInUse` while a server uses the data folder, and `BackupFailed` for an unusable archive or, without `--force`,
 * for a folder that already contains a database.
 */
const restore = async (): Promise<void> => {
  const options = readBackupOptions();
  const lock = await lockFolder(options.dataDir);
  await restoreLocked(options).finally(lock.release);
};

restore().catch((failure: unknown) => {
  process.stderr.write(`${describeStartFailure(failure)}\n`);
  process.exitCode = 1;
});
