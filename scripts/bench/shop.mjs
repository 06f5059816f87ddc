import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "./load.mjs";

/** Network of Lighthouse's "slow 4G": round trip in ms, throughput in bytes a second. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

/** Opens the menu over a new connection, as a guest's browser does. Returns true for a complete page. */
const openMenu = (origin) =>
  new Promise((resolve) => {
    const fail = () => resolve(false);
    const headers = { "accept-encoding": "gzip", accept: "text/html" };
    const sent = request(`${origin}/shop/kolos`, { agent: false, headers }, (answer) => {
      answer.resume();
      answer.on("error", fail);
      answer.on("end", () => resolve(answer.statusCode === 200));
    });
    sent.on("error", fail);
    sent.end();
  });

/**
 * Simulates `guests` guests per second who open the menu, for `seconds` s, in turn on each server. Returns the 50th and
 * 99th percentile of the time until the page (ms), the pages per second, the number of failed pages, and the CPU time
 * of the servers and of PostgreSQL (ms per second).
 */
export const loadMenu = async ({ origins, readCpu }, { guests, seconds }) => {
  await Promise.all(origins.map(openMenu));
  const before = readCpu();
  const begun = performance.now();
  const times = [];
  let wrong = 0;
  const visit = async (index) => {
    const wanted = begun + (index * 1_000) / guests;
    await sleep(Math.max(0, wanted - performance.now()));
    if (!(await openMenu(origins[index % origins.length]))) wrong += 1;
    times.push(performance.now() - wanted);
  };
  await Promise.all(Array.from({ length: guests * seconds }, (_, index) => visit(index)));
  const took = (performance.now() - begun) / 1_000;
  const after = readCpu();
  return {
    rate: times.length / took,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    wrong,
    servers: (after.servers - before.servers) / took,
    database: (after.database - before.database) / took,
  };
};

/**
 * Opens the menu on a slow phone (slow 4G, CPU four times slower) with an empty cache. Returns the time until the
 * first contentful paint, ms.
 */
export const measureMenuPaint = async (browser, origin) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW_4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(`${origin}/shop/kolos`, { waitUntil: "load" });
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
  await context.close();
  return { paint };
};
