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

export interface User {
  id: number;
  name: string;
}

/** Actor of the query that reads a company's order statuses and tags. */
export type ReferencesActor = ActorRefFrom<
  ReturnType<typeof queryMachineOf<{ readonly companyId: number }, References>>
>;

/**
 * Objects outside of React that exist until the page is closed. `main.tsx` creates them, and tests replace them with
 * fakes.
 */
export interface Services {
  api: Api;
  /** Record of the API extensions that the server does not have. Its middleware answers calls of missing extensions. */
  extensions: Extensions;
  user: User;
  /** Returns the roles of the user, as sent with the last token refresh. */
  roles: () => string;
  /**
   * Registers a listener that is called when the state of the session changes, for example after a token refresh.
   * Returns an unsubscribe function.
   */
  onRolesChange: (listener: () => void) => () => void;
  signOut: () => void;
  /**
   * Returns a `fetch` that adds the session's access token to requests. The given transport sends the requests, for
   * example with upload progress, within the given time limit, ms.
   */
  fetchBy: Session["fetchBy"];
  shell: ActorRefFrom<typeof shellMachine>;
  connectivity: ActorRefFrom<typeof connectivityMachine>;
  /** Root actor of the page. All other actors are its descendants. */
  page: AnyActorRef;
  /** Actor that sends page visibility, connectivity and the reports of the live feed to a machine. */
  environment: CallbackActorLogic<EventObject>;
  /** Returns a new idempotency key. */
  newKey: () => string;
  /** Returns the query for a company's order statuses and tags. All screens of the company share this query. */
  references: (companyId: number) => ReferencesActor;
  /** Returns the order list of a company. The list outlives its screen, so that "Back" shows it without a request. */
  orderList: (companyId: number, view: OrderListView) => ActorRefFrom<typeof orderListMachine>;
  /** Prefetches the code and data of a path's screen. */
  prefetch: (path: string) => void;
  /** Returns the server's time, ms since 1970. Before the first response, returns the computer's time. */
  now: () => number;
  /**
   * Returns the server's time, ms since 1970, or NaN before the first response. Used where a wrong computer clock would
   * cause errors.
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

export const useApi = (): Api => useServices().api;

/**
 * Returns a company of the user, with the user's permissions in this company. Returns undefined while the companies are
 * loading, or if the user does not belong to the company.
 */
export const useCompany = (companyId: number): Schemas["Company"] | undefined =>
  useSelector(useServices().shell, ({ context }) => context.companies.find(({ id }) => id === companyId));

/**
 * Returns the time zone of a company. If the time zone is unknown, for example while the companies are loading, returns
 * the time zone of Moscow (decisions, section 5).
 */
export const useTimeZone = (companyId: number): string => useCompany(companyId)?.timeZone ?? DEFAULT_TIME_ZONE;

/**
 * Returns a function that checks whether the user has a permission in a company. It returns true if the user's
 * permissions are unknown, for example while the companies are loading, because the server checks each permission
 * again.
 */
export const usePermissions = (companyId: number): ((permission: string) => boolean) => {
  const held = useCompany(companyId)?.permissions;
  return (permission) => held === undefined || (held[permission] ?? 0) > 0;
};

/**
 * Returns false if a module is off in the company. The links, buttons and cards of the module are then hidden. Returns
 * true if this is unknown, for example while the companies are loading.
 */
export const useIsModuleOn = (companyId: number, module: Schemas["ModuleName"]): boolean =>
  !useCompany(companyId)?.modulesOff?.includes(module);

/** Returns the number of rows on a page of a module's list, as chosen by the user, 1 to 1,000. */
export const useCountPerPage = (module: string): number =>
  useSelector(useServices().shell, ({ context }) => countPerPage(module, context.settings));

/** Returns the order statuses and tags of a company. Both lists are empty while they are loading. */
export const useReferences = (companyId: number): References =>
  useSelector(useServices().references(companyId), ({ context }) => context.data ?? noReferences);

const noReferences: References = { statuses: [], tags: [] };
