import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** Saves of the operators in a burst of 20 s. Each operator saves an order every `saveMs` ms. */
const BURST = { operators: 20, saveMs: 2_000, seconds: 20 };
/** Saves of the operators in a minute of the evening rush, in which each of the 200 companies takes 30 orders an hour. */
const EVENING = { operators: 20, saveMs: 12_000, seconds: 60 };
const POLL_MS = 10_000;
/** Delay of the client's read after a reported change, as in `query.machine.ts`, ms. */
const READ_DELAY_MS = 300;
/** Polling interval of the order list while the live feed works, as in `orderList.machine.ts`, ms. */
const LIVE_MS = 180_000;
/** Time for which the events of the last saves are awaited, ms. */
const DRAIN_MS = 3_000;

const percentile = (values, part) => values.toSorted((one, other) => one - other)[Math.floor(values.length * part)];

/**
 * Returns the function `call`, which sends a request over a kept-alive connection and returns the body of the answer,
 * or undefined on failure. `counts` contains the numbers of calls and failures.
 */
const createCaller = (origin) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const counts = { calls: 0, wrong: 0 };
  const call = (path, { method = "GET", headers, body }) =>
    new Promise((resolve) => {
      counts.calls += 1;
      const fail = () => {
        counts.wrong += 1;
        resolve(undefined);
      };
      const sent = request(origin + path, { agent, method, headers }, (answer) => {
        const chunks = [];
        answer.on("data", (chunk) => chunks.push(chunk));
        answer.on("error", fail);
        answer.on("end", () => (answer.statusCode < 300 ? resolve(Buffer.concat(chunks)) : fail()));
      });
      sent.on("error", fail);
      sent.end(body);
    });
  return { call, counts, close: () => agent.destroy() };
};

const sleepUntil = (at) => sleep(Math.max(0, at - Date.now()));

/**
 * Runs `act` with the period `ms` until the time `end`. The first run begins at a random time within the first period.
 * Returns at `end`, or later if a run is still in progress.
 */
const every = async (ms, end, act) => {
  let next = Date.now() + Math.random() * ms;
  while (next < end) {
    await sleepUntil(next);
    next = Math.max(Date.now(), next + ms);
    await act();
  }
  await sleepUntil(end);
};

const readList = (call, { companyId, headers }) =>
  call(`/api/Order/Company/${companyId}/MediumSummury?isOpenedOnly=true`, { headers });

/** Simulates operators who save orders, each time in a random company. Returns the saved orders. */
const saveOrders = async (call, clients, { operators, saveMs }, end) => {
  const saved = [];
  const save = async () => {
    const { companyId, order, headers } = clients[Math.floor(Math.random() * clients.length)];
    const at = performance.now();
    const answer = await call(`/api/Order/Company/${companyId}`, {
      method: "POST",
      headers: { ...headers, "Idempotency-Key": randomUUID() },
      body: order,
    });
    if (answer) saved.push({ companyId, id: JSON.parse(answer.toString()).id, at });
  };
  await Promise.all(Array.from({ length: operators }, () => every(saveMs, end, save)));
  return saved;
};

/** Opens the event stream of a client. Calls `onOrder` with the order id of each event about an order. */
const openStream = (origin, agent, { headers }, onOrder) =>
  new Promise((resolve, reject) => {
    const sent = request(
      `${origin}/api/Event`,
      { agent, headers: { ...headers, Accept: "text/event-stream" } },
      (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`The server refused a stream: ${answer.statusCode}`));
        let rest = "";
        answer.setEncoding("utf8");
        answer.on("data", (text) => {
          const blocks = (rest + text).split("\n\n");
          rest = blocks.pop();
          for (const block of blocks) {
            const data = block.split("\n").find((line) => line.startsWith("data: "));
            const { type, id } = data ? JSON.parse(data.slice(6)) : {};
            if (type === "order") onOrder(id);
          }
        });
        answer.on("error", () => {});
        resolve(() => sent.destroy());
      },
    );
    sent.on("error", reject);
    sent.end();
  });

/**
 * Simulates the order list of a client: reads the list 300 ms after an event and, if `isPolling` is true, also every
 * three minutes. Records for each order id when the client received the first event (`heardAt`) and when the client had
 * the next list (`shownAt`).
 */
