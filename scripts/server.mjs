// Runs the server alone: the API, and the built application if there is one.
import { spawn } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { builtServer } from "./build.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const stdio = ["inherit", "inherit", "inherit", "ipc"];
const server = spawn(process.execPath, [...builtServer(), ...process.argv.slice(2)], { stdio });

// The server stops by itself when this process goes away, because its channel to it closes.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("message", (message) => process.send?.(message));
server.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));

// npm passes no SIGTERM on to what it runs: when npm is gone, this goes too.
const parent = process.ppid;
if (process.env.npm_command) setInterval(() => process.ppid !== parent && server.kill("SIGTERM"), 500).unref();
