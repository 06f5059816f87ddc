import Fastify from "fastify";
import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { createKysely } from "#server/database/connection.ts";
import type { Context } from "#server/http/context.ts";
import { handleErrors } from "#server/http/errors.ts";
import { registerSystemRoutes } from "#server/http/systemRoutes.ts";

test("readiness check — reports that the database does not answer, instead of waiting for its answer", async () => {
  const app = Fastify();
  handleErrors(app);
  const root = createKysely(() => new Promise(() => {}));
  const { signal: draining } = new AbortController();
  const context: Pick<Context, "config" | "root" | "draining"> = { config: readConfig({}), root, draining };
  registerSystemRoutes(app, "{}", context as Context);
  const { statusCode, json } = await app.inject("/ready");
  expect([statusCode, json().message]).toEqual([503, "База данных не отвечает."]);
}, 10_000);
