// Plants faults into the machines, one at a time, and counts those that the tests catch. Names of areas (scripts/mutation/areas.ts) choose a part.
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
register();
const { runMutations } = await import("./mutation/run.ts");
process.exitCode = (await runMutations(process.argv.slice(2))) ? 0 : 1;
