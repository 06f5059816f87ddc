import { vi } from "vitest";
import { createActor } from "xstate";
import { backoff } from "#machines/core/backoff.ts";
import { createAuthorizedFetch } from "#machines/session/authorizedFetch.ts";
import { readAppConfig } from "#machines/session/config.ts";
import { connectivityMachine } from "#machines/session/connectivity.machine.ts";
import { networkEnvironment } from "#machines/session/network.actors.ts";
import type { requestMachine } from "#machines/session/request.machine.ts";
import { sessionActors } from "#machines/session/session.actors.ts";
import { sessionMachine } from "#machines/session/session.machine.ts";
import type { TokenAnswer } from "#machines/session/tokenAnswer.ts";
import { createTokenVault } from "#machines/session/tokenVault.ts";

/** How the server behaves at the moment. */
export type Weather = "fair" | "silent" | "busy" | "refusing";

/** One thing that reached the server. */
interface Arrival {
  readonly at: number;
  readonly path: string;
  readonly call: string | null;
  readonly status: number | "silence";
}

/** What a test may replace in the world, to see that the tests notice. */
export interface Mutation {
  readonly session?: typeof sessionMachine;
  readonly request?: typeof requestMachine;
  readonly isForgetful?: boolean;
  readonly isCrowded?: boolean;
}

const LIFE_S = 300;
const LATENCY_MS = 20;

/** A server of memory that counts what reaches it, and knows which tokens are good. */
export const createServer = () => {
  const arrivals: Arrival[] = [];
  let weather: Weather = "fair";
  let serial = 0;
  let good = "";
  let refreshing = 0;
  let worst = 0;

  const answer = (request: Request): Response | "silence" => {
    const path = new URL(request.url).pathname;
    if (weather === "silent") return "silence";
    if (weather === "busy") return new Response("", { status: 503 });
    if (path === "/token/out") return new Response(null, { status: 204 });
    if (path === "/token/refresh") {
      if (weather === "refusing") return new Response("{}", { status: 401 });
      serial += 1;
      good = `token-${serial}`;
      return Response.json({ access_token: good, refresh_token: "", expires_in: LIFE_S, roles: "User", userId: 4 });
    }
    const isGood = request.headers.get("Authorization") === `Bearer ${good}`;
    return isGood ? Response.json({ path }) : new Response("{}", { status: 401 });
  };

  const transport = async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname;
    const isRefresh = path === "/token/refresh";
    if (isRefresh) {
      refreshing += 1;
      worst = Math.max(worst, refreshing);
    }
    try {
      await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
      if (request.signal.aborted) throw request.signal.reason;
      const given = answer(request);
      const status = given === "silence" ? given : given.status;
      arrivals.push({ at: Date.now(), path, call: request.headers.get("X-Call"), status });
      if (given === "silence") throw new TypeError("network");
      return given;
    } finally {
      if (isRefresh) refreshing -= 1;
    }
  };

  return {
    transport,
    arrivals,
    refreshes: () => arrivals.filter((one) => one.path === "/token/refresh"),
    /** The most refreshes that were under way at one moment. */
    mostRefreshesAtOnce: () => worst,
    change: (next: Weather) => {
      weather = next;
    },
    /** Makes every access token stale. */
    expire: () => {
      good = "";
    },
  };
};

/** Tabs of one browser on one server, with the browser's lock and channel played by the test. */
export const givenTabs = (count: number, mutation: Mutation = {}, server = createServer()) => {
  let queue: Promise<unknown> = Promise.resolve();
  const exclusively = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    if (mutation.isCrowded) return work();
    const turn = queue.then(async () => {
      if (signal.aborted) throw signal.reason;
      return work();
    });
    queue = turn.catch(() => {}).then(() => new Promise((resolve) => setTimeout(resolve, 100)));
    return turn;
  };
  let owed = 0;
  const hear: ((answer: TokenAnswer, from: number) => void)[] = [];

  const tabs = Array.from({ length: count }, (_, index) => {
    const vault = createTokenVault();
    const connectivity = createActor(connectivityMachine).start();
    const session = createActor(
      (mutation.session ?? sessionMachine).provide({
        actors: {
          environment: networkEnvironment(connectivity),
          ...sessionActors({
            config: readAppConfig({ apiBase: "http://server" }),
            vault,
            transport: server.transport,
            refreshToken: () => "",
            early: () => undefined,
            renewed: (answer) => {
              for (const each of hear) setTimeout(() => each(answer, index), 1);
            },
            exclusively,
          }),
        },
        actions: {
          dropToken: (_, generation) => vault.drop(generation),
          clearSession: () => {
            if (!mutation.isForgetful) vault.empty();
          },
          markSignOutPending: () => {
            owed += 1;
          },
        },
        delays: { pause: ({ context }) => backoff(context.attempt, 0.5) },
      }),
      { input: { isSignedIn: true } },
    );
    hear.push((answer, from) => {
      if (from === index || !session.getSnapshot().hasTag("live")) return;
      const generation = vault.keep(answer.token);
      session.send({ type: "token.handed", grant: { generation, lifeMs: answer.lifeMs } });
    });
    session.start();
    const call = createAuthorizedFetch(
      {
        session,
        vault,
        connectivity,
        timeoutMs: 20_000,
        transport: server.transport,
        chance: () => 1,
        now: () => Date.now(),
      },
      mutation.request,
    );
    return { vault, session, connectivity, call };
  });
  return { server, tabs, owed: () => owed };
};

/** A call to the world's server under a name that the server notes. */
export const request = (name: string, init: RequestInit = {}): Request =>
  new Request("http://server/api/thing", { ...init, headers: { ...init.headers, "X-Call": name } });

/** Lets time pass in small steps, so that timers and promises take turns. */
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
