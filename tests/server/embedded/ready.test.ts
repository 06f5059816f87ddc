import Fastify from "fastify";
import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { createKysely } from "#server/database/connection.ts";
import type { Context } from "#server/http/context.ts";
import { handleErrors } from "#server/http/errors.ts";
import { registerSystemRoutes } from "#server/http/systemRoutes.ts";

test("readiness check — returns 503 after 5 to 8 s if the database does not answer", async () => {
  const app = Fastify();
  handleErrors(app);
  const root = createKysely(() => new Promise(() => {}));
  const { signal: draining } = new AbortController();
  const context: Pick<Context, "config" | "root" | "draining"> = { config: readConfig({}), root, draining };
  registerSystemRoutes(app, "{}", context as Context);
  await app.ready();
  const began = performance.now();
  const { statusCode, json } = await app.inject("/ready");
  const seconds = (performance.now() - began) / 1000;
  expect([statusCode, json().message]).toEqual([503, "База данных не отвечает."]);
  expect(seconds).toBeGreaterThan(4.9);
  expect(seconds).toBeLessThan(8);
}, 10_000);
