import { type ActorRefFrom, type AnyActorRef, createActor, fromCallback } from "xstate";
import { backoff } from "#machines/core/backoff.ts";
import { createAuthorizedFetch } from "#machines/session/authorizedFetch.ts";
import type { AppConfig } from "#machines/session/config.ts";
import { connectivityMachine } from "#machines/session/connectivity.machine.ts";
import { networkEnvironment } from "#machines/session/network.actors.ts";
import { sessionActors } from "#machines/session/session.actors.ts";
import { type SessionEnd, sessionMachine, type TabsEvent } from "#machines/session/session.machine.ts";
import { createSessionTransport } from "#machines/session/sessionTransport.ts";
import type { TokenAnswer } from "#machines/session/tokenAnswer.ts";
import { createTokenVault, type TokenVault } from "#machines/session/tokenVault.ts";
import {
  clearStorage,
  markSignOutPending,
  readRecord,
  readTabToken,
  type SessionRecord,
  storeTabToken,
  storeTokenAnswer,
} from "./storage.ts";

/** Dependencies of the session. */
export interface SessionOptions {
  /** Parent of the session's actors in the inspector. */
  readonly parent: AnyActorRef;
  /** Answer to the token refresh that the script in the page's head sent. */
  readonly refresh?: Promise<unknown> | undefined;
}

/** Signed-in user, as stored in the browser. */
interface User {
  readonly userId: string;
  readonly userName: string;
  readonly roles: string;
}

type Transport = (request: Request) => Promise<Response>;

/** Session of the signed-in user in this tab. It exists until the page is closed. */
export interface Session {
  readonly actor: ActorRefFrom<typeof sessionMachine>;
  readonly connectivity: ActorRefFrom<typeof connectivityMachine>;
  /** Sends a request. `attempts` is the number of attempts that were already made. */
  readonly fetch: (request: Request, attempts?: number) => Promise<Response>;
  /**
   * Returns a `fetch` that adds the session's access token to requests, and sends them by the given transport with the
   * given time limit, ms.
   */
  readonly fetchBy: (transport: Transport, timeoutMs: number) => Transport;
  readonly user: () => User | undefined;
  /** Signs the user out in all tabs. */
  readonly leave: () => void;
}

const NAME = "session";
/**
 * Time for which a tab holds the lock after a token refresh, ms. During this time the other tabs receive the new token.
 */
const HAND_OVER_MS = 100;

/**
 * Average pause after several failed token refreshes, ms. Jitter varies the pause, so that the tabs do not retry at the
 * same moment.
 */
const REST_MS = 30_000;

/**
 * Returns the current time, ms since 1970. Changes of the computer's clock while the page is open do not affect this
 * time.
 */
const monotonic = () => performance.timeOrigin + performance.now();

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const exclusively = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
  if (!("locks" in navigator)) return work();
  return new Promise<T>((resolve, reject) => {
    const held = async () => {
      const done = work();
      done.then(resolve, reject);
      await done.catch(() => {});
      await pause(HAND_OVER_MS);
    };
    navigator.locks.request(NAME, { signal }, held).catch(reject);
  });
};

const goToLogin = (isReturning: boolean) => {
  const here = encodeURIComponent(location.pathname + location.search);
  // The fragment may contain a one-time secret. It is passed on as a fragment, because browsers do not send fragments
  // to servers.
  location.replace(isReturning ? `/login.html?return=${here}${location.hash}` : "/login.html");
};

/**
 * Reloads the page after another user has signed in. A warning about unsaved changes is not necessary, because drafts
 * are stored separately for each user.
 */
const reloadForOtherUser = () => {
  addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), true);
  location.reload();
};

const leavePage: Readonly<Record<SessionEnd, () => void>> = {
  left: () => goToLogin(false),
  expired: () => goToLogin(true),
  replaced: reloadForOtherUser,
};

const userOf = (record: SessionRecord): User => ({
  userId: record.userId,
  userName: record.userName,
  roles: record.roles,
});

/**
 * Creates the token vault of this tab. If a valid token was stored before a reload, the vault contains this token,
 * and `grant` describes it.
 */
