import { sql } from "kysely";
import { beforeAll, expect, test, vi } from "vitest";
import { openStream } from "../../support/server/listen.ts";
import { givenOrder } from "../../support/server/orders.ts";
import { givenTwoWorlds } from "../../support/server/races.ts";

const worldOf = givenTwoWorlds();
beforeAll(async () => {
  await worldOf(1).app.listen({ port: 0, host: "127.0.0.1" });
});

test("events of 40 orders created concurrently at one process — are all sent by a second process", async () => {
  const stream = await openStream(worldOf(1), "owner");
  await stream.caughtUp();
  const orders = await Promise.all(Array.from({ length: 40 }, () => givenOrder(worldOf(0))));
  const ids = orders.map(({ id }) => id).sort((one, other) => one - other);
  const heard = () =>
    stream.messages
      .map(({ data }) => data as { type?: string; id: number; version: number })
      .filter(({ type, version }) => type === "order" && version === 1)
      .map(({ id }) => id)
      .sort((one, other) => one - other);
  await vi.waitFor(() => expect([...new Set(heard())]).toEqual(ids), { timeout: 30_000, interval: 20 });
  stream.stop();
});

test("event that is committed late — is delivered even if an event with a higher id was delivered before", async () => {
  const stream = await openStream(worldOf(1), "owner");
  const find = (orderId: number, version: number) =>
    stream.messages.findIndex(({ data }) => {
      const { type, id, version: seen } = data as { type?: string; id?: number; version?: number };
      return type === "order" && id === orderId && seen === version;
    });
  const deliver = (orderId: number, version: number) =>
    vi.waitFor(() => expect(find(orderId, version)).toBeGreaterThanOrEqual(0), { timeout: 30_000, interval: 20 });
  await stream.caughtUp();
  const slow = await givenOrder(worldOf(0));
  await deliver(slow.id, 1);
  const quick = await worldOf(0)
    .db.transaction()
    .execute(async (tx) => {
      await sql`update orders set note = 'поздно', version = version + 1 where id = ${slow.id}`.execute(tx);
      const order = await givenOrder(worldOf(1));
      await deliver(order.id, 1);
      return order;
    });
  await deliver(slow.id, 2);
  const [late, early] = [find(slow.id, 2), find(quick.id, 1)].map((index) => stream.messages[index]);
  expect(Number(late?.id)).toBeLessThan(Number(early?.id));
  expect(find(slow.id, 2)).toBeGreaterThan(find(quick.id, 1));
  stream.stop();
}, 60_000);
