import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const REPORT = "coverage/mutation/report.json";

interface Position {
  readonly line: number;
  readonly column: number;
}

/** Properties of Stryker's report that this module uses. */
interface Report {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: string;
        readonly mutants: readonly {
          readonly replacement: string;
          readonly status: string;
          readonly location: { readonly start: Position; readonly end: Position };
        }[];
      }
    >
  >;
}

/**
 * Mutant that Stryker created from a source file. `isCaught` is true if a test detected the mutant or exceeded its time
 * limit.
 */
export interface CodeFault {
  readonly file: string;
  /**
   * Path of the file, the original code and its replacement. The name does not contain line numbers, so that it stays
   * the same when lines move.
   */
  readonly name: string;
  readonly line: number;
  readonly isCaught: boolean;
}

const COUNTED: readonly string[] = ["Killed", "Timeout", "Survived", "NoCoverage"];

const textBetween = (source: string, start: Position, end: Position): string => {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join("\n")
    .replace(/\s+/g, " ");
};

/**
 * Returns true if a mutant at this position replaces the value of `description` or `types` in the configuration of a
 * machine. XState does not read these values at run time.
 */
const isIgnoredByXstate = (source: string, { line, column }: Position): boolean => {
  const lines = source.split("\n").slice(0, line);
  const before = [...lines.slice(0, -1), (lines.at(-1) ?? "").slice(0, column - 1)].join("\n");
  return /\b(description|types):\s*$/.test(before);
};

/**
 * Runs Stryker on the files that match the glob patterns, and returns each mutant with its result. Leaves out invalid
 * mutants, and the mutants of values that XState does not read at run time. Throws if Stryker cannot run.
 */
export const tryCodeFaults = (sources: readonly string[]): CodeFault[] => {
  const stryker = "node_modules/@stryker-mutator/core/bin/stryker.js";
  const words = ["run", "scripts/mutation/stryker.config.json", "--mutate", sources.join(","), "--logLevel", "error"];
  const { status } = spawnSync(process.execPath, [stryker, ...words], { stdio: "inherit" });
  if (status !== 0) throw new Error(`Stryker ended with ${status}`);
  const { files }: Report = JSON.parse(readFileSync(REPORT, "utf8"));
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status, location: { start } }) => COUNTED.includes(status) && !isIgnoredByXstate(source, start))
      .map(({ replacement, status, location: { start, end } }) => ({
        file,
        name: `${file}: ${textBetween(source, start, end)} → ${replacement.replace(/\s+/g, " ")}`,
        line: start.line,
        isCaught: status === "Killed" || status === "Timeout",
      })),
  );
};
