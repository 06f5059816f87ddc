import { allMachines } from "../visualise/drawings.ts";
import { areas, type MutationArea } from "./areas.ts";
import { type CodeFault, tryCodeFaults } from "./code.ts";
import { equivalents } from "./equivalents.ts";
import { type TableFault, tryTableFaults } from "./tables.ts";

/**
 * Prints the fraction of an area's mutants that the tests detected, without equivalent mutants, and lists the
 * undetected ones. Returns true if the area reaches its minimum.
 */
const printArea = ({ name, gate, pathPrefix, machines }: MutationArea, code: CodeFault[], tables: TableFault[]) => {
  const faults = [
    ...code.filter(({ file }) => file.startsWith(pathPrefix)),
    ...tables.filter(({ machine }) => machines.includes(machine)),
  ].filter((fault) => !(fault.name in equivalents));
  const survivors = faults.filter(({ isCaught }) => !isCaught);
  const share = 1 - survivors.length / faults.length;
  const isMet = share >= gate;
  console.log(
    `${isMet ? "✓" : "✗"} ${name}: ${(share * 100).toFixed(1)} % of ${faults.length} faults caught (gate ${gate * 100} %)`,
  );
  for (const survivor of survivors)
    console.log(`  survived: ${survivor.name}${"line" in survivor ? ` (line ${survivor.line})` : ""}`);
  return isMet;
};

/** Throws if an area names a state machine that does not exist. A renamed machine would otherwise not be mutated. */
const checkMachines = async (chosen: readonly MutationArea[]): Promise<void> => {
  const known = (await allMachines()).map(({ id }) => id);
  const unknown = chosen.flatMap(({ machines }) => machines).filter((id) => !known.includes(id));
  if (unknown.length > 0) throw new Error(`There are no machines with these ids: ${unknown.join(", ")}`);
};

/** Returns the areas with these names, or all areas if there are no names. Throws for an unknown name. */
const chooseAreas = (names: readonly string[]): readonly MutationArea[] => {
  const unknown = names.filter((name) => !areas.some((area) => area.name === name));
  if (unknown.length > 0) throw new Error(`There are no areas with these names: ${unknown.join(", ")}`);
  return areas.filter(({ name }) => names.length === 0 || names.includes(name));
};

/**
 * Tests the mutants of the areas with these names, by default of all areas, and returns true if every area reaches its
 * minimum and no mutant in `equivalents` is missing from a full run. Throws for an unknown area or machine.
 */
export const runMutations = async (names: readonly string[]): Promise<boolean> => {
  const chosen = chooseAreas(names);
  await checkMachines(chosen);
  const code = tryCodeFaults(chosen.map(({ pathPrefix }) => `${pathPrefix}**`));
  const tables = await tryTableFaults(chosen.flatMap(({ machines }) => machines));
  const found = new Set([...code, ...tables].map(({ name }) => name));
  const unknown = names.length === 0 ? Object.keys(equivalents).filter((name) => !found.has(name)) : [];
  for (const name of unknown) console.log(`✗ there is no such fault any more: ${name}`);
  const results = chosen.map((area) => printArea(area, code, tables));
  return unknown.length === 0 && results.every((isMet) => isMet);
};
