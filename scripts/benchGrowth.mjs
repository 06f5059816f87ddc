// Measures how the times of requests grow with the number of orders. Fills one new PostgreSQL with 10,000 orders and
// another with SIZE orders, starts the server on each, and prints both beside each other.
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { register } from "tsx/esm/api";
import { watchCpu } from "./bench/cpu.mjs";
import { companySizes } from "./bench/growth/companies.mjs";
import { fillGrowth } from "./bench/growth/fill.mjs";
import { measureOperations } from "./bench/growth/measure.mjs";
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
/** Factor by which a hot operation may read more rows and buffers than with 10,000 orders. */
const MOST_GROWTH = 1.5;
/** Rows and buffers below which growth does not matter. */
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

const sizeOf = async (databaseUrl) => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query("select pg_database_size(current_database())::float8 as size");
  await client.end();
  return rows[0].size;
};

/** Fills a new PostgreSQL with `orders` orders and measures the server on it. */
const measureSize = async (orders, port) => {
  const cluster = await startCluster(settings);
  try {
    const url = cluster.url("postgres");
    await fillTemplate({ databaseUrl: url, dataDir: "" });
    const before = await sizeOf(url);
    console.log(`Filling ${orders} orders:`);
    await fillGrowth(url, orders, (step, seconds) => console.log(`  ${step} ${seconds.toFixed(1)} s`));
    const sizes = companySizes(orders);
    const bytes = ((await sizeOf(url)) - before) / sizes.reduce((sum, size) => sum + size, 0);
    const server = await startProduct(port, { DATABASE_URL: url });
    try {
      const client = createClient(server.origin, server.headers);
      const readCpu = await watchCpu(server.pid, url);
      const operations = await createOperations(client);
      const results = await measureOperations(operations, url, readCpu, ({ name, p50 }) =>
        console.log(`  ${name} ${p50.toFixed(1)} ms`),
      );
      return { sizes, bytes, results, events: await measureEvents(client, EVENTS) };
    } finally {
      await server.stop();
    }
  } finally {
    await cluster.stop();
  }
};

const small = await measureSize(SMALL, 4750);
const big = SIZE === SMALL ? small : await measureSize(SIZE, 4751);

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
for (const [at, one] of small.results.entries()) {
  const other = big.results[at];
  const figures = ["p50", "p99"].map((name) => pair(one[name], other[name]));
  const reads = ["rows", "buffers", "server", "database"].map((name) => pair(one[name], other[name]));
  console.log(`| ${[one.name, ...figures, factor(one.p50, other.p50), ...reads].join(" | ")} |`);
  for (const name of ["rows", "buffers"])
    if (one.isHot && other[name] > Math.max(FEW, one[name] * MOST_GROWTH))
      missed.push(`${one.name}: ${name} grow from ${short(one[name])} to ${short(other[name])}`);
}
const ofEvents = (share) => [small, big].map(({ events }) => percentile(events, share));
const [p50, p99] = [ofEvents(0.5), ofEvents(0.99)];
console.log(`| save to event | ${pair(...p50)} | ${pair(...p99)} | ${factor(...p50)} | | | | |`);
console.log(`Bytes of an order with all indexes: ${pair(small.bytes, big.bytes)}`);
// Times are not checked, because they depend on the computer.
for (const sentence of missed) console.error(`✗ ${sentence}`);
process.exitCode = missed.length > 0 ? 1 : 0;
