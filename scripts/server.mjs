// Runs only the server. The server serves the API, and the client application if a build exists. Missing packages are
// installed first, including the development packages, which build the server.
import { spawn } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { builtServer } from "./build.mjs";
import { install } from "./install.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
install();
const stdio = ["inherit", "inherit", "inherit", "ipc"];
const server = spawn(process.execPath, [...builtServer(), ...process.argv.slice(2)], { stdio });

// SIGINT and SIGTERM are passed on to the server. If this process ends in another way, the IPC channel closes and the
// server stops by itself.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("message", (message) => process.send?.(message));
server.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));

// npm passes SIGTERM only to the shell that runs the script, and the shell ends without passing it on. The server is
// therefore stopped when the parent process has ended.
const parent = process.ppid;
if (process.env.npm_command) setInterval(() => process.ppid !== parent && server.kill("SIGTERM"), 500).unref();
