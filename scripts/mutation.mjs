// Mutation testing of the machines: creates one mutant (a faulty copy) at a time and counts the mutants that make a
// test fail. The arguments are names of areas in scripts/mutation/areas.ts; by default all areas are tested.
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
register();
const { runMutations } = await import("./mutation/run.ts");
process.exitCode = (await runMutations(process.argv.slice(2))) ? 0 : 1;
