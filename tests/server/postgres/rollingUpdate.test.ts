import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { extractVersion, findPreviousCommit } from "../../support/server/previousVersion.ts";
import { newPlace } from "../../support/server/serverPlace.ts";
import { callerOf, type ServerProcess, spawnServer, untilReady } from "../../support/server/serverProcess.ts";

/** Maximum time in which a server fills the demo data or migrates on a busy computer, milliseconds. */
const START_MS = 300_000;

/**
 * Signs in, and creates, edits, pays and closes an order. Each request is sent to the next server. Returns the refused
 * requests.
 */
const doMainJob = async (urls: readonly string[]): Promise<string[]> => {
  const refused: string[] = [];
  let turn = 0;
  const nextUrl = () => urls[turn++ % urls.length] ?? "";
  const call = await callerOf(nextUrl(), "owner");
  const ask = async <Answer = unknown>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const key = method === "POST" ? { "idempotency-key": randomUUID() } : {};
    const answer = await call(nextUrl(), method, path, body, key);
    const text = await answer.text();
    if (!answer.ok) refused.push(`${method} ${path} ${answer.status} ${text}`);
    return JSON.parse(text || "null");
  };
  const menu = await ask<{ id: number; defaultCategoryId: number; name: string }[]>("GET", "/api/Item/Company/1");
  const dish = menu.find(({ name }) => name === "Маргарита");
  const save = { items: [{ itemId: dish?.id, categoryId: dish?.defaultCategoryId, count: 1 }], phone: "+79160001144" };
  const { id, amount } = await ask<{ id: number; amount: number }>("POST", "/api/Order/Company/1", save);
  await ask("POST", `/api/Order/${id}/Company/1`, { ...save, note: "быстрее" });
  await ask("PATCH", `/api/Order/Company/1/${id}`, { orderStatusId: 3 });
  await ask("POST", `/api/Order/${id}/Company/1/Payment`, { payment: [{ paymentMethodId: 1, amount }] });
  await ask("PATCH", `/api/Order/Company/1/${id}`, { orderStatusId: 6 });
  await ask("GET", `/api/OrderHistory/${id}/Company/1`);
  await ask("GET", "/api/Order/Company/1");
  await ask("GET", "/api/Payment/Company/1/Summury");
  await ask("GET", "/api/Customer/Company/1?search=Кузнецова");
  await ask("GET", "/api/Stock/Company/1/Summury");
  await ask("GET", "/api/Notification");
  return refused;
};

const doMainJobs = async (urls: readonly string[], count: number): Promise<string[]> => {
  const refused: string[] = [];
  for (let job = 0; job < count; job++) refused.push(...(await doMainJob(urls)));
  return refused;
};

test("rolling update — the previous version answers every request during the migration, and afterwards beside the new version", {
  timeout: 900_000,
}, async ({ skip }) => {
  const commit = findPreviousCommit();
  if (commit === undefined) skip("There is no git history, so there is no previous version");
  const previous = extractVersion(commit ?? "");
  onTestFinished(previous.remove);
  const place = await newPlace("empty");
  onTestFinished(place.remove);
  const env = { DATABASE_URL: place.databaseUrl ?? "", DEMO: "1" };
  const servers: ServerProcess[] = [];
  const start = async (program?: readonly string[]): Promise<ServerProcess> => {
    const server = await spawnServer(env, program);
    servers.push(server);
    await untilReady(server, START_MS);
    return server;
  };
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.kill("SIGKILL")));
  });

  // The previous version prepares its statements before the migration, and continues during the migration.
  const old = await start(previous.program);
  expect(await doMainJobs([old.url], 2)).toEqual([]);
  let isMigrated = false;
  const during = (async () => {
    const refused: string[] = [];
    while (!isMigrated) refused.push(...(await doMainJob([old.url])));
    return refused;
  })();
  const starting = start().finally(() => {
    isMigrated = true;
  });
  const [next, refusedDuring] = await Promise.all([starting, during]);
  expect(refusedDuring).toEqual([]);
  expect(await doMainJobs([old.url, next.url], 2)).toEqual([]);
  expect(await doMainJobs([next.url, old.url], 2)).toEqual([]);

  // A restarted process of the previous version, for example after a crash, must also work with the migrated database.
  expect(await old.kill("SIGTERM")).toBe(0);
  const restarted = await start(previous.program);
  expect(await doMainJobs([restarted.url, next.url], 2)).toEqual([]);
});
