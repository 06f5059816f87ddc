import { useSelector } from "@xstate/react";
import { createContext, use } from "react";
import type { ActorRefFrom, AnyActorRef, CallbackActorLogic, EventObject } from "xstate";
import type { Api, Schemas } from "#api/client.ts";
import type { queryMachineOf } from "#machines/core/query.machine.ts";
import type { orderListMachine } from "#machines/orders/list/orderList.machine.ts";
import type { OrderListView } from "#machines/orders/list/orderList.ts";
import type { References } from "#machines/queries/references.ts";
import type { connectivityMachine } from "#machines/session/connectivity.machine.ts";
import { countPerPage } from "#machines/shell/settings.ts";
import type { shellMachine } from "#machines/shell/shell.machine.ts";
import type { Session } from "../session/startSession.ts";
import type { OneTimeSecrets } from "./oneTimeSecrets.ts";

export interface User {
  id: number;
  name: string;
  isAdmin: boolean;
}

/** Query of the references of one company. */
export type ReferencesActor = ActorRefFrom<
  ReturnType<typeof queryMachineOf<{ readonly companyId: number }, References>>
>;

/** Objects that live outside React as long as the page. `main.tsx` creates them once; tests provide fakes. */
export interface Services {
  api: Api;
  user: User;
  signOut: () => void;
  /** Returns a fetch with the session's rules over another transport, as for uploads with progress. */
  fetchBy: Session["fetchBy"];
  shell: ActorRefFrom<typeof shellMachine>;
  connectivity: ActorRefFrom<typeof connectivityMachine>;
  /** Root of all actors of the page. */
  page: AnyActorRef;
  /** Actor that reports visibility and connectivity to a machine. */
  environment: CallbackActorLogic<EventObject>;
  /** Returns a new idempotency key. */
  newKey: () => string;
  /** Query of the statuses and tags of a company, shared by all screens. */
  references: (companyId: number) => ReferencesActor;
  /** Secrets that the server returned once. */
  secrets: OneTimeSecrets;
  /** Returns the order list of a company. It outlives its screen, so that Back needs no request. */
  orderList: (companyId: number, view: OrderListView) => ActorRefFrom<typeof orderListMachine>;
  /** Prefetches the code and data of the screen of a path. */
  prefetch: (path: string) => void;
  /** Returns the server's time, ms since 1970, because the computer's clock may be wrong. */
  now: () => number;
  /** Returns the server's time, or NaN before the first response, for actions that a wrong clock must not cause. */
  nowIfSynced: () => number;
  /** Calls a listener when a response corrects the clock. Returns an unsubscribe function. */
  onClockCorrection: (listener: () => void) => () => void;
}

/** Context that carries the services to the screens. */
export const ServicesContext = createContext<Services | undefined>(undefined);

/** Returns the services. Throws outside of `ServicesContext`. */
export const useServices = (): Services => {
  const services = use(ServicesContext);
  if (!services) throw new Error("No services above this component");
  return services;
};

/** Returns the typed API client. */
export const useApi = (): Api => useServices().api;

/** Returns a company of the user with its permissions, undefined while the companies are not read. */
export const useCompany = (companyId: number): Schemas["Company"] | undefined =>
  useSelector(useServices().shell, ({ context }) => context.companies.find(({ id }) => id === companyId));

/** Returns the time zone of a company, Moscow until the company is known (decisions, section 5). */
export const useTimeZone = (companyId: number): string => useCompany(companyId)?.timeZone ?? "Europe/Moscow";

/** Returns a function that checks a permission of the user. It returns true until the company is known; then the server refuses. */
export const usePermissions = (companyId: number): ((permission: string) => boolean) => {
  const held = useCompany(companyId)?.permissions;
  return (permission) => held === undefined || (held[permission] ?? 0) > 0;
};

/** Returns the page size that the user chose for a module, 1 to 1,000. */
export const useCountPerPage = (module: string): number =>
  useSelector(useServices().shell, ({ context }) => countPerPage(module, context.settings));

/** Returns the statuses and tags of a company, empty until they are read. */
export const useReferences = (companyId: number): References =>
  useSelector(useServices().references(companyId), ({ context }) => context.data ?? noReferences);

const noReferences: References = { statuses: [], tags: [] };
