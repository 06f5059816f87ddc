import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createActor, fromCallback, fromPromise } from "xstate";
import { backoff } from "#machines/core/backoff.ts";
import { createAuthorizedFetch } from "#machines/session/authorizedFetch.ts";
import { connectivityMachine } from "#machines/session/connectivity.machine.ts";
import { networkEnvironment } from "#machines/session/network.actors.ts";
import { type Refreshed, sessionMachine } from "#machines/session/session.machine.ts";
import { createTokenVault } from "#machines/session/tokenVault.ts";
import { imitateDelay } from "../support/waiting.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const CLIENTS = 200;
const POLL_MS = 10_000;
const OUTAGE = { from: 25_000, to: 85_000 };
const END_MS = 130_000;
/** Lifetime of an access token, milliseconds. A fifth of the tokens therefore expire during an outage of 60 s. */
const LIFE_MS = 300_000;

/** Returns a seeded generator of pseudo-random numbers from 0 (inclusive) to 1 (exclusive). */
const dice = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), state | 1);
    const spread = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
    return ((spread ^ (spread >>> 14)) >>> 0) / 2 ** 32;
  };
};

test("clients after an outage of 60 s — send at most twice the usual number of requests per second", async () => {
  const chance = dice(20261121);
  const perSecond = new Map<number, number>();
  const transport = async () => {
    const second = Math.floor(Date.now() / 1000);
    perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
    if (Date.now() >= OUTAGE.from && Date.now() < OUTAGE.to) throw new TypeError("network");
    return Response.json([]);
  };
  const poll = async () => {
    const vault = createTokenVault();
    const grant = (lifeMs: number) => ({ kind: "granted" as const, generation: vault.keep("token"), lifeMs });
    const refresh = fromPromise<Refreshed, { generation: number }>(async () => {
      await transport();
      return grant(LIFE_MS);
    });
    const connectivity = createActor(connectivityMachine).start();
    const tabs = fromCallback<{ type: "none" }>(() => {});
    const machine = sessionMachine.provide({
      actors: { refresh, environment: networkEnvironment(connectivity), tabs },
      actions: { dropToken: (_, generation) => vault.drop(generation) },
      delays: {
        pause: ({ context }) => backoff(context.attempt, chance()),
        rest: () => 30_000 * (0.5 + chance()),
      },
    });
    const lifeMs = LIFE_MS * chance();
    const session = createActor(machine, { input: { isSignedIn: true, grant: grant(lifeMs) } }).start();
    void imitateDelay(lifeMs).then(vault.empty);
    const call = createAuthorizedFetch({
      session,
      vault,
      connectivity,
      timeoutMs: 20_000,
      transport,
      chance,
      now: () => Date.now(),
    });
    await imitateDelay(chance() * POLL_MS);
    while (Date.now() < END_MS) {
      await call(new Request("http://server/api/list")).catch(() => {});
      await imitateDelay(POLL_MS);
    }
    session.stop();
  };
  const all = Array.from({ length: CLIENTS }, poll);
  await vi.advanceTimersByTimeAsync(END_MS + 60_000);
  await Promise.all(all);
  const steady = CLIENTS / (POLL_MS / 1000);
  const afterwards = [...perSecond].filter(([second]) => second * 1000 >= OUTAGE.to).map(([, count]) => count);
  console.info(`Steady ${steady} calls a second; after the outage at most ${Math.max(...afterwards)}`);
  expect(Math.max(...afterwards)).toBeLessThanOrEqual(2 * steady);
}, 120_000);
