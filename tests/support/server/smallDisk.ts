import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** Disk of a fixed size in memory (tmpfs). */
export interface SmallDisk {
  readonly folder: string;
  /** Fills the disk until only the given number of bytes is free. */
  fill(free?: number): void;
  /** Deletes the file that `fill` has written. */
  makeRoom(): void;
  remove(): void;
}

/** Reason why a test of a small disk is skipped. */
export const CANNOT_MOUNT = "this user may not mount a disk (root on Linux may)";

const run = (program: string, ...args: readonly string[]): boolean => spawnSync(program, args).status === 0;

/**
 * Mounts a disk of the given size. The folder of the disk belongs to the user with the id `owner`. Returns undefined if
 * this process may not mount.
 */
export const mountSmallDisk = (megabytes: number, owner?: number): SmallDisk | undefined => {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "orders-disk-"));
  if (!run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder)) {
    rmdirSync(folder);
    return undefined;
  }
  chmodSync(folder, 0o700);
  if (owner !== undefined) chownSync(folder, owner, owner);
  const ballast = join(folder, "ballast");
  return {
    folder,
    fill: (free = 0) => {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - free)));
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    remove: () => {
      if (run("umount", "--lazy", folder)) rmdirSync(folder);
    },
  };
};
