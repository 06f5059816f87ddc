// The one command: installs what is missing, builds what is stale, and starts the server.
import { build } from "./build.mjs";
import { install } from "./install.mjs";

process.chdir(new URL("..", import.meta.url).pathname);
install();
build();
await import("./server.mjs");
