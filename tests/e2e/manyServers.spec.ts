import { randomUUID } from "node:crypto";
import { test as base, expect } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { signInByHand } from "../support/e2e/fixtures.ts";
import { processByKeyboard } from "../support/e2e/pages/processByKeyboard.ts";
import { type Balancer, startBalancer } from "../support/server/balancer.ts";
import { startCluster } from "../support/server/postgresCluster.ts";
import { spawnServer, untilReady } from "../support/server/serverProcess.ts";

/** Time limit for the start of a PostgreSQL server and two processes, milliseconds. */
const START_MS = 120_000;

/**
 * Playwright's `test` with pages that connect through a load balancer to two server processes on one PostgreSQL
 * database.
 */
const test = base.extend<object, { balancer: Balancer }>({
  balancer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from the pattern.
    async ({}, use) => {
      const cluster = await startCluster();
      const env = {
        DATABASE_URL: cluster.url("postgres"),
        DEMO: "1",
        TRUSTED_PROXIES: "127.0.0.1",
      };
      // The first process fills the database, so that the second one does not wait for it.
      const first = await spawnServer(env);
      await untilReady(first, START_MS);
      const second = await spawnServer(env);
      await untilReady(second);
      const balancer = await startBalancer([first.url, second.url]);
      await use(balancer);
      await balancer.stop();
      await Promise.all([first, second].map((server) => server.kill("SIGKILL")));
      await cluster.stop();
    },
    { scope: "worker", timeout: START_MS },
  ],
  baseURL: async ({ balancer }, use) => use(balancer.url),
});

test("order — can be taken, paid and closed while its requests alternate between two server processes", async ({
  page,
  context,
  request,
  balancer,
}, { retry }) => {
  const number = `+7916555780${retry}`;
  const callId = randomUUID();
  const reportCall = async (event: Schemas["CallEvent"]) => {
    const answer = await request.post("/api/PhoneTracker/Call", {
      headers: { Authorization: "Bearer demo-tracker-1" },
      data: { callId, number, event, at: new Date().toISOString() },
    });
    expect(answer.status()).toBe(204);
  };
  await signInByHand(page);

  await test.step("answer a call", async () => {
    await reportCall("StartRing");
    await page.getByRole("button", { name: /Уведомления/ }).click();
    await page.getByRole("menuitem", { name: new RegExp(`Звонит .*78-0${retry}`) }).click();
    await expect(page).toHaveURL(/Order\/New\?operatorPhoneCallId=\d+/);
    await expect(page.getByLabel("Контактный телефон")).toHaveValue(/916/);
    await reportCall("Call");
  });
  await processByKeyboard(page, context, `ул. Двойная-${retry}`);
  await reportCall("EndCall");

  const api = balancer.passed.filter(({ path }) => /^\/(api\/|token)/.test(path));
  const countOf = (server: number) => api.filter((one) => one.server === server).length;
  expect(Math.min(countOf(0), countOf(1))).toBeGreaterThan(api.length * 0.4);
  const writes = api.filter(({ method, path }) => method !== "GET" && path.startsWith("/api/Order/"));
  expect(new Set(writes.map(({ server }) => server))).toEqual(new Set([0, 1]));
});
