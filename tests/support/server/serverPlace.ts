import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import pg from "pg";
import { inject } from "vitest";
import { TEMPLATE } from "./demoTemplate.ts";
import { copyTemplate } from "./templates.ts";

/** Database of one test: a PostgreSQL URL or a folder, and a function that deletes the database. */
export interface ServerPlace {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  remove(): Promise<void>;
}

const administrate = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: `${inject("postgresUrl")}postgres` });
  await client.connect();
  await client.query(statement).finally(() => client.end());
};

const remove = async (folder: string): Promise<void> => {
  await promisify(execFile)("rm", ["-rf", folder]);
};

const onPostgres = async (url: string, source: string | undefined): Promise<ServerPlace> => {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administrate(`create database ${name} ${source ? `template ${source}` : ""}`);
  return {
    databaseUrl: `${url}${name}`,
    dataDir: "",
    remove: () => administrate(`drop database ${name} with (force)`),
  };
};

/** Creates a database for one test: a copy of the demo database or an empty one. */
export const newPlace = async (content: "demo" | "empty" = "demo"): Promise<ServerPlace> => {
  const url = inject("postgresUrl");
  if (url) return onPostgres(url, content === "demo" ? TEMPLATE : undefined);
  const dataDir = copyTemplate(inject("embeddedTemplates"), content);
  return { databaseUrl: undefined, dataDir, remove: () => remove(dataDir) };
};
