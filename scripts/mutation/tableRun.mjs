// Tests the mutants of one machine and prints "caught" (killed: a test failed) or "survived" for each. The arguments
// are the machine id, the index of the first mutant and the test files.
import { runFaults } from "./tableRuns.ts";

const [machine = "", first = "0", ...files] = process.argv.slice(2);
await runFaults(machine, Number(first), files, (isCaught) => console.log(isCaught ? "caught" : "survived"));
