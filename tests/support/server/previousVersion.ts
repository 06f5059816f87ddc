import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

const MIGRATIONS = "src/server/database/migrations";

const git = (...words: string[]): string => execFileSync("git", words, { encoding: "utf8", stdio: "pipe" }).trim();

const hasHistory = (): boolean => {
  try {
    return git("rev-parse", "--verify", "HEAD^") !== "";
  } catch {
    return false;
  }
};

/**
 * Returns the newest commit without the newest migration, or the commit in the environment variable PREVIOUS_VERSION;
 * undefined outside of a repository, and in a clone with one commit. Throws if a shallow clone ends too early.
 */
export const findPreviousCommit = (): string | undefined => {
  if (!hasHistory()) return undefined;
  const wanted = process.env["PREVIOUS_VERSION"];
  if (wanted) return git("rev-parse", "--verify", wanted);
  const isUncommitted = git("status", "--porcelain", "--", MIGRATIONS) !== "";
  if (isUncommitted) return git("rev-parse", "HEAD");
  const newest = git("log", "-1", "--diff-filter=A", "--format=%H", "--", MIGRATIONS);
  return git("rev-parse", "--verify", `${newest}^`);
};

/** Sources of a commit. Their folder is inside the repository, so that Node.js finds the installed packages. */
interface PreviousVersion {
  /** Arguments of Node.js that start the server of this version. */
  readonly program: readonly string[];
  remove(): void;
}

/** Extracts the server of a commit. The extracted server uses the currently installed packages. */
export const extractVersion = (commit: string): PreviousVersion => {
  mkdirSync(".cache", { recursive: true });
  const folder = mkdtempSync(join(".cache", "previous-"));
  const archive = join(folder, "sources.tar");
  git("archive", "--output", archive, commit, "package.json", "src");
  execFileSync("tar", ["-xf", archive, "-C", folder]);
  return {
    program: ["--import", "tsx", join(folder, "src/server/main.ts")],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
