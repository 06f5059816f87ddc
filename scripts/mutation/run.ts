import { areas, type MutationArea } from "./areas.ts";
import { type CodeFault, tryCodeFaults } from "./code.ts";
import { equivalents } from "./equivalents.ts";
import { type TableFault, tryTableFaults } from "./tables.ts";

/**
 * Prints the fraction of an area's mutants that the tests detected, and lists the other mutants. Returns true if the
 * area reaches its minimum.
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

/**
 * Tests the mutants of the areas with these names, or of all areas if there are no names. Returns true if every area
 * reaches its minimum. A run of all areas also returns false if a mutant in `equivalents` no longer exists.
 */
export const runMutations = async (names: readonly string[]): Promise<boolean> => {
  const chosen = areas.filter(({ name }) => names.length === 0 || names.includes(name));
  const code = tryCodeFaults(chosen.map(({ pathPrefix }) => `${pathPrefix}**`));
  const tables = await tryTableFaults(chosen.flatMap(({ machines }) => machines));
  const found = new Set([...code, ...tables].map(({ name }) => name));
  const unknown = names.length === 0 ? Object.keys(equivalents).filter((name) => !found.has(name)) : [];
  for (const name of unknown) console.log(`✗ there is no such fault any more: ${name}`);
  const results = chosen.map((area) => printArea(area, code, tables));
  return unknown.length === 0 && results.every((isMet) => isMet);
};
