// Runs only the server, without building: the API, and the client application if it has been built.
import { spawn } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { builtServer } from "./build.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const stdio = ["inherit", "inherit", "inherit", "ipc"];
const server = spawn(process.execPath, [...builtServer(), ...process.argv.slice(2)], { stdio });

// If this process ends without a signal, the IPC channel closes and the server stops by itself.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("message", (message) => process.send?.(message));
server.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));

// npm does not pass SIGTERM to its child processes, so this process stops the server when npm has ended.
const parent = process.ppid;
if (process.env.npm_command) setInterval(() => process.ppid !== parent && server.kill("SIGTERM"), 500).unref();
