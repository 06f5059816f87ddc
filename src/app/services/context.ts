import { useSelector } from "@xstate/react";
import { createContext, use } from "react";
import type { ActorRefFrom, AnyActorRef, CallbackActorLogic, EventObject } from "xstate";
import type { Api, Schemas } from "#api/client.ts";
import { DEFAULT_TIME_ZONE } from "#domain/zone.ts";
import type { queryMachineOf } from "#machines/core/query.machine.ts";
import type { orderListMachine } from "#machines/orders/list/orderList.machine.ts";
import type { OrderListView } from "#machines/orders/list/orderList.ts";
import type { References } from "#machines/queries/references.ts";
import type { connectivityMachine } from "#machines/session/connectivity.machine.ts";
import { countPerPage } from "#machines/shell/settings.ts";
import type { shellMachine } from "#machines/shell/shell.machine.ts";
import type { Session } from "../session/startSession.ts";
import type { Extensions } from "./extensions.ts";
import type { OneTimeSecrets } from "./oneTimeSecrets.ts";

export interface User {
  id: number;
  name: string;
}

/** Actor of the query for a company's order statuses and tags. */
export type ReferencesActor = ActorRefFrom<
  ReturnType<typeof queryMachineOf<{ readonly companyId: number }, References>>
>;

/** Objects outside of React that exist until the page is closed. `main.tsx` creates them once; tests provide fakes. */
export interface Services {
  api: Api;
  /** Extensions of the server that are known to be missing. */
  extensions: Extensions;
  user: User;
  /** Roles of the user as the last token refresh returned them. */
  roles: () => string;
  /** Registers a listener that is called after each token refresh. Returns an unsubscribe function. */
  onRolesChange: (listener: () => void) => () => void;
  signOut: () => void;
  /** Returns a `fetch` with the session's tokens over another transport, for example for uploads with progress. */
  fetchBy: Session["fetchBy"];
  shell: ActorRefFrom<typeof shellMachine>;
  connectivity: ActorRefFrom<typeof connectivityMachine>;
  /** Root of all actors of the page. */
  page: AnyActorRef;
  /** Actor that reports page visibility and connectivity to a machine. */
  environment: CallbackActorLogic<EventObject>;
  /** Returns a new idempotency key. */
  newKey: () => string;
  /** Returns the query for the order statuses and tags of a company. All screens share it. */
  references: (companyId: number) => ReferencesActor;
  /** Storage for secrets that the server returns only once. */
  secrets: OneTimeSecrets;
  /** Returns the order list of a company. It lives longer than its screen, so that "Back" needs no request. */
  orderList: (companyId: number, view: OrderListView) => ActorRefFrom<typeof orderListMachine>;
  /** Prefetches the code and data of a path's screen. */
  prefetch: (path: string) => void;
  /** Returns the server's time, ms since 1970, because the computer's clock may be wrong. */
  now: () => number;
  /**
   * Returns the server's time, ms since 1970, or NaN before the first response. Used for actions that a wrong computer
   * clock must not trigger.
   */
  nowIfSynced: () => number;
  /** Registers a listener that is called when a response corrects the clock. Returns an unsubscribe function. */
  onClockCorrection: (listener: () => void) => () => void;
}

/** React context with the services. */
export const ServicesContext = createContext<Services | undefined>(undefined);

/** Returns the services. Throws if there is no `ServicesContext` above the component. */
export const useServices = (): Services => {
  const services = use(ServicesContext);
  if (!services) throw new Error("No services above this component");
  return services;
};

/** Returns the typed API client. */
export const useApi = (): Api => useServices().api;

/** Returns a company of the user with the user's permissions in it. Returns undefined until the companies are loaded. */
export const useCompany = (companyId: number): Schemas["Company"] | undefined =>
  useSelector(useServices().shell, ({ context }) => context.companies.find(({ id }) => id === companyId));

/** Returns the time zone of a company. Returns Moscow until the companies are loaded (decisions, section 5). */
export const useTimeZone = (companyId: number): string => useCompany(companyId)?.timeZone ?? DEFAULT_TIME_ZONE;

/**
 * Returns a function that checks a permission of the user in a company. Until the companies are loaded it returns true,
 * because the server checks anyway.
 */
export const usePermissions = (companyId: number): ((permission: string) => boolean) => {
  const held = useCompany(companyId)?.permissions;
  return (permission) => held === undefined || (held[permission] ?? 0) > 0;
};

/** Returns the page size that the user chose for a module, 1 to 1,000 rows. */
export const useCountPerPage = (module: string): number =>
  useSelector(useServices().shell, ({ context }) => countPerPage(module, context.settings));

/** Returns the order statuses and tags of a company. Both are empty until they are loaded. */
export const useReferences = (companyId: number): References =>
  useSelector(useServices().references(companyId), ({ context }) => context.data ?? noReferences);

const noReferences: References = { statuses: [], tags: [] };
