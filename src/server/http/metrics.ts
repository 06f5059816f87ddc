import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { OpenDatabase } from "../database/connection.ts";
import type { EventTail } from "../services/events/eventTail.ts";
import { readQueueLengths } from "../services/monitoring/queueLengths.ts";
import { hashSecret } from "../services/session/tokens.ts";
import { NotSignedIn } from "../services/shared/domainErrors.ts";
import type { EventStreams } from "./eventStream.ts";
import { operationName } from "./operationName.ts";
import { createShareInFlight } from "./shareInFlight.ts";

/** Bucket limits of the latency histogram, seconds. */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Time limit for reading the queue lengths, milliseconds. After this time, the response omits the queue lengths. */
const QUEUES_MS = 2000;

/** Measures the duration of each response. The labels have a low cardinality: operation ids and status classes. */
const measureResponses = (app: FastifyInstance, registry: Registry): void => {
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Duration of requests by operation and status class. The count is the number of requests.",
    labelNames: ["operation", "status"],
    buckets: BUCKETS_S,
    registers: [registry],
  });
  app.addHook("onResponse", async (request, reply) => {
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    durations.observe({ operation: operationName(request), status }, reply.elapsedTime / 1000);
  });
};

const addPoolGauge = (registry: Registry, pool: OpenDatabase["pool"], name: string): void => {
  new Gauge({
    name,
    help: "Connections of the pool (total, idle), and requests that wait for a connection (waiting).",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      this.set({ state: "total" }, pool.totalCount);
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "waiting" }, pool.waitingCount);
    },
  });
};

interface MeasuredParts {
  readonly database: OpenDatabase;
  readonly tail: EventTail;
  readonly streams: EventStreams;
}

const addEventGauges = (registry: Registry, { tail, streams }: MeasuredParts): void => {
  new Gauge({
    name: "event_listeners",
    help: "Open event streams of this process.",
    registers: [registry],
    collect() {
      this.set(streams.count());
    },
  });
  new Gauge({
    name: "event_lag_seconds",
    help: "Time between the writing of the last event and its delivery by this process.",
    registers: [registry],
    collect() {
      this.set(tail.lastLag());
    },
  });
};

const addQueueGauge = (registry: Registry, { db }: OpenDatabase): void => {
  const share = createShareInFlight<Readonly<Record<string, number>>>();
  // The other metrics are most useful while the database does not answer, so the response does not wait longer than
  // `QUEUES_MS` for the queue lengths.
  const read = () =>
    Promise.race([share("queues", () => readQueueLengths(db)).catch(() => ({})), sleep(QUEUES_MS, {}, { ref: false })]);
  new Gauge({
    name: "queue_length",
    help: "Entries that wait in a queue of the database, the same in all processes. Absent while the database does not answer.",
    labelNames: ["queue"],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [queue, length] of Object.entries(await read())) this.set({ queue }, length);
    },
  });
};

/**
 * Serves `GET /metrics` in the Prometheus text format to callers with the token; other callers get status 401. If the
 * settings contain no token, the path answers 404.
 */
export const serveMetrics = (app: FastifyInstance, token: string | undefined, parts: MeasuredParts): void => {
  if (!token) return;
  const { database } = parts;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureResponses(app, registry);
  addPoolGauge(registry, database.pool, "database_pool");
  if (database.reportPool) addPoolGauge(registry, database.reportPool, "database_report_pool");
  addEventGauges(registry, parts);
  addQueueGauge(registry, database);
  // Hashes are compared, so that the duration of the comparison does not reveal the token.
  const expected = hashSecret(`Bearer ${token}`);
  app.get("/metrics", { logLevel: "silent" }, async (request, reply) => {
    if (hashSecret(request.headers.authorization ?? "") !== expected) throw new NotSignedIn();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
};
