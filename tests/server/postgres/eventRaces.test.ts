import { beforeAll, expect, test, vi } from "vitest";
import { openStream } from "../../support/server/listen.ts";
import { givenOrder } from "../../support/server/orders.ts";
import { givenTwoWorlds } from "../../support/server/races.ts";

const worldOf = givenTwoWorlds();
beforeAll(async () => {
  await worldOf(1).app.listen({ port: 0, host: "127.0.0.1" });
});

test("40 concurrent orders on one process — are reported by a second process within a second", async () => {
  const stream = await openStream(worldOf(1), "owner");
  await new Promise((resolve) => setTimeout(resolve, 900));
  const orders = await Promise.all(Array.from({ length: 40 }, () => givenOrder(worldOf(0))));
  const ids = orders.map(({ id }) => id).sort((one, other) => one - other);
  const heard = () =>
    stream.messages
      .map(({ data }) => data as { type?: string; id: number; version: number })
      .filter(({ type, version }) => type === "order" && version === 1)
      .map(({ id }) => id)
      .sort((one, other) => one - other);
  await vi.waitFor(() => expect([...new Set(heard())]).toEqual(ids), { timeout: 1000, interval: 20 });
  stream.stop();
});
