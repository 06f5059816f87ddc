import { expect, test } from "vitest";
import { createActor } from "xstate";
import { createReconnect } from "#app/reconnect.ts";
import { connectivityMachine } from "#machines/session/connectivity.machine.ts";

test("actors are told once when calls are answered again, not while nothing was lost, and no more once they have left", () => {
  const connectivity = createActor(connectivityMachine).start();
  const told: string[] = [];
  const reconnect = createReconnect(connectivity);
  const actor = { send: ({ type }: { type: string }) => told.push(type) };
  const leave = reconnect(actor);
  connectivity.send({ type: "call.answered" });
  expect(told).toEqual([]);
  connectivity.send({ type: "call.unanswered" });
  connectivity.send({ type: "call.unanswered" });
  expect(told).toEqual([]);
  connectivity.send({ type: "call.answered" });
  connectivity.send({ type: "call.answered" });
  expect(told).toEqual(["network.online"]);
  connectivity.send({ type: "network.offline" });
  connectivity.send({ type: "network.online" });
  expect(told).toEqual(["network.online", "network.online"]);
  leave();
  connectivity.send({ type: "network.offline" });
  connectivity.send({ type: "network.online" });
  expect(told).toHaveLength(2);
});
