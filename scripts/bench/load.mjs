import { randomUUID } from "node:crypto";
import autocannon from "autocannon";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);

const run = (options) => autocannon({ connections: 10, duration: SECONDS, ...options });

const figures = ({ requests, latency, non2xx, errors }) => ({
  rate: Math.round(requests.average),
  p99: latency.p99,
  wrong: non2xx + errors,
  calls: requests.total,
});

/**
 * Requests the open orders over 10 connections. Returns the requests per second, the 99th percentile of the response
 * times in ms, the number of failures, and the number of requests.
 */
export const loadLists = async ({ origin, headers }) =>
  figures(await run({ url: `${origin}/api/Order/Company/1/MediumSummury?isOpenedOnly=true`, headers }));

export const orderOf = (item) =>
  JSON.stringify({
    items: [{ itemId: item.id, categoryId: item.categoriesId[0], count: 1 }],
    phone: "+79160000000",
    deliveryAddress: "ул. Садовая",
    deliveryAddressBuilding: "1",
  });

/** Creates orders until `count` orders are open. Returns the open orders. */
export const fillOpenOrders = async ({ origin, headers, get }, count) => {
  const open = () => get("/api/Order/Company/1/MediumSummury?isOpenedOnly=true");
  const [item] = await get("/api/Item/Company/1");
  for (let at = (await open()).length; at < count; at += 1) {
    const answer = await fetch(`${origin}/api/Order/Company/1`, {
      method: "POST",
      body: orderOf(item),
      headers: { ...headers, "Idempotency-Key": randomUUID() },
    });
    if (!answer.ok) throw new Error(`The server refused an order of the benchmark: ${await answer.text()}`);
  }
  return open();
};

/**
 * Creates orders over 10 connections, each order with its own idempotency key. Returns the same figures as `loadLists`.
 */
export const loadSaves = async ({ origin, headers, get }) => {
  const [item] = await get("/api/Item/Company/1");
  const body = orderOf(item);
  return figures(
    await run({
      url: `${origin}/api/Order/Company/1`,
      requests: [
        {
          method: "POST",
          body,
          setupRequest: (request) => ({ ...request, headers: { ...headers, "Idempotency-Key": randomUUID() } }),
        },
      ],
    }),
  );
};

/**
 * Returns `call`, which sends one request, and `every`, which repeats an action with a given period until `seconds`
 * have passed. `call` adds its duration in ms to `times` and counts a failure in `failures`.
 */
export const startClients = ({ origin, headers }, seconds) => {
  const times = [];
  const failures = { count: 0 };
  const end = Date.now() + seconds * 1_000;
  return {
    times,
    failures,
    call: async (path, init = {}) => {
      const begun = performance.now();
      const answer = await fetch(origin + path, { headers, ...init }).catch(() => undefined);
      const text = await answer?.text();
      times.push(performance.now() - begun);
      if (!answer?.ok) failures.count += 1;
      return text;
    },
    every: async (ms, act) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * ms));
      while (Date.now() < end) {
        const begun = Date.now();
        await act();
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, ms - (Date.now() - begun))));
      }
    },
  };
};

/** Returns a percentile of times. `share` is 0.99 for the 99th percentile. */
export const percentile = (times, share) =>
  times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * share))];

/**
 * Simulates 1,000 clients that poll every 10 s, and 20 operators who each save an order every 2 s, for 20 s. Returns
 * the same figures as `loadLists`.
 */
export const loadPolls = async (server) => {
  const seconds = 20;
  const [item] = await server.get("/api/Item/Company/1");
  const { times, failures, call, every } = startClients(server, seconds);
  const save = () =>
    call("/api/Order/Company/1", {
      method: "POST",
      body: orderOf(item),
      headers: { ...server.headers, "Idempotency-Key": randomUUID() },
    });
  await Promise.all([
    ...Array.from({ length: 1_000 }, () =>
      every(10_000, () => call("/api/Order/Company/1/MediumSummury?isOpenedOnly=true")),
    ),
    ...Array.from({ length: 20 }, () => every(2_000, save)),
  ]);
  const calls = times.length;
  return { rate: Math.round(calls / seconds), p99: Math.round(percentile(times, 0.99)), wrong: failures.count, calls };
};
