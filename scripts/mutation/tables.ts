import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { createVitest, type TestSpecification, type Vitest } from "vitest/node";
import { allMachines } from "../visualise/drawings.ts";
import { listFaults } from "./tableFaults.ts";

const faultyXstate = fileURLToPath(new URL("faultyXstate.ts", import.meta.url));
const wrappers = /\/(faultyXstate|coveredXstate)\.ts$/;

/** Resolves XState to the wrapper that plants the fault. */
const faulty = (): Plugin => ({
  name: "faulty-xstate",
  enforce: "pre",
  resolveId: (source, importer = "") => (source === "xstate" && !wrappers.test(importer) ? faultyXstate : undefined),
});

const openVitest = (): Promise<Vitest> =>
  createVitest(
    "test",
    {
      config: "scripts/mutation/vitest.config.ts",
      watch: false,
      bail: 1,
      isolate: true,
      maxWorkers: 2,
      reporters: [{ onInit: () => {} }],
      setupFiles: fileURLToPath(new URL("recordMachines.ts", import.meta.url)),
    },
    { plugins: [faulty()] },
  );

/** Runs the tests without a fault. Returns the test files by the machines that they run; throws when a test fails. */
const recordMachines = async (vitest: Vitest): Promise<Map<string, TestSpecification[]>> => {
  const folder = mkdtempSync(join(tmpdir(), "machines-"));
  vitest.provide("fault", null);
  vitest.provide("records", folder);
  const specifications = await vitest.globTestSpecifications();
  const { testModules } = await vitest.runTestSpecifications(specifications);
  const broken = testModules.filter((module) => !module.ok()).map(({ moduleId }) => moduleId);
  if (broken.length > 0) throw new Error(`Tests fail without a fault: ${broken.join(", ")}`);
  const byMachine = new Map<string, TestSpecification[]>();
  for (const name of readdirSync(folder)) {
    const { file, machines }: { file: string; machines: string[] } = JSON.parse(
      readFileSync(join(folder, name), "utf8"),
    );
    const own = specifications.filter(({ moduleId }) => moduleId === file);
    for (const machine of machines) byMachine.set(machine, [...(byMachine.get(machine) ?? []), ...own]);
  }
  rmSync(folder, { recursive: true });
  return byMachine;
};

/** Fault in the table of a machine. */
export interface TableFault {
  readonly machine: string;
  readonly name: string;
  readonly isCaught: boolean;
}

/** Plants every fault into the tables of some machines (ids), one at a time, and runs the tests of the machine. */
export const tryTableFaults = async (ids: readonly string[]): Promise<TableFault[]> => {
  const vitest = await openVitest();
  const specifications = await recordMachines(vitest);
  vitest.provide("records", null);
  const tried: TableFault[] = [];
  for (const { id, config } of (await allMachines()).filter((machine) => ids.includes(machine.id)))
    for (const [index, fault] of listFaults(config).entries()) {
      vitest.provide("fault", { machine: id, index });
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications.get(id) ?? []);
      const isCaught = unhandledErrors.length > 0 || testModules.some((module) => !module.ok());
      tried.push({ machine: id, name: `${id}: ${fault}`, isCaught });
    }
  await vitest.close();
  return tried;
};
