import { createActor } from "xstate";
import { createApi, type Schemas } from "#api/client.ts";
import { orderListActors } from "#machines/orders/orderList.actors.ts";
import { type OrderListView, orderListMachine } from "#machines/orders/orderList.machine.ts";
import { type AppConfig, readConfig } from "#machines/session/config.ts";
import { type References, referencesMachine } from "#machines/shell/references.machine.ts";
import type { SavedSettings } from "#machines/shell/settings.ts";
import { referencesActors, shellActors } from "#machines/shell/shell.actors.ts";
import { shellMachine } from "#machines/shell/shell.machine.ts";
import { createAhead } from "./ahead.ts";
import { createServerClock } from "./clock.ts";
import type { Services } from "./context.ts";
import { createPrefetch } from "./prefetch.ts";
import { createReconnect } from "./reconnect.ts";
import { recall, remember } from "./remembered.ts";
import { type Session, startSession } from "./session.ts";
import { keepZones } from "./zones.ts";

const isList = (value: unknown): value is readonly Schemas["Company"][] => Array.isArray(value);
const isRecord = (value: unknown): value is SavedSettings => typeof value === "object" && value !== null;
const isReferences = (value: unknown): value is References =>
  isRecord(value) && Array.isArray(value["statuses"]) && Array.isArray(value["tags"]);

const rootOf = ({ apiBase }: AppConfig): string => apiBase || location.origin;

const startShell = (api: Services["api"], userId: number): Services["shell"] => {
  const shell = createActor(shellMachine.provide({ actors: shellActors(api) }), {
    input: { companies: recall(userId, "companies", isList), settings: recall(userId, "settings", isRecord) },
  });
  shell.subscribe(({ context }) => {
    remember(userId, "companies", context.companies);
    remember(userId, "settings", context.settings);
  });
  return shell.start();
};

const createReferences = ({
  api,
  userId,
  reconnect,
}: Pick<Services, "api" | "reconnect"> & { userId: number }): Services["references"] => {
  const started = new Map<number, ReturnType<Services["references"]>>();
  const start = (companyId: number) => {
    const name = `references:${companyId}`;
    const actor = createActor(referencesMachine.provide({ actors: referencesActors(api) }), {
      input: { companyId, remembered: recall(userId, name, isReferences) },
    });
    actor.subscribe(({ context: { statuses, tags } }) => remember(userId, name, { statuses, tags }));
    started.set(companyId, actor);
    reconnect(actor);
    return actor.start();
  };
  return (companyId) => started.get(companyId) ?? start(companyId);
};

const createOrderLists = ({
  api,
  now,
  reconnect,
}: Pick<Services, "api" | "now" | "reconnect">): Services["orderList"] => {
  const started = new Map<string, ReturnType<Services["orderList"]>>();
  const start = (companyId: number, view: OrderListView) => {
    const actor = createActor(orderListMachine.provide({ actors: orderListActors(api, now) }), {
      input: { companyId, view },
    });
    started.set(`${companyId} ${view}`, actor);
    reconnect(actor);
    return actor.start();
  };
  return (companyId, view) => started.get(`${companyId} ${view}`) ?? start(companyId, view);
};

/** Starts everything that lives outside React. */
export const startServices = (): Services & { session: Session } => {
  const config = readConfig(globalThis.appConfig);
  const { begun } = globalThis;
  const session = startSession(config, { refresh: begun?.refresh });
  const clock = createServerClock();
  const ahead = createAhead(rootOf(config), async (request) => clock.listen(await session.fetch(request)));
  if (begun?.ahead) ahead.offer(begun.ahead.address, begun.ahead.answer.then(clock.listen));
  const api = createApi({
    baseUrl: rootOf(config),
    fetch: async (request) => {
      const answer = await ahead.fetch(request);
      // The rights have changed since they were asked for: buttons follow at once.
      if (answer.status === 403) shell.send({ type: "shell.reload" });
      return answer;
    },
  });
  const { userId = "0", userName = "", roles = "" } = session.user() ?? {};
  const user = { id: Number(userId), name: userName, isAdmin: roles === "Admin" };
  const reconnect = createReconnect(session.connectivity);
  const shell = startShell(api, user.id);
  reconnect(shell);
  keepZones({ shell, now: clock.now }, user.id);
  return {
    api,
    user,
    session,
    shell,
    connectivity: session.connectivity,
    reconnect,
    references: createReferences({ api, userId: user.id, reconnect }),
    orderList: createOrderLists({ api, now: clock.now, reconnect }),
    prefetch: createPrefetch(ahead),
    now: clock.now,
    heard: clock.heard,
    onClockCorrected: clock.onCorrected,
    signOut: session.leave,
    fetchBy: (send, limit) => ahead.heed(session.fetchBy(send, limit)),
  };
};
