// Installs missing packages, builds outdated code, and starts the server. With --inspect the page /machines shows the
// running state machines.
import { fileURLToPath } from "node:url";
import { build } from "./build.mjs";
import { install } from "./install.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
install();
const isInspectable = process.argv.includes("--inspect");
build({ isInspectable });
if (isInspectable) process.env.DIST_DIR = "dist-inspect";
await import("./server.mjs");
