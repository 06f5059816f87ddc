// Runs the faults of one machine: the words are its id, the index of the first fault, and the test files. Prints "caught" or "survived" for each.
import { runFaults } from "./tableRuns.ts";

const [machine = "", first = "0", ...files] = process.argv.slice(2);
await runFaults(machine, Number(first), files, (isCaught) => console.log(isCaught ? "caught" : "survived"));
