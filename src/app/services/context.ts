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

/** The signed-in user. */
export interface User {
  id: number;
  name: string;
  isAdmin: boolean;
}

/** Query of the references of one company. */
export type ReferencesActor = ActorRefFrom<
  ReturnType<typeof queryMachineOf<{ readonly companyId: number }, References>>
>;

/** What lives outside React for as long as the page: made once by main.tsx, by a fake in tests. */
export interface Services {
  api: Api;
  user: User;
  signOut: () => void;
  /** The session's rules over another way of sending: an upload that tells its progress. */
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
  /** The list of orders of a company; it outlives its screen, so that Back needs no fetch. */
  orderList: (companyId: number, view: OrderListView) => ActorRefFrom<typeof orderListMachine>;
  /** Fetches code and data of the screen behind a path before it is opened. */
  prefetch: (path: string) => void;
  /** Now by the server's clock, milliseconds since 1970; the computer's own clock may be wrong. */
  now: () => number;
  /** The same once the server has told it, not a number before: for what must not be done by a wrong clock. */
  nowIfSynced: () => number;
  /** Tells when that clock has been put right by an answer; answers how to end it. */
  onClockCorrection: (tell: () => void) => () => void;
}

/** Carries the services to the screens. */
export const ServicesContext = createContext<Services | undefined>(undefined);

/** The services; throws outside of `ServicesContext`. */
export const useServices = (): Services => {
  const services = use(ServicesContext);
  if (!services) throw new Error("No services above this component");
  return services;
};

/** The typed client. */
export const useApi = (): Api => useServices().api;

/** The company with its permissions, once the list of companies is known and it is one of the user's. */
export const useCompany = (companyId: number): Schemas["Company"] | undefined =>
  useSelector(useServices().shell, ({ context }) => context.companies.find(({ id }) => id === companyId));

/** The company's time zone; Moscow until the company is known (decisions, section 5). */
export const useTimeZone = (companyId: number): string => useCompany(companyId)?.timeZone ?? "Europe/Moscow";

/** Asks whether the user holds a permission; before the company is known the server is the one to refuse. */
export const usePermissions = (companyId: number): ((permission: string) => boolean) => {
  const held = useCompany(companyId)?.permissions;
  return (permission) => held === undefined || (held[permission] ?? 0) > 0;
};

/** Rows a page that the user chose for a module, 1 to 1,000. */
export const useCountPerPage = (module: string): number =>
  useSelector(useServices().shell, ({ context }) => countPerPage(module, context.settings));

/** Statuses and tags of a company, empty until they are known. */
export const useReferences = (companyId: number): References =>
  useSelector(useServices().references(companyId), ({ context }) => context.data ?? noReferences);

const noReferences: References = { statuses: [], tags: [] };
