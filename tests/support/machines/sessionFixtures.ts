import { vi } from "vitest";
import { createActor, fromCallback } from "xstate";
import { backoff } from "#machines/core/backoff.ts";
import { createAuthorizedFetch } from "#machines/session/authorizedFetch.ts";
import { readAppConfig } from "#machines/session/config.ts";
import { connectivityMachine } from "#machines/session/connectivity.machine.ts";
import { networkEnvironment } from "#machines/session/network.actors.ts";
import type { requestMachine } from "#machines/session/request.machine.ts";
import { sessionActors } from "#machines/session/session.actors.ts";
import { sessionMachine, type TabsEvent } from "#machines/session/session.machine.ts";
import type { TokenAnswer } from "#machines/session/tokenAnswer.ts";
import { createTokenVault } from "#machines/session/tokenVault.ts";
import { imitateDelay } from "../waiting.ts";

/**
 * Behaviour of the fake server: it answers, fails with a network error, answers with the 503 of a gateway, or refuses
 * to refresh tokens.
 */
export type ServerMode = "answering" | "silent" | "busy" | "refusing";

/** Request that reached the fake server. */
interface Arrival {
  readonly at: number;
  readonly path: string;
  readonly call: string | null;
  readonly status: number | "silence";
}

/** Mutants of a session. Tests use them to prove that the random steps detect these faults. */
export interface SessionFault {
  readonly session?: typeof sessionMachine;
  readonly request?: typeof requestMachine;
  /** True if the access token stays in memory after the end of the session. */
  readonly keepsToken?: boolean;
  /** True if several tabs can refresh the token at the same time. */
  readonly hasNoLock?: boolean;
}

const LIFE_S = 300;
const LATENCY_MS = 20;
const USER_ID = 4;

/** Returns a fake server that records all requests and accepts only the latest access token. */
export const createFakeServer = () => {
  const arrivals: Arrival[] = [];
  let mode: ServerMode = "answering";
  let userId = USER_ID;
  let serial = 0;
  let good = "";
  let refreshing = 0;
  let most = 0;

  const answer = (request: Request): Response | "silence" => {
    const path = new URL(request.url).pathname;
    if (mode === "silent") return "silence";
    if (mode === "busy") return new Response("", { status: 503 });
    if (path === "/token/out") return new Response(null, { status: 204 });
    if (path === "/token/refresh") {
      if (mode === "refusing") return new Response("{}", { status: 401 });
      serial += 1;
      good = `token-${serial}`;
      return Response.json({ access_token: good, refresh_token: "", expires_in: LIFE_S, roles: "User", userId });
    }
    const isGood = request.headers.get("Authorization") === `Bearer ${good}`;
    return isGood ? Response.json({ path }) : new Response("{}", { status: 401 });
  };

  const transport = async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname;
    const isRefresh = path === "/token/refresh";
    if (isRefresh) {
      refreshing += 1;
      most = Math.max(most, refreshing);
    }
    try {
      await imitateDelay(LATENCY_MS);
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
    /** Returns the maximum number of simultaneous token refreshes. */
    mostRefreshesAtOnce: () => most,
    change: (next: ServerMode) => {
      mode = next;
    },
    /** Makes later refreshes return tokens of another user. */
    refreshFor: (id: number) => {
      userId = id;
    },
    /** Invalidates all issued access tokens. */
    expire: () => {
      good = "";
    },
  };
};

/** Starts tabs of one fake browser with one fake server. The tabs share a lock, a storage and a broadcast channel. */
export const givenTabs = (count: number, mutation: SessionFault = {}, server = createFakeServer()) => {
  let queue: Promise<unknown> = Promise.resolve();
  const exclusively = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    if (mutation.hasNoLock) return work();
    const turn = queue.then(async () => {
      if (signal.aborted) throw signal.reason;
      return work();
    });
    queue = turn.catch(() => {}).then(() => imitateDelay(100));
    return turn;
  };
  let pendingSignOuts = 0;
  let clearedRecords = 0;
  let userId: string | undefined = String(USER_ID);
  let hasLeft = false;
  const isReplaced = (by = userId) => by !== undefined && by !== String(USER_ID);
  const channel: ((answer: TokenAnswer, from: number) => void)[] = [];
  const storage: (() => void)[] = [];

  const tabs = Array.from({ length: count }, (_, index) => {
    const vault = createTokenVault();
    const connectivity = createActor(connectivityMachine).start();
    const session = createActor(
      (mutation.session ?? sessionMachine).provide({
        actors: {
          environment: networkEnvironment(connectivity),
          tabs: fromCallback<{ type: "none" }>(({ sendBack }) => {
            const send = (event: TabsEvent) => sendBack(event);
            channel.push((answer, from) => {
              if (from === index || !session.getSnapshot().hasTag("live")) return;
              const generation = vault.keep(answer.token);
              send({ type: "token.handed", grant: { generation, lifeMs: answer.lifeMs } });
            });
            storage.push(() => {
              if (isReplaced()) send({ type: "user.change" });
              else if (userId === undefined) send({ type: hasLeft ? "user.leave" : "session.vanish" });
            });
          }),
          ...sessionActors({
            config: readAppConfig({ apiBase: "http://server" }),
            vault,
            transport: server.transport,
            refreshToken: () => "",
            takeEarlyAnswer: () => undefined,
            publish: (answer) => {
              userId = answer.userId;
              if (isReplaced()) return;
              for (const listen of channel) void imitateDelay(1).then(() => listen(answer, index));
            },
            isReplaced,
            exclusively,
          }),
        },
        actions: {
          dropToken: (_, generation) => vault.drop(generation),
          clearToken: vault.empty,
          clearSession: () => {
            if (!mutation.keepsToken) vault.empty();
            clearedRecords += 1;
          },
          markSignOutPending: () => {
            pendingSignOuts += 1;
          },
        },
        delays: { pause: ({ context }) => backoff(context.attempt, 0.5) },
      }),
      { input: { isSignedIn: true } },
    );
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
  return {
    server,
    tabs,
    pendingSignOuts: () => pendingSignOuts,
    /** Returns the number of times that a tab deleted the stored session. */
    clearedRecords: () => clearedRecords,
    /** Changes the user in the storage, as a sign-in or the end of the session in another tab would. */
    storeUser: (id: number | undefined, by: "left" | "expired" = "expired") => {
      userId = id === undefined ? undefined : String(id);
      hasLeft = by === "left";
      for (const read of storage) read();
    },
  };
};

/** Returns a request that the fake server records under a name. */
export const request = (name: string, init: RequestInit = {}): Request =>
  new Request("http://server/api/thing", { ...init, headers: { ...init.headers, "X-Call": name } });

/** Advances the fake clock, and runs the promise callbacks between its timers. */
export const advanceClock = (ms: number) => vi.advanceTimersByTimeAsync(ms);
