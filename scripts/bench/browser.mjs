import { chromium } from "@playwright/test";
import { findChromium } from "../chromium.mjs";
import { chromiumArgs } from "../chromiumArgs.mjs";

/** Starts Chromium with the arguments for measurements. */
export const openBrowser = async () =>
  chromium.launch({
    executablePath: await findChromium(),
    chromiumSandbox: process.getuid?.() !== 0,
    args: [...chromiumArgs, "--enable-precise-memory-info"],
  });

const watchFirstRow = () => {
  globalThis.longTasks = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longTasks += Math.max(0, duration - 50);
  }).observe({ type: "longtask", buffered: true });
  const look = () => {
    if (document.querySelector("tr[data-row]")) {
      const shown = performance.now();
      requestAnimationFrame(() =>
        setTimeout(() => {
          globalThis.firstRow = shown;
          console.debug("first row");
        }),
      );
    } else requestAnimationFrame(look);
  };
  look();
};

const metricsOf = async (session) => {
  const { metrics } = await session.send("Performance.getMetrics");
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
};

/**
 * Opens a URL with an empty cache. With `storage` and `tab` the browser is signed in, `throttle` is the factor by
 * which the CPU is slowed down, and `rows` is a JSON text that replaces the server's list of orders. Returns the
 * times (ms), requests and transfer (kB) until the first row is shown, and the blocking time (ms), memory (MB) and
 * DOM nodes 1.5 s later.
 */
export const measureOpening = async (browser, url, { storage, tab = {}, throttle = 1, rows } = {}) => {
  const context = await browser.newContext({
    ...(storage && { storageState: storage }),
    viewport: { width: 1366, height: 768 },
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  // With `threadTicks`, the metric `TaskDuration` is the CPU time of the thread. It does not contain the time during
  // which the thread waits for a processor core.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await session.send("Emulation.setCPUThrottlingRate", { rate: throttle });
  await page.addInitScript((kept) => {
    for (const [name, value] of Object.entries(kept)) sessionStorage.setItem(name, value);
  }, tab);
  await page.addInitScript(watchFirstRow);
  if (rows)
    await page.route("**/MediumSummury**", (route) => route.fulfill({ contentType: "application/json", body: rows }));
  const seen = { requests: 0, bytes: 0, isOpen: true };
  session.on("Network.requestWillBeSent", ({ request }) => {
    if (seen.isOpen && !request.url.startsWith("data:")) seen.requests += 1;
  });
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    if (seen.isOpen) seen.bytes += encodedDataLength;
  });
  // The page reports the first row by a console message. Polling from outside would run code in the page during the
  // measurement.
  const firstRow = page.waitForEvent("console", { predicate: (message) => message.text() === "first row" });
  await page.goto(url, { waitUntil: "commit" });
  await firstRow;
  seen.isOpen = false;
  const { TaskDuration } = await metricsOf(session);
  await page.waitForTimeout(1_500);
  // Reading the timing and collecting the garbage are long tasks, which would distort the measurement. Both therefore
  // happen only once, at the end.
  const timing = await page.evaluate(() => ({
    firstRow: globalThis.firstRow,
    fcp: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    blocking: globalThis.longTasks,
  }));
  await session.send("HeapProfiler.collectGarbage");
  const { JSHeapUsedSize, Nodes } = await metricsOf(session);
  await context.close();
  return {
    ...timing,
    cpu: TaskDuration * 1000,
    heap: JSHeapUsedSize / 1e6,
    nodes: Nodes,
    requests: seen.requests,
    kilobytes: seen.bytes / 1024,
  };
};

/** Returns the median of each figure over all runs. */
export const medians = (runs) =>
  Object.fromEntries(
    Object.keys(runs[0]).map((name) => {
      const values = runs.map((run) => run[name]).sort((one, other) => one - other);
      return [name, values[Math.floor(values.length / 2)]];
    }),
  );

/**
 * Runs an action in the page `times` times. `act` is the source text of the action, in which the variable `turn` is the
 * index of the run. Returns the median time from the start of the action to the end of the next frame, ms.
 */
export const measureFrame = async (page, act, times = 5) => {
  const values = [];
  for (let at = 0; at < times; at += 1) {
    values.push(
      await page.evaluate(
        ([source, turn]) =>
          new Promise((resolve) => {
            const begun = performance.now();
            new Function("turn", source)(turn);
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
          }),
        [act, at],
      ),
    );
    await page.waitForTimeout(400);
  }
  return values.sort((one, other) => one - other)[Math.floor(times / 2)];
};
