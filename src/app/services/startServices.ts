import { createActor } from "xstate";
import { type Api, createApi, type Schemas } from "#api/client.ts";
import { type QueryParts, queryActors } from "#machines/core/query.actors.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import { orderListActors } from "#machines/orders/list/orderList.actors.ts";
import { orderListMachine } from "#machines/orders/list/orderList.machine.ts";
import type { OrderListView } from "#machines/orders/list/orderList.ts";
import { type References, referencesQuery } from "#machines/queries/references.ts";
import { type AppConfig, readAppConfig } from "#machines/session/config.ts";
import { pageMachine } from "#machines/shell/page.machine.ts";
import type { SavedSettings } from "#machines/shell/settings.ts";
import { ownCompanies, ownSettings } from "#machines/shell/shell.actors.ts";
import { shellMachine } from "#machines/shell/shell.machine.ts";
import { newIdempotencyKey } from "../http/idempotencyKey.ts";
import { createPrefetchCache } from "../http/prefetchCache.ts";
import { createPrefetch } from "../routing/prefetchRoute.ts";
import { type Session, startSession } from "../session/startSession.ts";
import { readCached, writeCached } from "../storage/userCache.ts";
import { recordStep } from "../trail/trail.ts";
import type { ReferencesActor, Services } from "./context.ts";
import { createEnvironment } from "./environment.ts";
import { reportError } from "./errorReporting.ts";
import { createExtensions, type Extensions } from "./extensions.ts";
import { createFeedHub, type FeedHub } from "./feedHub.ts";
import { createServerClock } from "./serverClock.ts";

const isRecord = (value: unknown): value is SavedSettings => Object(value) === value;
const isReferences = (value: unknown): value is References =>
  isRecord(value) && Array.isArray(value["statuses"]) && Array.isArray(value["tags"]);

const baseUrlOf = ({ apiBase }: AppConfig): string => apiBase || location.origin;

/** Starts the root actor of the page. */
const startPage = () =>
  createActor(pageMachine.provide({ actions: { reportFault: (_, error) => reportError(error) } }), {
    inspect: recordStep,
  }).start();

type Parts = QueryParts & Pick<Services, "page"> & { readonly userId: number };

const startShell = (parts: Parts, extensions: Extensions): Services["shell"] => {
  const { userId, page } = parts;
  const actors = {
    companies: queryMachineOf<Record<string, never>, readonly Schemas["Company"][]>().provide({
      actors: queryActors(parts, ownCompanies),
    }),
    settings: queryMachineOf<Record<string, never>, SavedSettings>().provide({
      actors: queryActors(parts, ownSettings),
    }),
  };
  const shell = createActor(shellMachine.provide({ actors }), {
    input: {
      companies: readCached<Schemas["Company"][]>(userId, "companies", Array.isArray),
      settings: readCached(userId, "settings", isRecord),
    },
    parent: page,
  });
  shell.subscribe(({ context: { companies, settings, preview } }) => {
    if (preview) return;
    // A server with the extensions always sends permissions. Companies without permissions come from a server that
    // implements only the documented API.
    if (companies[0]) extensions.setDocumentedOnly(companies.every(({ permissions }) => !permissions));
    writeCached(userId, "companies", companies);
    writeCached(userId, "settings", settings);
  });
  return shell.start();
};

/** Time after which the statuses and tags are read again if an earlier page load has cached them, ms. */
const CACHED_FOR_MS = 5000;

const createReferences = (parts: Parts): Services["references"] => {
  const started = new Map<number, ReferencesActor>();
  const machine = queryMachineOf<{ readonly companyId: number }, References>().provide({
    actors: queryActors(parts, referencesQuery),
  });
  const start = (companyId: number) => {
    const name = `references:${companyId}`;
    const actor = createActor(machine, {
      id: name,
      input: {
        query: { companyId },
        cached: readCached(parts.userId, name, isReferences),
        cachedForMs: CACHED_FOR_MS,
      },
      parent: parts.page,
    });
    actor.subscribe(({ context: { data } }) => data && writeCached(parts.userId, name, data));
    started.set(companyId, actor);
    return actor.start();
  };
  return (companyId) => started.get(companyId) ?? start(companyId);
};

const createOrderLists = (parts: Parts): Services["orderList"] => {
  const started = new Map<string, ReturnType<Services["orderList"]>>();
  const machine = orderListMachine.provide({ actors: orderListActors(parts) });
  const start = (companyId: number, view: OrderListView) => {
    const id = `orderList:${companyId}:${view}`;
    const actor = createActor(machine, { id, input: { companyId, view }, parent: parts.page });
    started.set(id, actor);
    return actor.start();
  };
  return (companyId, view) => started.get(`orderList:${companyId}:${view}`) ?? start(companyId, view);
};

/** Services of the page, and additional objects that are used only during the start. */
export interface StartedServices extends Services {
  readonly session: Session;
  readonly feed: FeedHub;
  /** Base URL of the API. */
  readonly baseUrl: string;
}

const loadOverrides = () => import("../overrides/repeatWithOverride.tsx");

/** Starts all services of the page. */
export const startServices = (): StartedServices => {
  const config = readAppConfig(globalThis.appConfig);
  const { earlyRequests } = globalThis;
  const page = startPage();
  const session = startSession(config, { parent: page, refresh: earlyRequests?.refresh });
  const feed = createFeedHub();
  const environment = createEnvironment(session.connectivity, feed);
  const clock = createServerClock();
  const baseUrl = baseUrlOf(config);
  const cache = createPrefetchCache(baseUrl, async (request, attempts) =>
    clock.sync(await session.fetch(request, attempts)),
  );
  for (const { address, answer } of earlyRequests?.firstData ?? []) cache.put(address, answer.then(clock.sync));
  const api: Api = createApi({
    baseUrl,
    fetch: async (request) => {
      const answer = await cache.fetch(request);
      // The permissions and modules of the companies may have changed, so the companies are loaded again.
      if (answer.status === 403 || answer.status === 409) shell.send({ type: "shell.reload" });
      if (answer.status !== 403 || request.method === "GET") return answer;
      const services = { api, environment, page, send: cache.fetch };
      return loadOverrides().then(
        ({ repeatWithOverride }) => repeatWithOverride(services, request, answer),
        () => answer,
      );
    },
  });
  const extensions = createExtensions();
  api.use(extensions.middleware);
  const { userId = "0", userName = "" } = session.user() ?? {};
  const user = { id: Number(userId), name: userName };
  const parts = { api, environment, page, now: clock.now, userId: user.id };
  const shell = startShell(parts, extensions);
  return {
    api,
    extensions,
    user,
    roles: () => session.user()?.roles ?? "",
    onRolesChange: (listener) => session.actor.subscribe(listener).unsubscribe,
    session,
    page,
    environment,
    feed,
    baseUrl,
    newKey: newIdempotencyKey,
    shell,
    connectivity: session.connectivity,
    references: createReferences(parts),
    orderList: createOrderLists(parts),
    prefetch: createPrefetch(cache),
    now: clock.now,
    nowIfSynced: clock.nowIfSynced,
    onClockCorrection: clock.onCorrection,
    signOut: session.leave,
    fetchBy: (send, limit) => cache.invalidateOnWrite(session.fetchBy(send, limit)),
  };
};
