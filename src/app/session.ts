import { type ActorRefFrom, createActor } from "xstate";
import { backoff } from "#machines/session/backoff.ts";
import type { AppConfig } from "#machines/session/config.ts";
import { connectivityMachine } from "#machines/session/connectivity.machine.ts";
import { createFetch } from "#machines/session/fetch.ts";
import { sessionActors } from "#machines/session/session.actors.ts";
import { sessionMachine } from "#machines/session/session.machine.ts";
import type { TokenAnswer } from "#machines/session/tokenAnswer.ts";
import { createVault } from "#machines/session/vault.ts";
import { forgetAll, keepAnswer, keepTabToken, oweSignOut, readRecord, readTabToken } from "./sessionRecord.ts";

/** What the head script began before the application was there. */
export interface Boot {
  /** Body of the answer to a refresh that is under way; rejects or gives nothing when there is none. */
  readonly refresh?: Promise<unknown> | undefined;
}

/** Who is signed in. */
interface User {
  readonly userId: string;
  readonly userName: string;
  readonly roles: string;
}

type Transport = (request: Request) => Promise<Response>;

/** The session outside React: its machine, the fetch of every call, who is signed in. */
export interface Session {
  readonly actor: ActorRefFrom<typeof sessionMachine>;
  readonly connectivity: ActorRefFrom<typeof connectivityMachine>;
  readonly fetch: (request: Request) => Promise<Response>;
  /** The same rules over another way of sending, with a time limit of its own, milliseconds. */
  readonly fetchBy: (transport: Transport, timeoutMs: number) => (request: Request) => Promise<Response>;
  readonly user: () => User | undefined;
  /** Signs out, in all tabs. */
  readonly leave: () => void;
}

const CHANNEL = "session";
/** How long the lock is kept after a refresh, so that the handed token reaches the others before the lock does. */
const HANDING_MS = 100;

/** Rest of a session whose attempts are used up, on average; by chance, lest all tabs of a shop wake together. */
const REST_MS = 30_000;

/** A clock that a change of the computer's time does not move. */
const monotonic = () => performance.timeOrigin + performance.now();

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const exclusively = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
  if (!("locks" in navigator)) return work();
  return new Promise<T>((resolve, reject) => {
    const held = async () => {
      const done = work();
      done.then(resolve, reject);
      await done.catch(() => {});
      await pause(HANDING_MS);
    };
    navigator.locks.request(CHANNEL, { signal }, held).catch(reject);
  });
};

const goToLogin = (isReturning: boolean) => {
  const here = encodeURIComponent(location.pathname + location.search);
  // What stands behind # may be a secret, and stays there: it is never sent to a server.
  location.replace(isReturning ? `/login.html?return=${here}${location.hash}` : "/login.html");
};

/** Starts the session of this tab from what a reload, the head script or the login page left. */
export const startSession = (config: AppConfig, boot: Boot = {}): Session => {
  const channel = new BroadcastChannel(CHANNEL);
  const vault = createVault((token) => {
    if (token === undefined) keepTabToken(undefined);
  });
  let early = boot.refresh;

  const keep = (answer: TokenAnswer) => keepAnswer(answer, monotonic());
  const kept = readTabToken();
  const lifeMs = kept === undefined ? 0 : kept.expiry - monotonic();
  const grant = kept !== undefined && lifeMs > 0 ? { generation: vault.keep(kept.token), lifeMs } : undefined;
  const { userId } = readRecord() ?? {};

  /** Whether somebody else has signed in, in another tab: then the page begins anew as his, before a token of his is used. */
  const isTaken = (by = readRecord()?.userId) => {
    if (by === undefined || by === userId) return false;
    vault.empty();
    // A draft is on the disk for his own return: nobody is asked whether to leave it.
    addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), true);
    location.reload();
    return true;
  };

  const actor = createActor(
    sessionMachine.provide({
      actors: sessionActors({
        config,
        vault,
        transport: (request) => fetch(request),
        refreshToken: () => readRecord()?.refresh_token ?? "",
        early: () => {
          const begun = early;
          early = undefined;
          return begun;
        },
        renewed: (answer) => {
          keep(answer);
          if (isTaken()) throw new Error("Somebody else has signed in");
          channel.postMessage({ answer });
        },
        exclusively,
      }),
      actions: {
        dropToken: (_, generation) => vault.drop(generation),
        forget: () => {
          vault.empty();
          // What the browser keeps is another one's by now, who stays signed in.
          if (!isTaken()) forgetAll();
        },
        owe: oweSignOut,
      },
      delays: {
        pause: ({ context }) => backoff(context.attempt, Math.random()),
        rest: () => REST_MS * (0.5 + Math.random()),
      },
    }),
    { input: { isSignedIn: userId !== undefined, grant } },
  );

  const connectivity = createActor(connectivityMachine);
  let isLeaving = false;
  actor.subscribe({
    next: (state) => {
      isLeaving ||= state.matches("signingOut");
    },
    complete: () => {
      channel.close();
      if (!isTaken()) goToLogin(!isLeaving);
    },
  });

  channel.addEventListener("message", ({ data }: MessageEvent<{ answer: TokenAnswer }>) => {
    if (!actor.getSnapshot().hasTag("live") || isTaken(data.answer.userId || undefined)) return;
    const generation = vault.keep(data.answer.token);
    keepTabToken({ token: data.answer.token, expiry: monotonic() + data.answer.lifeMs });
    actor.send({ type: "token.handed", grant: { generation, lifeMs: data.answer.lifeMs } });
  });
  addEventListener("storage", () => {
    if (!isTaken() && !readRecord()) actor.send({ type: "session.vanish" });
  });
  addEventListener("online", () => {
    connectivity.send({ type: "network.online" });
    actor.send({ type: "network.online" });
  });
  addEventListener("offline", () => connectivity.send({ type: "network.offline" }));

  connectivity.start();
  actor.start();

  const fetchBy = (transport: Transport, timeoutMs: number) =>
    createFetch({
      session: actor,
      vault,
      connectivity,
      timeoutMs,
      transport,
      chance: Math.random,
      now: () => Date.now(),
    });

  return {
    actor,
    connectivity,
    fetch: fetchBy((request) => fetch(request), config.requestTimeout),
    fetchBy,
    user: () => {
      const record = readRecord();
      return record && { userId: record.userId, userName: record.userName, roles: record.roles };
    },
    leave: () => {
      if (!isTaken()) actor.send({ type: "session.leave" });
    },
  };
};
