// Measures how the times of requests grow with the number of orders. Fills one new PostgreSQL with 10,000 orders and
// another with SIZE orders, starts the server on each, and prints the results side by side. With LARGEST, the largest
// company of the larger database has at least LARGEST orders. Fails if a frequent operation reads many more rows or
// buffers in the larger database.
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { register } from "tsx/esm/api";
import { watchCpu } from "./bench/cpu.mjs";
import { companySizes } from "./bench/growth/companies.mjs";
import { fillGrowth } from "./bench/growth/fill.mjs";
import { measureOperation, openCounters } from "./bench/growth/measure.mjs";
import { createClient, createOperations, measureEvents } from "./bench/growth/operations.mjs";
import { percentile } from "./bench/load.mjs";
import { startProduct } from "./bench/product.mjs";
import { install } from "./install.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
install();
register();
const { startCluster } = await import("../tests/support/server/postgresCluster.ts");
const { fillTemplate } = await import("../tests/support/server/demoTemplate.ts");

const SMALL = 10_000;
const SIZE = Number(process.env.SIZE ?? 100_000);
if (!(SIZE >= SMALL && SIZE <= 10_000_000)) throw new Error("SIZE must be between 10000 and 10000000.");
const LARGEST = Number(process.env.LARGEST ?? 0);
/**
 * Maximum growth of the rows or buffers that a frequent operation reads: the number with SIZE orders divided by the
 * number with 10,000 orders.
 */
const MOST_GROWTH = 1.5;
/** Number of rows and buffers below which growth is ignored. */
const FEW = 100;
const EVENTS = 50;

const settings = [
  "shared_preload_libraries=pg_stat_statements",
  "pg_stat_statements.max=10000",
  "shared_buffers=1GB",
  "wal_level=minimal",
  "max_wal_senders=0",
  "max_wal_size=16GB",
];

/** Returns the sizes of the tables with their indexes, the largest first, bytes. */
const tableSizes = async (databaseUrl) => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(`select relname as name, pg_total_relation_size(relid)::float8 as size
    from pg_stat_user_tables order by 2 desc`);
  await client.end();
  return rows;
};

/** Returns the three statements with the largest growth of buffers per call, as text. */
const growingStatements = (one, other) =>
  [...other.statements]
    .map(([query, buffers]) => ({ query, buffers, before: one.statements.get(query) ?? 0 }))
    .toSorted((a, b) => b.buffers - b.before - (a.buffers - a.before))
    .slice(0, 3)
    .map(
      ({ query, buffers, before }) =>
        `  ${short(before)} → ${short(buffers)} ${query.replace(/\s+/g, " ").slice(0, 200)}`,
    );

const sumOf = (tables) => tables.reduce((sum, { size }) => sum + size, 0);

/** Functions that stop the started processes and close the connections, in the reverse sequence of the starts. */
const stops = [];

/**
 * Fills a new PostgreSQL with orders of companies with the given sizes, and starts the server on it. Returns the sizes;
 * the bytes of an order, in all tables and in each of the largest tables; and the client, the counters, the function
 * that reads the CPU time, and the operations for the measurement.
 */
const startSize = async (sizes, port) => {
  const cluster = await startCluster(settings);
  stops.unshift(cluster.stop);
  const url = cluster.url("postgres");
  await fillTemplate({ databaseUrl: url, dataDir: "" });
  const before = sumOf(await tableSizes(url));
  const count = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`Filling ${count.toLocaleString("en")} orders:`);
  await fillGrowth(url, sizes, (step, seconds) => console.log(`  ${step} ${seconds.toFixed(1)} s`));
  const tables = await tableSizes(url);
  const server = await startProduct(port, { DATABASE_URL: url });
  stops.unshift(server.stop);
  const client = createClient(server.origin, server.headers);
  const counters = await openCounters(url);
  stops.unshift(counters.close);
  return {
    sizes,
    bytes: (sumOf(tables) - before) / count,
    largest: tables.slice(0, 8).map(({ name, size }) => `${name} ${Math.round(size / count)}`),
    client,
    counters,
    readCpu: await watchCpu(server.pid, url),
    operations: await createOperations(client),
  };
};

/**
 * Measures all operations and the delay of events. Alternates between the two sizes, so that other work on the
 * computer slows both.
 */
const measureSizes = async (instances) => {
  const results = [];
  for (const [at, { name }] of instances[0].operations.entries()) {
    const both = [];
    for (const instance of instances) both.push(await measureOperation(instance.operations[at], instance));
    console.log(`  ${name}: ${both.map(({ p50 }) => p50.toFixed(1)).join(" → ")} ms`);
    results.push(both);
  }
  const events = [];
  for (const { client } of instances) events.push(await measureEvents(client, EVENTS));
  return { results, events };
};

const measureAll = async () => {
  try {
    const instances = [await startSize(companySizes(SMALL), 4750), await startSize(companySizes(SIZE, LARGEST), 4751)];
    return { instances, ...(await measureSizes(instances)) };
  } finally {
    for (const stop of stops) await stop();
  }
};

const { instances, results, events } = await measureAll();
const [small, big] = instances;

const short = (value) => (value < 10 ? Math.round(value * 10) / 10 : Math.round(value)).toLocaleString("en");
const pair = (one, other) => `${short(one)} → ${short(other)}`;
const factor = (one, other) => (other / one).toFixed(2);

const describe = (name, { sizes }) =>
  `${name}: ${sizes.length} companies, the largest has ${sizes[0].toLocaleString("en")} orders`;
console.log(`\n${describe("10,000 orders", small)}. ${describe(`${SIZE.toLocaleString("en")} orders`, big)}.`);
console.log(`${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, ${cpus()[0].model}`);
console.log("| operation | p50 ms | p99 ms | p50 × | rows read | buffers | CPU server ms | CPU PostgreSQL ms |");
console.log("| --- | --- | --- | --- | --- | --- | --- | --- |");
const missed = [];
for (const [one, other] of results) {
  const figures = ["p50", "p99"].map((name) => pair(one[name], other[name]));
  const reads = ["rows", "buffers", "server", "database"].map((name) => pair(one[name], other[name]));
  console.log(`| ${[one.name, ...figures, factor(one.p50, other.p50), ...reads].join(" | ")} |`);
  for (const name of ["rows", "buffers"])
    if (one.isHot && other[name] > Math.max(FEW, one[name] * MOST_GROWTH))
      missed.push(
        `✗ ${one.name}: ${name} grow from ${short(one[name])} to ${short(other[name])}`,
        ...(name === "buffers" ? growingStatements(one, other) : []),
      );
}
const ofEvents = (share) => events.map((times) => percentile(times, share));
const [p50, p99] = [ofEvents(0.5), ofEvents(0.99)];
console.log(`| save to event | ${pair(...p50)} | ${pair(...p99)} | ${factor(...p50)} | | | | |`);
console.log(`Bytes of an order with all indexes: ${pair(small.bytes, big.bytes)} (${big.largest.join(", ")})`);
// Times are not checked, because they depend on the computer.
for (const sentence of missed) console.error(sentence);
process.exitCode = missed.length > 0 ? 1 : 0;
