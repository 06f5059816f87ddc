import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { allMachines } from "../visualise/drawings.ts";
import { listFaults } from "./tableFaults.ts";
import { findTestFiles } from "./tableRuns.ts";

/** Mutant of a machine's configuration. `isCaught` is true if a test detected the mutant. */
export interface TableFault {
  readonly machine: string;
  readonly name: string;
  readonly isCaught: boolean;
}

const script = fileURLToPath(new URL("tableRun.mjs", import.meta.url));

/**
 * Time limit for the tests of one mutant, ms. A mutant may loop endlessly, and only another process can stop such a
 * loop.
 */
const LIMIT_MS = 300_000;

const kill = ({ pid }: ChildProcess) => {
  // A negative id addresses the process group, so that the worker processes are killed too.
  if (pid !== undefined) process.kill(-pid, "SIGKILL");
};

/**
 * Tests the mutants of a machine in a separate process, from the index `first`, and returns for each tested mutant true
 * if a test detected it. A mutant that exceeds the time limit counts as detected and ends the process, so that later
 * mutants are not tested.
 */
const runFrom = async (machine: string, first: number, files: readonly string[]): Promise<boolean[]> => {
  const child = spawn(process.execPath, ["--import", "tsx", script, machine, String(first), ...files], {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const caught: boolean[] = [];
  const expire = () => {
    caught.push(true);
    kill(child);
  };
  let limit = setTimeout(expire, LIMIT_MS);
  for await (const line of createInterface({ input: child.stdout })) {
    clearTimeout(limit);
    limit = setTimeout(expire, LIMIT_MS);
    if (line === "caught" || line === "survived") caught.push(line === "caught");
  }
  clearTimeout(limit);
  return caught;
};

/**
 * Tests all mutants of the configurations of the machines with these ids, one mutant at a time. Throws if a test fails
 * without a mutant, or if the mutants cannot be tested.
 */
export const tryTableFaults = async (ids: readonly string[]): Promise<TableFault[]> => {
  const files = await findTestFiles();
  const tried: TableFault[] = [];
  for (const { id, config } of (await allMachines()).filter((machine) => ids.includes(machine.id))) {
    const names = listFaults(config);
    const caught: boolean[] = [];
    while (caught.length < names.length) {
      const results = await runFrom(id, caught.length, files.get(id) ?? []);
      if (results.length === 0) throw new Error(`The faults of ${id} could not be run`);
      caught.push(...results);
    }
    tried.push(...names.map((name, at) => ({ machine: id, name: `${id}: ${name}`, isCaught: caught[at] === true })));
  }
  return tried;
};
