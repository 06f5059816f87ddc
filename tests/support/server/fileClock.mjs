// Lets a test advance the clock of a server that is suspended. The server preloads this module. `Date.now` is ahead of
// the correct time by the number of milliseconds in the file CLOCK_FILE.
import { readFileSync } from "node:fs";
import process from "node:process";

const realNow = Date.now;
const file = process.env.CLOCK_FILE;
Date.now = () => realNow() + Number(readFileSync(file, "utf8"));
