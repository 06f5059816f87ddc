import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { createVitest, type TestModule, type Vitest } from "vitest/node";
import { allMachines } from "../visualise/drawings.ts";
import { listFaults } from "./tableFaults.ts";

const faultyXstate = fileURLToPath(new URL("faultyXstate.ts", import.meta.url));
const wrappers = /\/(faultyXstate|coveredXstate)\.ts$/;

/**
 * Returns a Vite plugin that replaces `xstate` with `faultyXstate.ts`, which mutates the configuration of one state
 * machine.
 */
const faulty = (): Plugin => ({
  name: "faulty-xstate",
  enforce: "pre",
  resolveId: (source, importer = "") => (source === "xstate" && !wrappers.test(importer) ? faultyXstate : undefined),
});

/** Opens Vitest. `bail` is the number of failures after which a run stops; 0 runs all tests. */
const openVitest = (bail: number): Promise<Vitest> =>
  createVitest(
    "test",
    {
      config: "scripts/mutation/vitest.config.ts",
      watch: false,
      bail,
      isolate: true,
      maxWorkers: 2,
      reporters: [{ onInit: () => {} }],
      setupFiles: fileURLToPath(new URL("recordMachines.ts", import.meta.url)),
    },
    { plugins: [faulty()] },
  );

/**
 * Returns true if all tests of a file have run and passed. Vitest stops after the first failure, so a file with tests
 * that have not run counts as failed.
 */
const hasPassed = (module: TestModule): boolean => module.state() === "passed";

/**
 * Runs all tests without a mutant, and returns the test files that run each machine, by machine id. Throws if a test
 * fails.
 */
export const findTestFiles = async (): Promise<Map<string, string[]>> => {
  const vitest = await openVitest(0);
  const folder = mkdtempSync(join(tmpdir(), "machines-"));
  vitest.provide("fault", null);
  vitest.provide("records", folder);
  const { testModules } = await vitest.runTestSpecifications(await vitest.globTestSpecifications());
  await vitest.close();
  const broken = testModules.filter((module) => !hasPassed(module)).map(({ moduleId }) => moduleId);
  if (broken.length > 0) throw new Error(`Tests fail without a fault: ${broken.join(", ")}`);
  const byMachine = new Map<string, string[]>();
  for (const name of readdirSync(folder)) {
    const { file, machines }: { file: string; machines: string[] } = JSON.parse(
      readFileSync(join(folder, name), "utf8"),
    );
    for (const machine of machines) byMachine.set(machine, [...(byMachine.get(machine) ?? []), file]);
  }
  rmSync(folder, { recursive: true });
  return byMachine;
};

/**
 * Tests the mutants of a machine one at a time, from the index `first`, with the given test files. Calls `report` for
 * each mutant, with true if a test detected the mutant.
 */
export const runFaults = async (
  machine: string,
  first: number,
  files: string[],
  report: (isCaught: boolean) => void,
): Promise<void> => {
  const vitest = await openVitest(1);
  vitest.provide("records", null);
  const specifications = await vitest.globTestSpecifications(files);
  const config = (await allMachines()).find(({ id }) => id === machine)?.config ?? {};
  for (let index = first; index < listFaults(config).length; index += 1) {
    vitest.provide("fault", { machine, index });
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    report(unhandledErrors.length > 0 || !testModules.every(hasPassed));
  }
  await vitest.close();
};