const followList = (call, client, isPolling) => {
  const heardAt = new Map();
  const shownAt = new Map();
  let isReading = false;
  let isOutdated = false;
  let isStopped = false;
  let timer;
  const read = async () => {
    isReading = true;
    isOutdated = false;
    const known = [...heardAt.keys()].filter((id) => !shownAt.has(id));
    await readList(call, client);
    for (const id of known) shownAt.set(id, performance.now());
    isReading = false;
    if (isStopped) return;
    if (isOutdated) timer = setTimeout(read, READ_DELAY_MS);
    else if (isPolling) timer = setTimeout(read, LIVE_MS);
  };
  if (isPolling) timer = setTimeout(read, Math.random() * LIVE_MS);
  return {
    heardAt,
    shownAt,
    onOrder: (id) => {
      if (!heardAt.has(id)) heardAt.set(id, performance.now());
      // The first event shortens the pause before the next read. Further events do not change this pause.
      if (!isOutdated && !isReading) {
        clearTimeout(timer);
        timer = setTimeout(read, READ_DELAY_MS);
      }
      isOutdated = true;
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};

/**
 * Runs `act` with the time at which the run must end. Returns the result of `act`, and the CPU time that the server
 * process and PostgreSQL used during the run, ms per second.
 */
const withCpu = async ({ readCpu }, { seconds }, act) => {
  const before = readCpu();
  const [result] = await Promise.all([act(Date.now() + seconds * 1000), sleep(seconds * 1000)]);
  const after = readCpu();
  const cpu = (name) => (after[name] - before[name]) / seconds;
  return { ...result, process: cpu("process"), database: cpu("database") };
};

const measureSaves = async (server, clients, pace) => {
  const { call, counts, close } = createCaller(server.origin);
  const measured = await withCpu(server, pace, async (end) => ({ saved: await saveOrders(call, clients, pace, end) }));
  close();
  return { ...measured, wrong: counts.wrong };
};

const measurePolling = async (server, clients, pace) => {
  const { call, counts, close } = createCaller(server.origin);
  const measured = await withCpu(server, pace, async (end) => {
    const polls = clients.map((client) => every(POLL_MS, end, () => readList(call, client)));
    const [saved] = await Promise.all([saveOrders(call, clients, pace, end), ...polls]);
    return { saved, reads: counts.calls - saved.length };
  });
  close();
  return { ...measured, wrong: counts.wrong };
};

const measureStreams = async (server, clients, pace, isPolling) => {
  const { call, counts, close } = createCaller(server.origin);
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const followers = clients.map((client) => ({ client, ...followList(call, client, isPolling) }));
  const stops = [];
  for (const { client, onOrder } of followers) stops.push(await openStream(server.origin, agent, client, onOrder));
  await sleep(2_000);
  const before = counts.calls;
  const measured = await withCpu(server, pace, async (end) => {
    const saved = await saveOrders(call, clients, pace, end);
    return { saved, reads: counts.calls - before - saved.length };
  });
  await sleep(DRAIN_MS);
  for (const { stop } of followers) stop();
  for (const stop of stops) stop();
  close();
  const deliveries = measured.saved.flatMap(({ companyId, id, at }) =>
    followers
      .filter(({ client }) => client.companyId === companyId)
      .map(({ heardAt, shownAt }) => ({ heard: heardAt.get(id) - at, shown: shownAt.get(id) - at })),
  );
  const times = (name) => deliveries.map((one) => one[name]).filter(Number.isFinite);
  return {
    ...measured,
    wrong: counts.wrong,
    lost: deliveries.length - times("shown").length,
    heard: percentile(times("heard"), 0.99),
    shown: percentile(times("shown"), 0.99),
  };
};

const compare = async (server, clients, pace) => {
  const saves = await measureSaves(server, clients, pace);
  const polling = await measurePolling(server, clients, pace);
  const listening = await measureStreams(server, clients, pace, false);
  const both = await measureStreams(server, clients, pace, true);
  const cpu = (part, name) => part[name] - saves[name];
  const costOf = (part) => ({
    process: cpu(part, "process"),
    database: cpu(part, "database"),
    reads: part.reads,
    ratio: cpu(part, "process") / cpu(polling, "process"),
  });
  return {
    seconds: pace.seconds,
    heard: both.heard,
    shown: both.shown,
    lost: listening.lost + both.lost,
    wrong: polling.wrong + listening.wrong + both.wrong,
    polling: costOf(polling),
    listening: costOf(listening),
    both: costOf(both),
  };
};

/**
 * Compares the CPU times of the server for 1,000 clients that poll every 10 s (`polling`), that only listen to the
 * event stream (`listening`), and that listen and poll every three minutes (`both`), in a burst of saves (`burst`) and
 * in the evening rush (`evening`). The CPU time of the saves is subtracted. The latencies are 99th percentiles of the
 * time from a save until a client of `both` has the event or the new list, ms.
 */
export const measureListeners = async (product, clients, readCpu) => {
  const server = { ...product, readCpu };
  return { burst: await compare(server, clients, BURST), evening: await compare(server, clients, EVENING) };
};
