import pg from "pg";
import type { TestProject } from "vitest/node";
import { fillTemplate, TEMPLATE } from "./demoTemplate.ts";
import { startCluster } from "./postgresCluster.ts";

/**
 * Starts a PostgreSQL server for the test run and creates the demo database that tests copy. Returns a function
 * that stops the server.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const cluster = await startCluster();
  const client = new pg.Client({ connectionString: cluster.url("postgres") });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await fillTemplate({ databaseUrl: cluster.url(TEMPLATE), dataDir: "" });
  project.provide("postgresUrl", cluster.url(""));
  project.provide("embeddedTemplates", "");
  return () => cluster.stop();
};
