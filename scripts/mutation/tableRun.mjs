// Runs the tests against each mutant of one machine. Prints "caught" for a mutant that makes a test fail, otherwise
// "survived". The arguments are the machine id, the index of the first mutant and the test files.
import { runFaults } from "./tableRuns.ts";

const [machine = "", first = "0", ...files] = process.argv.slice(2);
await runFaults(machine, Number(first), files, (isCaught) => console.log(isCaught ? "caught" : "survived"));
