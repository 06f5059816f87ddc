// Lets a test advance the clock of its server. The server preloads this module. Each signal SIGUSR2 advances the clock
// by one hour. PGlite runs in the same process, so SQL `now()` is advanced too.
import { subscribe } from "node:diagnostics_channel";

const HOUR_MS = 60 * 60_000;
const realNow = Date.now;
let ahead = 0;
const now = () => realNow() + ahead;

globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: (target) => new target(now()).toString(),
});
Date.now = now;
process.on("SIGUSR2", () => {
  ahead += HOUR_MS;
});

// The application corrects its clock by the Date header, which Node.js would fill from the real clock.
subscribe("http.server.request.start", ({ response }) => response.setHeader("date", new Date().toUTCString()));
