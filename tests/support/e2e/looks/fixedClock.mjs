// Replaces the clock of the server whose screens are compared with stored pictures. The new clock starts at FIXED_CLOCK
// and almost stands still. The server preloads this module. PGlite runs in the same process, so SQL `now()` returns the
// time of this clock too.
import { subscribe } from "node:diagnostics_channel";

const start = Date.parse(process.env.FIXED_CLOCK);
const realNow = Date.now;
const loadedAt = realNow();

/**
 * Returns the fake time. It passes a thousand times more slowly than the real time, so that times on the screen do not
 * depend on the speed of the computer.
 */
const now = () => start + Math.floor((realNow() - loadedAt) / 1000);

globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: (target) => new target(now()).toString(),
});
Date.now = now;

// The application corrects its clock by the Date header, which Node.js would fill from the real clock.
subscribe("http.server.request.start", ({ response }) => response.setHeader("date", new Date().toUTCString()));