const startVault = () => {
  const vault = createTokenVault((token) => {
    if (token === undefined) storeTabToken(undefined);
  });
  const kept = readTabToken();
  const lifeMs = kept === undefined ? 0 : kept.expiry - monotonic();
  const grant = kept !== undefined && lifeMs > 0 ? { generation: vault.keep(kept.token), lifeMs } : undefined;
  return { vault, grant };
};

/**
 * Returns the actor that receives the events of the other tabs and sends them to the session. It stores the access
 * token that another tab hands over.
 */
const tabsActor = (vault: TokenVault, isReplaced: (userId?: string) => boolean) =>
  fromCallback<{ type: "none" }>(({ sendBack }) => {
    const send: (event: TabsEvent) => void = sendBack;
    const channel = new BroadcastChannel(NAME);
    channel.onmessage = ({ data: { answer } }: MessageEvent<{ answer: TokenAnswer }>) => {
      if (isReplaced(answer.userId || undefined)) return send({ type: "user.change" });
      const generation = vault.keep(answer.token);
      storeTabToken({ token: answer.token, expiry: monotonic() + answer.lifeMs });
      send({ type: "token.handed", grant: { generation, lifeMs: answer.lifeMs } });
    };
    const readStorage = ({ newValue }: StorageEvent) => {
      if (isReplaced()) send({ type: "user.change" });
      else if (!readRecord()) send({ type: newValue === "left" ? "user.leave" : "session.vanish" });
    };
    addEventListener("storage", readStorage);
    return () => {
      channel.close();
      removeEventListener("storage", readStorage);
    };
  });

const startConnectivity = (parent: AnyActorRef) => {
  const connectivity = createActor(connectivityMachine, { parent }).start();
  addEventListener("online", () => connectivity.send({ type: "browser.online" }));
  addEventListener("offline", () => connectivity.send({ type: "browser.offline" }));
  return connectivity;
};

/**
 * Starts the session of this tab. It continues with the data from before a reload, from the script in the page's head,
 * or from the login page.
 */
export const startSession = (config: AppConfig, { parent, refresh }: SessionOptions): Session => {
  const connectivity = startConnectivity(parent);
  const { vault, grant } = startVault();
  const { userId } = readRecord() ?? {};
  const isReplaced = (by = readRecord()?.userId) => by !== undefined && by !== userId;
  let earlyAnswer = refresh;
  const publish = (answer: TokenAnswer) => {
    storeTokenAnswer(answer, monotonic());
    if (isReplaced()) return;
    const channel = new BroadcastChannel(NAME);
    channel.postMessage({ answer });
    channel.close();
  };

  const actor = createActor(
    sessionMachine.provide({
      actors: {
        environment: networkEnvironment(connectivity),
        tabs: tabsActor(vault, isReplaced),
        ...sessionActors({
          config,
          vault,
          transport: createSessionTransport(connectivity, fetch),
          refreshToken: () => readRecord()?.refresh_token ?? "",
          takeEarlyAnswer: () => {
            const answer = earlyAnswer;
            earlyAnswer = undefined;
            return answer;
          },
          publish,
          isReplaced,
          exclusively,
        }),
      },
      actions: {
        dropToken: (_, generation) => vault.drop(generation),
        clearToken: vault.empty,
        clearSession: ({ context }) => {
          vault.empty();
          // If another user has signed in, the storage now contains that user's session, which must not be deleted.
          if (!isReplaced()) clearStorage(context.end);
        },
        markSignOutPending,
      },
      delays: {
        pause: ({ context }) => backoff(context.attempt, Math.random()),
        rest: () => REST_MS * (0.5 + Math.random()),
      },
    }),
    { input: { isSignedIn: userId !== undefined, grant }, parent },
  );
  actor.subscribe({
    complete: () => {
      const { output } = actor.getSnapshot();
      if (output) leavePage[output]();
    },
  });
  actor.start();

  const fetchBy = (transport: Transport, timeoutMs: number) =>
    createAuthorizedFetch({
      session: actor,
      vault,
      connectivity,
      timeoutMs,
      transport,
      chance: Math.random,
      now: () => Date.now(),
      parent,
    });

  return {
    actor,
    connectivity,
    fetch: fetchBy((request) => fetch(request), config.requestTimeout),
    fetchBy,
    user: () => {
      const record = readRecord();
      return record && userOf(record);
    },
    leave: () => actor.send(isReplaced() ? { type: "user.change" } : { type: "session.leave" }),
  };
};
