import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/database/connection.ts";
import { migrate } from "#server/database/migrate.ts";
import { prepareData } from "#server/first-start.ts";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { type Cluster, startCluster } from "./postgres-cluster.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the tests' PostgreSQL, without a database. */
    postgresUrl: string;
    /** Folder of a closed embedded database that holds the demo. */
    embeddedTemplate: string;
  }
}

/** Name of the database that every test's own is copied from. */
export const TEMPLATE = "demo_template";

const fill = async (place: { databaseUrl?: string; dataDir: string }): Promise<void> => {
  const database = await openDatabase({ ...place, poolSize: 2 });
  await migrate(database);
  await prepareData(database.db, readConfig({ DEMO: "1" }));
  await database.close();
};

const fillPostgres = async (cluster: Cluster): Promise<void> => {
  const client = new pg.Client({ connectionString: cluster.url("postgres") });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await fill({ databaseUrl: cluster.url(TEMPLATE), dataDir: "" });
};

/** Starts a real PostgreSQL for the run and fills one database of each engine with the demo, to be copied by the tests. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const cluster = await startCluster();
  const embedded = mkdtempSync(join(tmpdir(), "orders-embedded-"));
  await fillPostgres(cluster);
  await fill({ dataDir: embedded });
  project.provide("postgresUrl", cluster.url(""));
  project.provide("embeddedTemplate", embedded);
  return async () => {
    await cluster.stop();
    rmSync(embedded, { recursive: true, force: true });
  };
};
