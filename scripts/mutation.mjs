// Mutation testing of the machines: adds one fault at a time and counts the faults that the tests detect. Arguments are
// names of areas (scripts/mutation/areas.ts); without arguments all areas are tested.
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
register();
const { runMutations } = await import("./mutation/run.ts");
process.exitCode = (await runMutations(process.argv.slice(2))) ? 0 : 1;
