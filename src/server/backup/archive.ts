import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { basename, dirname } from "node:path";
import process from "node:process";
import { BackupFailed } from "./backupFailed.ts";

const tryOpen = (file: string, flags: "r" | "w"): number => {
  try {
    // An archive contains personal data, so only the owner of the file may read it.
    return openSync(file, flags, 0o600);
  } catch (failure) {
    throw new BackupFailed(`Файл ${file} не открывается: ${failure instanceof Error ? failure.message : failure}.`);
  }
};

/** Runs the system's `tar` program. Throws `BackupFailed` if the program is missing or fails. */
const runTar = async (words: readonly string[], input: number | "ignore", output: number | "ignore"): Promise<void> => {
  const tar = spawn("tar", words, { stdio: [input, output, "inherit"] });
  const [code] = await once(tar, "exit").catch(() => {
    throw new BackupFailed("Нет программы tar, которой упаковывается копия. Установите её.");
  });
  if (code !== 0) throw new BackupFailed(`Программа tar закончила с ошибкой ${code}.`);
};

/**
 * Packs a folder into a compressed archive. The archive gets its final name only when it is completely on the disk.
 * Throws `BackupFailed` if the archive cannot be created or `tar` fails.
 */
export const packFolder = async (folder: string, file: string): Promise<void> => {
  const unfinished = `${file}.${process.pid}.unfinished`;
  const output = tryOpen(unfinished, "w");
  try {
    await runTar(["-czf", "-", "-C", dirname(folder), basename(folder)], "ignore", output);
    fsyncSync(output);
    renameSync(unfinished, file);
  } finally {
    closeSync(output);
    rmSync(unfinished, { force: true });
  }
};

/** Unpacks an archive into a new folder. Throws `BackupFailed` if the archive cannot be opened or is damaged. */
export const unpackArchive = async (file: string, folder: string): Promise<void> => {
  const input = tryOpen(file, "r");
  try {
    mkdirSync(folder, { recursive: true });
    await runTar(["-xzf", "-", "-C", folder], input, "ignore");
  } finally {
    closeSync(input);
  }
};
