import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openStream } from "../../support/server/listen.ts";
import { givenOrder } from "../../support/server/orders.ts";
import { newPlace, type ServerPlace } from "../../support/server/serverPlace.ts";
import { startWorld, type World } from "../../support/server/testServer.ts";

let place: ServerPlace;
let worlds: readonly [World, World];
beforeAll(async () => {
  place = await newPlace();
  worlds = await Promise.all([startWorld({ place }), startWorld({ place })]);
  await worlds[1].app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await Promise.all(worlds.map((world) => world.stop()));
  await place.remove();
});

test("orders of 40 operators on one process — reach a listener on another process within a second", async () => {
  const stream = await openStream(worlds[1], "owner");
  await new Promise((resolve) => setTimeout(resolve, 900));
  const orders = await Promise.all(Array.from({ length: 40 }, () => givenOrder(worlds[0])));
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
