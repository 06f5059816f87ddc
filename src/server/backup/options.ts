import { resolve } from "node:path";
import process from "node:process";
import { readConfig } from "../config.ts";
import { BackupFailed } from "./backupFailed.ts";

const FORCE = "--force";

/** Options of a backup and of a restore. */
export interface BackupOptions {
  readonly dataDir: string;
  /** Absolute path of the archive. */
  readonly file: string;
  /** True if a restore may replace an existing database. */
  readonly isForced: boolean;
}

/**
 * Reads the options from the command line and the environment. Throws `BackupFailed` if the command line names no file
 * or several files, or if PostgreSQL is configured, and `BadSetting` for an invalid environment variable.
 */
export const readBackupOptions = (): BackupOptions => {
  const words = process.argv.slice(2);
  const [file, ...others] = words.filter((word) => word !== FORCE);
  if (!file || others.length > 0) throw new BackupFailed("Укажите один файл: npm run backup -- копия.tar.gz");
  const { databaseUrl, dataDir } = readConfig();
  if (databaseUrl)
    throw new BackupFailed("Задан DATABASE_URL: PostgreSQL копируют и восстанавливают программы pg_dump и pg_restore.");
  // npm changes the working folder, and stores the user's working folder in this variable.
  return { dataDir, file: resolve(process.env["INIT_CWD"] ?? "", file), isForced: words.includes(FORCE) };
};
