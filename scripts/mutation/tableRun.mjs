// Tests the faults of one machine. Arguments: machine id, index of the first fault, test files. Prints "caught" or
// "survived" for each fault.
import { runFaults } from "./tableRuns.ts";

const [machine = "", first = "0", ...files] = process.argv.slice(2);
await runFaults(machine, Number(first), files, (isCaught) => console.log(isCaught ? "caught" : "survived"));
